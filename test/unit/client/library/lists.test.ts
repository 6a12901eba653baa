import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connect } from "../../../../src/client/library/index.ts";
import type { List } from "../../../../src/client/library/types.ts";
import { serviceOf } from "./service.ts";

/** The responses in progress; the test decides how much of each is sent. */
let answers: ServerResponse[];
let onRequest: () => void;
let close: () => Promise<void>;
let svc: Awaited<ReturnType<typeof connect>>;
let list: (...input: unknown[]) => List<{ readonly id: number }>;

beforeEach(async () => {
  answers = [];
  onRequest = () => undefined;
  const service = await serviceOf((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    answers.push(response);
    onRequest();
  });
  close = service.close;
  svc = await connect({ ...service.options, retries: 0 });
  ({ list } = svc["machines"] as { readonly list: typeof list });
});
afterEach(async () => {
  await svc.close();
  await close();
});

/** An element larger than the part of an answer that is checked before anything is passed on. */
const first = JSON.stringify({ id: 1, name: "x".repeat(600_000) });

/** Starts an iteration and waits for its request; the service sends `begin` at once. */
async function iterating(begin: string) {
  const requested = new Promise<void>((resolve) => {
    onRequest = resolve;
  });
  const elements = list()[Symbol.asyncIterator]();
  const next = elements.next();
  await requested;
  const [answer] = answers;
  if (answer === undefined) throw new Error("there is no request");
  answer.write(begin);
  return { elements, next, answer };
}

test("elements are available as soon as they arrive", async () => {
  const { elements, next, answer } = await iterating(`[${first}, {"id": 2`);
  expect(await next).toMatchObject({ done: false, value: { id: 1 } });
  answer.write("0}");
  answer.end("]");
  expect(await elements.next()).toEqual({ done: false, value: { id: 20 } });
  expect(await elements.next()).toEqual({ done: true, value: undefined });
});

test("ending an iteration early closes the answer", async () => {
  const { elements, next, answer } = await iterating(`[${first},`);
  await next;
  const closed = new Promise<void>((resolve) => void answer.on("close", resolve));
  await elements.return?.();
  await closed;
});

test("a list that breaks off is an error after the elements that arrived", async () => {
  const { elements, next, answer } = await iterating(`[${first},`);
  expect(await next).toMatchObject({ value: { id: 1 } });
  answer.end('{"id":');
  await expect(elements.next()).rejects.toMatchObject({ name: "SvcError", kind: "other" });
});

test("a signal ends the iteration", async () => {
  const controller = new AbortController();
  onRequest = () => answers[0]?.write(`[${first},`);
  const read = async () => {
    for await (const _ of list({}, { signal: controller.signal })) controller.abort();
  };
  await expect(read()).rejects.toMatchObject({ kind: "interrupted" });
});
