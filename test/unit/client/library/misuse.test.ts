import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect, SvcError } from "../../../../src/client/library/index.ts";
import { serviceOf } from "./service.ts";

let requests = 0;
const { options: good, close } = await serviceOf((_, response) => {
  requests += 1;
  response.end("[]");
});

type Method = (...input: unknown[]) => Promise<unknown>;
interface Untyped {
  readonly machines: Readonly<Record<"get" | "list" | "lock" | "deploy" | "releaseMany", Method>>;
  readonly domains: Readonly<Record<"create", Method>>;
  readonly files: Readonly<Record<"create", Method>>;
  readonly waitFor: Method;
  readonly request: Method;
  close(): Promise<void>;
}
let svc: Untyped;

beforeAll(async () => {
  svc = (await connect(good)) as unknown as Untyped;
});
afterAll(async () => {
  await svc.close();
  await close();
});

async function refusal(work: () => Promise<unknown>): Promise<string> {
  const before = requests;
  const error: unknown = await work().then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(SvcError);
  expect(error).toMatchObject({ kind: "usage", exitCode: 2, outcome: "not_sent" });
  expect(requests).toBe(before);
  return (error as SvcError).message;
}

describe("connect", () => {
  const wrong: readonly (readonly [string, unknown, string])[] = [
    ["url", 5, "a string, not 5"],
    ["url", new URL("http://lab.example/SVC"), "a string, not an object"],
    ["key", null, "a string, not null"],
    ["profile", false, "a string, not a boolean"],
    ["ca", Buffer.from("x"), "a string, not an object"],
    ["timeoutMs", "5", "milliseconds from 1 to 2147483647, not a string"],
    ["timeoutMs", 0, "milliseconds from 1 to 2147483647, not 0"],
    ["timeoutMs", 2 ** 31, "milliseconds from 1 to 2147483647, not 2147483648"],
    ["retries", 0.5, "a whole number from 0 to 1000, not 0.5"],
    ["retries", Number.NaN, "a whole number from 0 to 1000, not NaN"],
    ["signal", new AbortController(), "an AbortSignal, not an object"],
    ["onDebug", "console", "a function, not a string"],
    ["insecure", "yes", "true or false, not a string"],
    ["anonymous", 1, "true or false, not 1"],
    ["env", null, "an object, not null"],
    ["env", [], "an object, not an array"],
    ["signature", 5, "a string, not 5"],
  ];
  test.each(wrong)("refuses %s: %j", async (name, value, message) => {
    const options = { ...good, [name]: value };
    expect(await refusal(() => connect(options))).toBe(`connect: ${name} takes ${message}`);
  });

  test.each([[null], ["http://lab.example/SVC"], [[]]])("refuses %j in place of options", async (input) => {
    expect(await refusal(() => connect(input as never))).toContain("connect: options must be an object");
  });
});

describe("a call", () => {
  const calls: readonly (readonly [string, () => Promise<unknown>, string])[] = [
    ["without its identifier", () => svc.machines.get(), "systemId is required"],
    ["with fields first", () => svc.machines.deploy({ distroSeries: "jammy" }), "systemId takes a string"],
    ["with a text for fields", () => svc.machines.list("ready"), "machines.list: fields must be an object"],
    ["with null for fields", () => svc.machines.list(null), "fields must be an object, not null"],
    ["with null for options", () => svc.machines.lock("abc123", {}, null), "options must be an object"],
    [
      "with options for fields",
      () => svc.machines.get("abc123", { timeoutMs: 5 }),
      "unknown field 'timeoutMs'",
    ],
    [
      "with a field for an option",
      () => svc.machines.deploy("abc123", {}, { wait: true }),
      "no option 'wait'",
    ],
    [
      "with too much",
      () => svc.machines.lock("abc123", {}, {}, {}),
      "takes systemId, fields, options, and nothing else",
    ],
    ["with another option", () => svc.machines.lock("abc123", {}, { timeout: 5 }), "has no option 'timeout'"],
    [
      "with less than no retry",
      () => svc.machines.lock("abc123", {}, { retries: -1 }),
      "retries takes a whole number",
    ],
    [
      "that has nothing to wait for",
      () => svc.machines.lock("abc123", { wait: true }),
      "unknown field 'wait'",
    ],
    ["with a number for wait", () => svc.machines.deploy("abc123", { wait: 5 }), "wait takes true or false"],
    [
      "with a wait that is not asked",
      () => svc.machines.lock("abc123", {}, { waitTimeoutMs: 1 }),
      "no option",
    ],
    ["with too short a poll", () => svc.machines.deploy("abc123", {}, { pollIntervalMs: 1 }), "from 10 to"],
    ["with a number to call", () => svc.machines.deploy("abc123", {}, { onChange: 5 }), "takes a function"],
    ["with a signal that is none", () => svc.machines.lock("abc123", {}, { signal: {} }), "an AbortSignal"],
    ["with a text for check", () => svc.machines.lock("abc123", {}, { check: "no" }), "takes true or false"],
    ["with a text for set", () => svc.machines.lock("abc123", {}, { set: "x" }), "set takes an object"],
    ["that releases nothing", () => svc.machines.releaseMany({ machines: [] }), "machines is required"],
    ["without a required field", () => svc.domains.create({ authoritative: true }), "name is required"],
    ["without any field", () => svc.domains.create(), "name is required"],
    ["with a date", () => svc.machines.list({ hostname: new Date() }), "hostname takes a string or a number"],
    ["with a folder", () => svc.files.create({ filename: "x", file: { path: "/" } }), "is a folder"],
    [
      "with other bytes",
      () => svc.files.create({ filename: "x", file: new ArrayBuffer(3) }),
      "file takes text",
    ],
    ["without a method", () => svc.request(), "request takes a method and a path"],
    ["with a method for a path", () => svc.request("zones/", 5), "request takes a method and a path"],
    ["with another method", () => svc.request("PATCH", "zones/"), "method takes GET, POST, PUT, DELETE"],
    ["to another service", () => svc.request("GET", "http://lab.example/"), "not at this service"],
    ["with a text for its fields", () => svc.request("POST", "zones/", "x"), "fields must be an object"],
    ["with null for a field", () => svc.request("POST", "zones/", { name: null }), "name takes text"],
    [
      "with another option of a request",
      () => svc.request("GET", "zones/", {}, { timeout: 5 }),
      "request has no option 'timeout'",
    ],
  ];
  test.each(calls)("%s is refused", async (_, call, message) => {
    expect(await refusal(call)).toContain(message);
  });
});

describe("waitFor", () => {
  const waits: readonly (readonly [readonly unknown[], string])[] = [
    [[], "waitFor takes the name of a machine, or several, not undefined"],
    [[5, "ready"], "waitFor takes the name of a machine, or several, not a number"],
    [[[], "ready"], "waitFor takes the name of a machine, or several"],
    [["web-01"], "waitFor takes a condition, or several, not undefined"],
    [["web-01", []], "waitFor takes a condition, or several"],
    [["web-01", "deploid"], "not 'deploid'"],
    [["web-01", "ready", null], "waitFor: options must be an object, not null"],
    [["web-01", "ready", { all: 5 }], "waitFor: all takes true or false, not 5"],
    [["web-01", "ready", { timeoutMs: 1 }], "waitFor has no option 'timeoutMs'"],
    [["web-01", "ready", { pollIntervalMs: 0 }], "pollIntervalMs takes milliseconds from 10"],
    [["web-01", "ready", { waitTimeoutMs: -1 }], "waitTimeoutMs takes milliseconds from 0"],
  ];
  test.each(waits)("refuses %j", async (input, message) => {
    expect(await refusal(() => svc.waitFor(...input))).toContain(message);
  });
});

describe("a connection that is closed", () => {
  test("refuses calls, and ends calls in progress", async () => {
    let onRequest: (() => void) | undefined;
    const requested = new Promise<void>((resolve) => {
      onRequest = resolve;
    });
    const silent = await serviceOf(() => onRequest?.());
    const closed = (await connect(silent.options)) as unknown as Untyped;
    const underWay = closed.machines.lock("abc123").catch((error: unknown) => error);
    await requested;
    await closed.close();
    expect(await underWay).toMatchObject({ kind: "interrupted", outcome: "unknown" });
    expect(await refusal(() => closed.machines.get("abc123"))).toBe("the connection is closed");
    expect(await refusal(() => closed.waitFor("abc123", "ready"))).toBe("the connection is closed");
    await closed.close();
    await silent.close();
  });
});
