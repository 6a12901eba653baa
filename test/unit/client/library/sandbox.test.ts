import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { connect, SvcError } from "../../../../src/client/library/index.ts";
import { startSandbox } from "../../../../src/client/library/sandbox.ts";
import type { Sandbox, SandboxOptions } from "../../../../src/client/library/sandbox-types.ts";
import { folderOfTest } from "../../../temporary-folder.ts";
import { plaintext } from "../../sandbox/harness.ts";

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each[Symbol.asyncDispose]();
});

/** Starts a sandbox and connects to it, until the test ends. */
async function open(options?: SandboxOptions, who: "key" | "userKey" = "key") {
  const sandbox = await startSandbox(options);
  const svc = await connect({ url: sandbox.url, key: sandbox[who], env: {} });
  opened.push(sandbox, svc);
  type Method = (...input: unknown[]) => Promise<Readonly<Record<string, unknown>>[]>;
  return {
    sandbox,
    svc,
    machines: svc["machines"] as Readonly<Record<"list" | "deploy" | "create", Method>>,
  };
}

describe("a sandbox in process", () => {
  test("has the fleet of its options, and the keys of its seed", async () => {
    const { sandbox, machines } = await open({ machines: 3, seed: 7, segment: "LAB" });
    expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/LAB$/);
    expect(await machines.list()).toHaveLength(3);
    const again = await startSandbox({ machines: 3, seed: 7 });
    opened.push(again);
    expect([again.key, again.userKey]).toEqual([sandbox.key, sandbox.userKey]);
    expect(sandbox.profile).toEqual({ url: sandbox.url, key: sandbox.key });
  });

  test("treats an ordinary user as one", async () => {
    const { machines } = await open({}, "userKey");
    const work = machines.create({ architecture: "amd64", macAddresses: ["52:54:00:00:00:01"] });
    await expect(work.then((value) => value)).rejects.toBeInstanceOf(SvcError);
  });

  test("shows the last requests, without secrets", async () => {
    const { sandbox, machines } = await open();
    expect(sandbox.requests()).toEqual([]);
    await machines.list({ hostname: ["web-01", "web-02"] });
    await machines.deploy("web-01", { distroSeries: "jammy" });
    const [firstRequest, ...others] = sandbox.requests();
    expect(firstRequest).toMatchObject({
      user: "admin",
      method: "GET",
      operation: "machines.list",
      query: { hostname: ["web-01", "web-02"] },
      status: 200,
      answer: { content_type: "application/json; charset=utf-8" },
    });
    expect(others.at(-1)).toMatchObject({ operation: "machine.deploy", form: { distro_series: ["jammy"] } });
    expect(sandbox.requests(1)).toEqual(sandbox.requests().slice(-1));
    expect(sandbox.requests(0)).toEqual([]);
    for (const last of [-1, 0.5, Number.NaN]) expect(() => sandbox.requests(last)).toThrow(SvcError);
    expect(JSON.stringify(sandbox.requests())).not.toContain(sandbox.key.split(":")[2]);
  });

  test("has the key of each user, also of one who was created", async () => {
    const { sandbox } = await open();
    expect([sandbox.keyOf("admin"), sandbox.keyOf("bob")]).toEqual([sandbox.key, sandbox.userKey]);
    expect(() => sandbox.keyOf("dora")).toThrow("the sandbox has no user 'dora' with an API key");
    const ask = (path: string, key: string, body?: FormData) =>
      fetch(`${sandbox.url}/api/2.0/users/${path}`, {
        headers: { Authorization: plaintext(key) },
        ...(body === undefined ? {} : { method: "POST", body }),
      });
    const created = new FormData();
    const dora = { username: "dora", email: "d@example.com", password: "x", is_superuser: "0" };
    for (const [name, value] of Object.entries(dora)) created.append(name, value);
    expect((await ask("", sandbox.key, created)).status).toBe(200);
    const me = await (await ask("op-whoami", sandbox.keyOf("dora"))).json();
    expect(me).toMatchObject({ username: "dora", is_superuser: false });
  });

  test("has faults that can be added and removed", async () => {
    const { sandbox } = await open({ faults: ["latency=1"] });
    sandbox.faults.add("fail=deploy,machine=web-01", "drop=0.5");
    expect(sandbox.faults.list()).toEqual(["latency=1", "fail=deploy,machine=web-01", "drop=0.5"]);
    sandbox.faults.clear("fail", "drop=0.5");
    expect(sandbox.faults.list()).toEqual(["latency=1"]);
    sandbox.faults.clear();
    expect(sandbox.faults.list()).toEqual([]);
    sandbox.reset();
    expect(sandbox.faults.list()).toEqual(["latency=1"]);
    expect(() => sandbox.faults.add("ghosts=1")).toThrow(SvcError);
    expect(sandbox.faults.list()).toEqual(["latency=1"]);
  });

  test("advances time, and completes the work that is due", async () => {
    const { sandbox, machines } = await open({ speed: 0.001 });
    await machines.deploy("web-01");
    const status = async () => (await machines.list({ hostname: "web-01" }))[0]?.["status_name"];
    expect(await status()).toBe("Deploying");
    const before = sandbox.clock.now().getTime();
    sandbox.clock.advance(3_600_000);
    expect(sandbox.clock.now().getTime() - before).toBeGreaterThanOrEqual(3_600_000);
    expect(await status()).toBe("Deployed");
    sandbox.reset();
    expect(await status()).toBe("Ready");
    for (const ms of [-1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => sandbox.clock.advance(ms)).toThrow("advance() takes milliseconds");
  });

  test("serves HTTPS, which its profile trusts", async () => {
    const sandbox = await startSandbox({ tls: true });
    const svc = await connect({ ...sandbox.profile, env: {} });
    const { ca, ...distrusting } = sandbox.profile;
    const stranger = await connect({ ...distrusting, retries: 0, env: {} });
    opened.push(sandbox, svc, stranger);
    expect([sandbox.url, ca]).toEqual([expect.stringMatching(/^https:/), sandbox.ca]);
    const list = async ({ machines }: typeof svc) =>
      await (machines as { list(): Promise<readonly unknown[]> }).list();
    expect(await list(svc)).toHaveLength(12);
    await expect(list(stranger)).rejects.toMatchObject({ kind: "unreachable" });
  });

  test("has a clock that is paused and changes its speed", async () => {
    const { sandbox, machines } = await open({ instant: true });
    sandbox.clock.pause();
    await machines.deploy("web-01");
    const status = async () => (await machines.list({ hostname: "web-01" }))[0]?.["status_name"];
    expect(await status()).toBe("Deploying");
    sandbox.clock.advance(3_600_000);
    expect(await status()).toBe("Deployed");
    sandbox.clock.resume();
    sandbox.clock.setSpeed(60);
    for (const factor of [0, -1, Number.NaN, 1e7])
      expect(() => sandbox.clock.setSpeed(factor)).toThrow("setSpeed() takes a number from 0.001 to 1000000");
  });

  test("keeps its state in a file", async () => {
    const state = join(folderOfTest(), "lab.json");
    const first = await startSandbox({ state, instant: true });
    const svc = await connect({ ...first.profile, env: {} });
    await (svc["machines"] as Record<"deploy", (...input: unknown[]) => Promise<unknown>>).deploy(
      "web-01",
      { wait: true },
      { pollIntervalMs: 10 },
    );
    await svc.close();
    await first.stop();
    expect(existsSync(state)).toBe(true);
    const { machines } = await open({ state, instant: true });
    expect((await machines.list({ hostname: "web-01" }))[0]?.["status_name"]).toBe("Deployed");
  });

  test("closes its port when it is stopped", async () => {
    const sandbox: Sandbox = await startSandbox();
    await sandbox.stop();
    await expect(fetch(sandbox.url)).rejects.toThrow();
  });
});

describe("a sandbox is not started", () => {
  test.each<[string, SandboxOptions, string]>([
    ["for an unknown option", { machine: 3 } as never, "startSandbox has no option 'machine'"],
    ["with half a machine", { machines: 0.5 }, "machines takes a whole number from 0 to 10000"],
    ["with a fleet too large", { machines: 10_001 }, "machines takes a whole number"],
    ["where time stands still", { speed: 0 }, "speed takes a number from 0.001"],
    ["for a port that there is not", { port: 65_536 }, "port takes a whole number"],
    ["for a segment of two", { segment: "a/b" }, "segment takes a word"],
    ["with answers of another kind", { answers: "live" as never }, "answers takes documented, deployed"],
    ["for a fault that there is not", { faults: ["ghosts=1"] }, "ghosts"],
    ["with a state that is none", { state: import.meta.filename }, "sandbox.test.ts"],
    ["with a number for a seed file", { seedFile: 5 as never }, "seedFile takes a path or an object, not 5"],
    ["with a seed file that is none", { seedFile: "/nosuch.yaml" }, "/nosuch.yaml: cannot be read"],
    ["with a seed that is misspelt", { seedFile: { machinez: [] } as never }, "did you mean machines?"],
  ])("%s", async (_, options, message) => {
    const error: unknown = await startSandbox(options).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(SvcError);
    expect((error as SvcError).message).toContain(message);
  });

  test("on a port that is taken", async () => {
    const { sandbox } = await open();
    const port = Number(new URL(sandbox.url).port);
    await expect(startSandbox({ port })).rejects.toMatchObject({
      name: "SvcError",
      message: `another program listens on port ${port}`,
      hint: "omit port to use a free one",
    });
  });
});
