import { expect, test } from "vitest";
import { outputFormats } from "../../../../../src/catalogue/commands/options.ts";
import { createToken, deleteTokens, listTokens } from "../../../../../src/cli/commands/operations/tokens.ts";
import type { Globals } from "../../../../../src/cli/invocation/invocation.ts";
import { type ExitKind, exitCodes, Failure } from "../../../../../src/core/failure.ts";
import { failureOf } from "../../../rejection.ts";
import { printingHarness, runOf } from "../../harness.ts";

const parts = { consumer_key: "aConsumerKey000001", token_key: "aTokenKey000000001" };
const secret = "aTokenSecret00000000000000000001";
const key = `${parts.consumer_key}:${parts.token_key}:${secret}`;

/** The answers of documented and of live services, with members in different orders. */
const shapes: readonly [unknown][] = [
  [{ name: "laptop", token: key }],
  [{ token: key, name: "laptop" }],
  [{ ...parts, token_secret: secret, name: "laptop" }],
  [{ name: "laptop", token_secret: secret, ...parts }],
];

async function list(answer: unknown, globals: Partial<Globals> = {}) {
  const harness = printingHarness(() => answer, { globals });
  const { run, executed } = runOf("account.list_authorisation_tokens", {}, harness.invocation);
  await listTokens(run);
  return { stdout: harness.terminal.shown.stdout, executed };
}

test.each(shapes)("the token key is shown and can be piped, but not the secret: %o", async (token) => {
  const table = (await list([token])).stdout.replace(/ +/g, " ");
  expect(table).toBe("NAME TOKEN KEY\nlaptop aTokenKey000000001\n");
  expect((await list([token], { output: "name" })).stdout).toBe("aTokenKey000000001\n");
  for (const output of ["wide", "csv", "tsv"] as const) {
    expect((await list([token], { output })).stdout).toContain(parts.token_key);
    expect((await list([token], { output })).stdout).not.toContain(secret);
  }
  expect((await list([token], { output: "wide", showSecrets: true })).stdout).toContain(key);
  expect((await list([token], { showSecrets: true })).stdout).toContain(key);
});

test.each(outputFormats)("a new key is printed completely as %s", async (output) => {
  for (const [tokens] of shapes.map((shape) => [shape[0]] as const)) {
    const token = Array.isArray(tokens) ? tokens[0] : tokens;
    const harness = printingHarness(() => token, { globals: { output } });
    await createToken(runOf("account.create_authorisation_token", {}, harness.invocation).run);
    expect(harness.terminal.shown.stdout).toContain(output === "name" ? parts.token_key : key);
  }
});

test.each(["json", "ndjson", "yaml"] as const)("%s is the service's answer", async (output) => {
  const { stdout, executed } = await list(shapes[0], { output });
  expect([stdout, executed.length]).toEqual(["", 1]);
});

test.each([
  [null],
  [{ name: "odd" }],
  [{ name: "odd", token: "abc" }],
  [{ name: "odd", token: 5 }],
  ["text"],
])("a token in another form is handled: %o", async (token) => {
  expect((await list([token])).stdout).not.toContain("undefined");
});

async function remove(input: string, refused: readonly string[] = [], kind: ExitKind = "notFound") {
  const harness = printingHarness(() => undefined);
  const { run } = runOf("account.delete_authorisation_token", { token_key: "-" }, harness.invocation);
  const sentRequests: unknown[] = [];
  harness.terminal.type(input);
  harness.terminal.hangUp();
  const execute: typeof run.execute = async (_, { token_key: key }) => {
    sentRequests.push(key);
    if (refused.includes(String(key))) throw new Failure(kind, `no ${String(key)}`);
  };
  const failure = await failureOf(() => deleteTokens({ ...run, execute }));
  return { sentRequests, failure };
}

test.each([
  ["a\n", [], ["a"], undefined],
  ["a\r\nb\n\na\n", [], ["a", "b"], undefined],
  ["a\nb\nc", ["b"], ["a", "b", "c"], { kind: "someFailed", details: { outcome: "partial" } }],
  ["a\nb", ["a", "b"], ["a", "b"], { kind: "notFound", details: { outcome: "refused" } }],
  ["a", ["a"], ["a"], { kind: "notFound" }],
  ["\n", [], [], { kind: "usage" }],
] as const)("the keys in %j are deleted, and %j are not", async (input, refused, keys, failure) => {
  const removed = await remove(input, refused);
  expect(removed.sentRequests).toEqual(keys);
  if (failure === undefined) expect(removed.failure).toBeUndefined();
  else expect(removed.failure).toMatchObject(failure);
});

const aboutTheKey: readonly ExitKind[] = ["notFound", "conflict", "invalid"];

test.each(Object.keys(exitCodes) as ExitKind[])(
  "whether the next key is tried after a failure of kind %s",
  async (kind) => {
    const { sentRequests, failure } = await remove("a\nb", ["a"], kind);
    const goesOn = aboutTheKey.includes(kind);
    expect(sentRequests).toEqual(goesOn ? ["a", "b"] : ["a"]);
    expect(failure).toMatchObject({ kind: goesOn ? "someFailed" : kind });
  },
);
