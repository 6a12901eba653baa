import { createServer } from "node:http";
import type { Socket } from "node:net";
import { expect, test } from "vitest";
import { sandboxOfTest } from "../sandboxes.ts";
import { labKey, otherKey } from "../unit/client/profiles/lab.ts";
import { listen } from "../wire/raw-server.ts";
import { closing, commandIn, patientWith } from "./doctor-fixture.ts";

interface Trouble {
  /** How many seconds the service's clock is ahead. */
  readonly skew?: number;
  /** The accepted form of operations; any by default. */
  readonly form?: "path" | "query";
  /** If set, every key is refused with this text. */
  readonly refusal?: string;
  readonly hasDate?: boolean;
  readonly hasVersion?: boolean;
  readonly whoami?: string;
  readonly describes?: unknown;
}

/** A service with one peculiarity, which refuses signatures that are more than 300 s off. */
async function serviceWith({ skew = 0, form, refusal, ...odd }: Trouble): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((request, answer) => {
    const url = request.url ?? "";
    const nowMs = Date.now() + skew * 1000;
    answer.sendDate = false;
    if (odd.hasDate !== false) answer.setHeader("date", new Date(nowMs).toUTCString());
    const send = (status: number, body: string) => answer.writeHead(status).end(body);
    const isKnown = url.startsWith("/SVC/api/") && (form !== "query" || !url.includes("/op-"));
    if (!isKnown || (form === "path" && url.includes("?op="))) return send(404, "Not Found");
    if (url.includes("/version/"))
      return odd.hasVersion === false ? send(404, "Not Found") : send(200, "2.0");
    if (url.includes("/describe/"))
      return odd.describes === undefined ? send(404, "Not Found") : send(200, JSON.stringify(odd.describes));
    const { authorization = "" } = request.headers;
    if (authorization === "") return send(401, "Authorization Error: no key");
    if (refusal !== undefined) return send(401, refusal);
    const time = Number(/oauth_timestamp="(\d+)"/.exec(authorization)?.[1]);
    if (Math.abs(time - nowMs / 1000) > 300)
      return send(401, `Authorization Error: 'Expired timestamp: given ${time}'`);
    if (url.includes("whoami"))
      return odd.whoami === undefined ? send(404, "Not Found") : send(200, odd.whoami);
    return send(200, "[]");
  });
  server.on("connection", (socket: Socket) => sockets.add(socket));
  return `http://127.0.0.1:${await listen(closing(server, sockets))}/SVC`;
}

test.each([600, -600])("a clock that is %i s off is reported, and clock-offset fixes it", async (skew) => {
  const patient = patientWith({ url: await serviceWith({ skew }) });
  const { code, checks } = await patient.examine();
  expect([code, checks["clock"]?.state, checks["key"]?.state]).toEqual([4, "failed", "failed"]);
  expect(checks["clock"]?.found).toMatch(
    new RegExp(
      `this computer's clock is (10m0|9m59|10m1)\\d?s ${skew > 0 ? "behind" : "ahead of"} the service's`,
    ),
  );
  expect(checks["key"]?.fix).toContain("clock");
  const mended = await patient.examine(`${commandIn(checks["clock"]?.fix)} >/dev/null`);
  expect([mended.code, mended.checks["clock"]?.state]).toEqual([0, "ok"]);
  expect(mended.checks["clock"]?.found).toContain("with the profile's clock-offset");
});

test("a wrong clock-offset is fixed too", async () => {
  const patient = patientWith({ url: await serviceWith({}), clockOffsetMs: 900_000 });
  const { code, checks } = await patient.examine();
  expect([code, checks["clock"]?.state]).toEqual([4, "failed"]);
  expect((await patient.examine(`${commandIn(checks["clock"]?.fix)} >/dev/null`)).code).toBe(0);
});

test("a clock that is off but still accepted is a warning", async () => {
  const { code, checks } = await patientWith({ url: await serviceWith({ skew: 120 }) }).examine();
  expect([code, checks["clock"]?.state, checks["key"]?.state]).toEqual([0, "warning", "ok"]);
});

test("a difference of days is not offered as clock-offset", async () => {
  const { checks } = await patientWith({ url: await serviceWith({ skew: 5 * 86_400 }) }).examine();
  expect(checks["clock"]).toMatchObject({
    state: "failed",
    fix: expect.not.stringContaining("clock-offset"),
  });
});

test("without dates from the service, the clock cannot be checked", async () => {
  const { code, checks } = await patientWith({ url: await serviceWith({ hasDate: false }) }).examine();
  expect([code, checks["clock"]?.state]).toEqual([0, "skipped"]);
});

test.each([
  ["path", "query"],
  ["query", "path"],
] as const)(
  "if the service accepts only %s and the profile says %s, the fix changes the profile",
  async (form, addressing) => {
    const patient = patientWith({ url: await serviceWith({ form }), addressing });
    const { code, checks } = await patient.examine();
    expect([code, checks["addressing"]?.state, checks["key"]?.state]).toEqual([3, "failed", "ok"]);
    expect(checks["addressing"]?.fix).toBe(`svc profiles set lab addressing=${form}`);
    expect((await patient.examine(`${checks["addressing"]?.fix} >/dev/null`)).code).toBe(0);
  },
);

test.each([
  ["Authorization Error: 'Invalid consumer.'", "the key was deleted, or belongs to another service"],
  ["Authorization Error: 'Invalid access token: x'", "the key was deleted, or belongs to another service"],
  [
    "Authorization Error: 'Invalid signature. Expected signature base string: geheim'",
    "the last part of the key",
  ],
  ["Authorization Error: 'Nonce already used'", "rejected as a replay"],
  ["", "does not accept the API key"],
])("the cause of a 401 with %j is explained", async (refusal, message) => {
  const { code, checks } = await patientWith({ url: await serviceWith({ refusal }) }).examine();
  expect([code, checks["key"]?.state, checks["user"]?.found]).toEqual([4, "failed", "key failed"]);
  expect(checks["key"]?.found).toContain(message);
  expect(checks["description"]?.state).not.toBe("skipped");
});

test("if the key in the environment replaces a profile's valid key, the fix removes it", async () => {
  const sandbox = await sandboxOfTest({ instant: true });
  const patient = patientWith({
    url: sandbox.url,
    key: sandbox.keys.administrator,
    env: { SVC_API_KEY: otherKey },
  });
  const { code, checks } = await patient.examine();
  expect([code, checks["key"]?.state]).toEqual([4, "failed"]);
  expect(checks["key"]?.found).toContain("which replaces the key of profile 'lab'");
  expect((await patient.examine(checks["key"]?.fix)).code).toBe(0);
});

test("the fix for a profile with a deleted key is another login", async () => {
  const sandbox = await sandboxOfTest({ instant: true });
  const patient = patientWith({ url: sandbox.url, key: labKey });
  const { code, checks } = await patient.examine();
  expect(code).toBe(4);
  const login = `echo ${sandbox.keys.administrator} | ${commandIn(checks["key"]?.fix)} --api-key-stdin -q`;
  expect((await patient.examine(`${login} >/dev/null`)).code).toBe(0);
});

test.each([
  ["SVC_API_KEY", { SVC_API_KEY: "one:two" }, "SVC_API_KEY is not an API key"],
  ["a profile", { key: "one" }, "profile 'lab' is not an API key"],
])("an invalid key in %s is a failure, and the other checks still run", async (_, options, message) => {
  const { key = labKey, ...env } = options as { key?: string };
  const { code, checks } = await patientWith({ url: await serviceWith({}), key, env }).examine();
  expect([code, checks["key"]?.state, checks["service"]?.state]).toEqual([4, "failed", "ok"]);
  expect(checks["key"]?.found).toContain(message);
  expect(checks["addressing"]?.state).toBe("skipped");
});

test("an address without a key is checked as far as possible", async () => {
  const patient = patientWith({ env: { SVC_URL: await serviceWith({}) } });
  const { code, checks } = await patient.examine();
  expect([code, checks["service"]?.state, checks["key"]?.state]).toEqual([4, "ok", "failed"]);
  expect(checks["key"]?.fix).toMatch(/^svc login NAME http/);
  const mended = await patient.examine(
    `echo ${labKey} | ${checks["key"]?.fix?.replace("NAME", "lab")} --api-key-stdin -q >/dev/null 2>&1`,
  );
  expect(mended.code).toBe(0);
});

test("a service that does not report its version is recognized by its keys", async () => {
  const { code, checks } = await patientWith({ url: await serviceWith({ hasVersion: false }) }).examine();
  expect([code, checks["service"]?.state, checks["speed"]?.state]).toEqual([0, "ok", "skipped"]);
});

test.each([
  ['{"username":"ops","is_superuser":true}', "ok", "ops, an administrator"],
  ['{"username":"ops"}', "ok", "ops"],
  ['"ops"', "skipped", "the service does not say which user the key belongs to"],
])("the user is shown for %j", async (whoami, state, message) => {
  const { checks } = await patientWith({ url: await serviceWith({ whoami }) }).examine();
  expect(checks["user"]).toMatchObject({ state, found: message });
});

test.each([
  [undefined, "ok", "has no description"],
  [{ resources: [], hash: "abcdef" }, "ok", "0 resources, hash abcdef"],
  [[], "warning", "description cannot be read"],
])("the state of the description is shown for %j", async (describes, state, message) => {
  const { checks } = await patientWith({ url: await serviceWith({ describes }) }).examine();
  expect(checks["description"]).toMatchObject({ state, found: expect.stringContaining(message) });
});

test("a hostile answer is shown in one line, without secrets and control characters", async () => {
  const secret = labKey.split(":")[2] ?? "";
  const whoami = JSON.stringify({ username: `${secret}\u001b[2J\n` });
  const { checks } = await patientWith({ url: await serviceWith({ whoami }) }).examine();
  expect(checks["user"]?.found).not.toContain(secret.slice(0, 10));
  const refusal = `${secret} \u001b[2J ${"no ".repeat(5_000)}`;
  const url = await serviceWith({ refusal });
  const refused = await patientWith({ url }).examine();
  expect(refused.checks["key"]?.found.length).toBeLessThan(600);
  const result = await patientWith({ url }).run("svc doctor");
  expect(result.stdout).not.toMatch(/\u001b|LabTokenSecret/);
});

test("a stored address with a password is refused without showing the password", async () => {
  const result = await patientWith({ url: "http://ann:geheim@lab.example/SVC" }).run(
    "svc doctor -o json; svc doctor",
  );
  expect(result.code).toBe(2);
  expect(result.stdout + result.stderr).not.toContain("geheim");
});

test("a stored description is reported with its age, and the fix refreshes an outdated one", async () => {
  const sandbox = await sandboxOfTest({ instant: true });
  const patient = patientWith({ url: sandbox.url, key: sandbox.keys.administrator });
  const { checks } = await patient.examine("svc describe --refresh -q >/dev/null");
  expect(checks["description"]).toMatchObject({
    state: "ok",
    found: expect.stringMatching(/more commands in \d+ groups, read \d+s ago/),
  });
  const changed = await patient.examine(
    'for each in .cache/svc/descriptions/*/hash; do printf other > "$each"; done',
  );
  expect(changed.checks["description"]).toMatchObject({ state: "warning", fix: "svc describe --refresh" });
  const mended = await patient.examine(`${changed.checks["description"]?.fix} -q >/dev/null`);
  expect(mended.checks["description"]?.state).toBe("ok");
});
