import { expect, test } from "vitest";
import { loadServedOperations } from "../../src/sandbox/groups/handlers.ts";
import { seededRandom, seedState } from "../../src/sandbox/simulation/random.ts";
import { fixtureOfTest } from "./sandbox-fixture.ts";
import { drawCall } from "./sandbox-random-calls.ts";
import { escaped, type ReceivedAnswer, type RequestForm, sendCall } from "./sandbox-request-forms.ts";

/** The first is how svc writes requests; the others are equivalent forms that other clients use. */
const requestForms: readonly RequestForm[] = [
  { name: "svc", encoding: "multipart", op: "path", signature: "PLAINTEXT", credentials: "quoted" },
  { name: "old", encoding: "base64", op: "query", signature: "PLAINTEXT", credentials: "bare" },
  { name: "web", encoding: "urlencoded", op: "form", signature: "HMAC-SHA1", credentials: "quoted" },
  {
    name: "odd",
    encoding: "quoted-printable",
    op: "query",
    signature: "PLAINTEXT",
    credentials: "query",
    path: (path) => `/${escaped(path).replaceAll("/", "//")}`,
    chunkBytes: 11,
  },
  {
    name: "slow",
    encoding: "urlencoded",
    op: "form",
    signature: "PLAINTEXT",
    credentials: "bare",
    path: (path) => path.replace(/\/$/, "%2F"),
    chunkBytes: 3,
  },
];

/**
 * Removes what may differ between answers: the port, the form of links to events, and the operation quoted in
 * an error.
 */
const comparable = ({ status, type, text }: ReceivedAnswer, origin: string) => ({
  status,
  type,
  text: text
    .replaceAll(origin, "")
    .replaceAll("op=query&", "")
    .replace(/^(Unrecognised signature: .*) op=\w+$/, "$1"),
});

test.each([
  { answers: "documented", seed: 31 },
  { answers: "deployed", seed: 201 },
] as const)(
  "equivalent forms of a request get the same answer: %j",
  async ({ answers, seed }) => {
    const fixtures = await Promise.all(requestForms.map(() => fixtureOfTest({ seed, answers })));
    const [first] = fixtures;
    if (first === undefined) throw new Error("no way");
    const random = seededRandom(seedState(seed));
    const entries = (await loadServedOperations()).filter(
      ({ id }) => id !== "account.delete_authorisation_token",
    );
    const statusCounts = new Map<number, number>();
    for (let count = 0; count < 150; count += 1) {
      const call = drawCall(first.sandbox.world, random, entries);
      const { path, parameters, fields = [] } = call.entry.operation;
      // A raw body has only one form.
      if (fields.some((field) => field.in === "body")) continue;
      // An empty path parameter would be folded away and address another resource.
      if (Object.values(call.path).includes("")) continue;
      // Live services do not recognise these operations in the path, and no service does after a name.
      const isBehindName = parameters?.at(-1)?.type === "string";
      const isUnseen = (answers === "deployed" || isBehindName) && /[^/]op-[a-z_]+$/.test(path);
      const who = random.pick(["admin", "admin", "admin", "bob", "carol", null] as const);
      const received = await Promise.all(
        requestForms.map(async (way, index) => {
          const fixture = fixtures[index] ?? first;
          const usedForm: RequestForm = isUnseen && way.op === "path" ? { ...way, op: "query" } : way;
          const key = who === null ? null : fixture.keys[who];
          const answer = await sendCall(usedForm, fixture.sandbox.url, call, key, fixture.nowMs());
          const { text, ...rest } = comparable(answer, new URL(fixture.sandbox.url).origin);
          // The error text quotes the address, which contains the operation only in some forms.
          return { ...rest, text: text.replace(/(?<=^Unknown API endpoint: \S*\/)op-\w+/, "") };
        }),
      );
      const status = received[0]?.status ?? 0;
      statusCounts.set(status, (statusCounts.get(status) ?? 0) + 1);
      for (const [index, each] of received.entries()) {
        const about = [requestForms[index]?.name, call.entry.id, call.path, call.values, who];
        expect([about, each]).toEqual([about, received[0]]);
      }
      const ms = random.next() < 0.3 ? random.integer(1, 20_000) : 0;
      if (ms > 0) await Promise.all(fixtures.map((fixture) => fixture.advance(ms)));
    }
    for (const status of [200, 400, 401, 403, 404])
      expect([status, statusCounts.get(status) ?? 0]).not.toEqual([status, 0]);
    const states = fixtures.map(({ sandbox }) => JSON.stringify(sandbox.world.state));
    expect(new Set(states).size).toBe(1);
  },
  120_000,
);
