import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { listenForTest } from "../wire/raw-server.ts";
import { answers, sandboxFixture } from "./sandbox-fixture.ts";

describe("svc sandbox in the background", () => {
  const fixture = sandboxFixture();
  const start = "svc sandbox start --detach -o json";

  test("starts, is found by every command, and is gone after stop", async () => {
    const started = await fixture.json(`${start} --machines 5`);
    expect(started).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/SVC$/),
      profile: "sandbox",
      machines: 5,
      pid: expect.any(Number),
      log: join(fixture.folder, "config/sandbox.log"),
    });
    expect(JSON.parse((await fixture.runBuilt("svc sandbox status -o json")).stdout)).toMatchObject({
      url: started.url,
      pid: started.pid,
      log: started.log,
      started: expect.stringMatching(/^\d{4}-.*Z$/),
      machine_count: 5,
      faults: [],
      state_file: null,
    });
    expect(JSON.parse((await fixture.runBuilt("svc machines list -o json")).stdout)).toHaveLength(5);
    for (const name of ["sandbox.json", "sandbox.log", "profiles.json"])
      expect(statSync(join(fixture.folder, "config", name)).mode & 0o077).toBe(0);

    const stopped = await fixture.runBuilt("svc sandbox stop");
    expect(stopped).toEqual({ code: 0, stdout: "", stderr: `the sandbox at ${started.url} has stopped\n` });
    expect(await answers(started.url)).toBe(false);
    expect(fixture.record()).toBeUndefined();
    expect(fixture.profiles()).toEqual({ profiles: {} });
    expect(await fixture.runBuilt("svc sandbox status")).toMatchObject({
      code: 3,
      stdout: "",
      stderr: expect.stringContaining("svc: no sandbox is running\nhint: "),
    });
  });

  test("several run side by side, each with its own profile", async () => {
    const first = await fixture.json(`${start} --machines 1`);
    const big = await fixture.json(`${start} --machines 3 --profile big`);
    expect([big.profile, big.url === first.url]).toEqual(["big", false]);
    expect(Object.keys(fixture.profiles().profiles).sort()).toEqual(["big", "sandbox"]);
    const machines = async (line: string) => JSON.parse((await fixture.run(line)).stdout).machine_count;
    expect(await machines("svc sandbox status -o json")).toBe(1);
    expect(await machines("svc sandbox status -o json -p big")).toBe(3);
    expect(await machines("svc sandbox reset -o json --profile=big")).toBe(3);
    expect(await fixture.run("svc sandbox start --profile big")).toMatchObject({
      code: 6,
      stderr: expect.stringContaining("svc sandbox stop --profile big"),
    });
    expect((await fixture.run("svc sandbox stop --profile big")).code).toBe(0);
    expect([await answers(big.url), await answers(first.url)]).toEqual([false, true]);
    await fixture.run("svc sandbox stop");
    expect(fixture.profiles()).toEqual({ profiles: {} });
  });

  test("--print-key prints only the key, at the start and later", async () => {
    const { stdout: key } = await fixture.run("svc sandbox start --detach --print-key");
    expect(key).toMatch(/^\w+:\w+:\w+\n$/);
    expect((await fixture.run("svc sandbox status --print-key -q")).stdout).toBe(key);
    const result = await fixture.run(
      'SVC_URL="$(svc sandbox status -o name)" SVC_API_KEY="$(svc sandbox status --print-key)" svc machines list -o name | wc -l',
    );
    expect(result.stdout.trim()).toBe("12");
    await fixture.run("svc sandbox stop");
    expect(await fixture.run("svc sandbox status --print-key")).toMatchObject({ code: 3, stdout: "" });
  });

  test("without a sandbox, stop and status say so, and faults and reset fail", async () => {
    expect(await fixture.run("svc sandbox stop")).toEqual({
      code: 0,
      stdout: "",
      stderr: "no sandbox is running\n",
    });
    for (const command of ["status", "reset", "faults", "faults add drop=1"])
      expect((await fixture.run(`svc sandbox ${command}`)).code, command).toBe(3);
  });

  test("after stop, the previous profile is in use again", async () => {
    await fixture.run("echo aaaaaaaaaaaaaaaaaa:bbbbbbbbbbbbbbbbbb:cccc > key");
    await fixture.run("svc login lab http://lab.example/SVC --no-check --api-key-file key");
    await fixture.run(start);
    expect(fixture.profiles().current).toBe("lab");
    await fixture.run("svc profiles use sandbox");
    expect((await fixture.run("svc sandbox stop")).code).toBe(0);
    expect(fixture.profiles()).toMatchObject({ current: "lab", profiles: { lab: {} } });
    expect(fixture.profiles().profiles).not.toHaveProperty("sandbox");
  });

  test("a profile 'sandbox' of another service is not overwritten", async () => {
    await fixture.run("echo aaaaaaaaaaaaaaaaaa:bbbbbbbbbbbbbbbbbb:cccc > key");
    await fixture.run("svc login sandbox http://real.example/SVC --no-check --api-key-file key");
    const started = await fixture.json(start);
    expect(started.profile).toBeNull();
    await fixture.run("svc sandbox stop");
    expect(fixture.profiles()).toMatchObject({
      current: "sandbox",
      profiles: { sandbox: { url: "http://real.example/SVC" } },
    });
  });

  test("a second sandbox is refused, and the first continues", async () => {
    const { url, pid } = await fixture.json(start);
    for (const how of ["", " --detach"]) {
      const second = await fixture.run(`svc sandbox start${how}`);
      expect([second.code, second.stdout], how).toEqual([6, ""]);
      expect(second.stderr).toContain(`svc: a sandbox is already running at ${url} (process ${pid})\nhint: `);
    }
    expect(await fixture.json("svc sandbox status -o json")).toMatchObject({ url, pid });
    const { port } = new URL(url);
    for (const how of ["", " --detach"]) {
      const elsewhere = await fixture.run(`svc sandbox start${how} --port ${port} --config-dir other`);
      expect([elsewhere.code, elsewhere.stderr], how).toEqual([
        1,
        expect.stringContaining(
          `svc: the sandbox cannot listen on 127.0.0.1:${port}: another program is using the port\nhint: `,
        ),
      ]);
    }
  });

  test("of several that start at the same time, one runs", async () => {
    const codes = await Promise.all([1, 2, 3].map(async () => (await fixture.run(start)).code));
    expect(codes.sort()).toEqual([0, 6, 6]);
    expect((await fixture.run("svc sandbox status")).code).toBe(0);
  });

  test("listening beyond loopback prints a warning", async () => {
    const open = await fixture.run(`${start} --host 0.0.0.0`);
    expect([open.code, open.stderr]).toEqual([
      0,
      expect.stringContaining("warning: the sandbox is reachable from other computers"),
    ]);
    expect(JSON.parse(open.stdout).url).toMatch(/^http:\/\/127\.0\.0\.1:/);
    await fixture.run("svc sandbox stop");
    expect((await fixture.run(`${start} --host localhost`)).stderr).not.toContain("warning");
  });

  test("a killed sandbox is recognized, and removed by stop or replaced by start", async () => {
    await fixture.json(start);
    await fixture.kill();
    const status = await fixture.run("svc sandbox status");
    expect([status.code, status.stderr]).toEqual([
      3,
      expect.stringContaining("no sandbox is running: the last one was killed"),
    ]);
    expect((await fixture.run("svc sandbox faults")).code).toBe(3);
    const stopped = await fixture.run("svc sandbox stop");
    expect([stopped.code, fixture.record(), fixture.profiles()]).toEqual([0, undefined, { profiles: {} }]);
    const { url } = await fixture.json(start);
    await fixture.kill();
    const again = await fixture.json(start);
    expect(again.url).not.toBe(url);
    expect(fixture.profiles()).toMatchObject({
      current: "sandbox",
      profiles: { sandbox: { url: again.url } },
    });
    await fixture.run("svc sandbox stop");
    expect(fixture.profiles()).toEqual({ profiles: {} });
  });

  test("another program at the address of a killed sandbox is not mistaken for it", async () => {
    const stranger = createServer((_request, response) => response.end("{}"));
    const port = await listenForTest(stranger);
    const folder = join(fixture.folder, "config");
    mkdirSync(folder);
    const record = { instance: "x", pid: process.pid, started: "", url: `http://127.0.0.1:${port}/SVC` };
    writeFileSync(join(folder, "sandbox.json"), JSON.stringify(record));
    // The other program answers 200 to every request, and is still not taken for a sandbox.
    expect((await fixture.run("svc sandbox status")).code).toBe(3);
    expect((await fixture.run("svc sandbox stop")).code).toBe(0);
    expect(stranger.listening).toBe(true);
    expect(existsSync(join(folder, "sandbox.json"))).toBe(false);
  });

  test("another process with the pid of a killed sandbox is neither waited for nor named", async () => {
    const folder = join(fixture.folder, "config");
    mkdirSync(folder);
    const record = { instance: "x", pid: process.pid, processStart: "long ago", started: "", url: null };
    const leave = () => writeFileSync(join(folder, "sandbox.json"), JSON.stringify(record));
    leave();
    const stopped = await fixture.run("svc sandbox stop");
    expect([stopped.code, stopped.stderr.includes(String(process.pid))]).toEqual([0, false]);
    leave();
    expect((await fixture.run("svc sandbox status")).code).toBe(3);
    expect((await fixture.json(start)).profile).toBe("sandbox");
  });

  test("a damaged record prevents nothing", async () => {
    const folder = join(fixture.folder, "config");
    mkdirSync(folder);
    for (const text of ["", '{"instance":"x","pid":"1","url":null}']) {
      writeFileSync(join(folder, "sandbox.json"), text);
      expect((await fixture.run("svc sandbox status")).code, text).toBe(3);
      expect((await fixture.json(start)).profile, text).toBe("sandbox");
      await fixture.run("svc sandbox stop");
    }
  });

  test.each([
    ["--port 1x", 2, "--port takes a number from 0 to 65535"],
    ["--fault nonsense", 2, "fault 'nonsense'"],
    ["--state .", 1, "is not a regular file"],
    ["--host 203.0.113.1", 1, "the sandbox cannot listen on 203.0.113.1:0"],
  ])("a failed start gives the reason and leaves nothing behind: %s", async (options, code, message) => {
    const result = await fixture.run(`svc sandbox start --detach ${options}`);
    expect([result.code, result.stdout]).toEqual([code, ""]);
    expect(result.stderr).toContain(message);
    expect(result.stderr.match(/^svc: /gm)).toHaveLength(1);
    expect(fixture.record()).toBeUndefined();
    expect((await fixture.run("ls -A config 2> /dev/null")).stdout).toBe("");
  });

  test("if its record cannot be stored, the start fails at once", async () => {
    const result = await fixture.run("ulimit -f 0; svc sandbox start --detach");
    expect([result.code, result.stdout]).toEqual([1, ""]);
    expect(result.stderr).toContain("the sandbox ended before it answered");
  });

  test("without a configuration folder nothing is started in the background", async () => {
    const result = await fixture.run("unset SVC_CONFIG_DIR HOME; svc sandbox start --detach");
    expect([result.code, result.stderr]).toEqual([1, expect.stringContaining("--config-dir")]);
  });

  test("only the owner can see the keys, and only on request", async () => {
    const started = await fixture.json(`${start} --show-secrets`);
    expect([started.key.length, started.user_key.length]).toEqual([70, 70]);
    expect((await fixture.run("cat config/sandbox.log")).stdout).not.toContain(started.key.slice(-32));
    const { origin } = new URL(started.url);
    for (const path of ["keys", "stop"]) {
      const method = path === "stop" ? "POST" : "GET";
      expect((await fetch(`${origin}/_sandbox/${path}`, { method })).status).toBe(403);
      const headers = { "X-Sandbox-Control": "1", "X-Sandbox-Instance": "guessed" };
      expect((await fetch(`${origin}/_sandbox/${path}`, { method, headers })).status).toBe(409);
    }
    expect(await answers(started.url)).toBe(true);
  });

  test("reset restores the seed, with the same address and keys; the clock can be advanced and paused", async () => {
    await fixture.json(`${start} --fault latency=1`);
    const before = (await fixture.run("svc machines list -o name")).stdout;
    await fixture.run("svc machines delete web-01 --yes && svc sandbox faults clear");
    expect((await fixture.run("svc machines list -o name")).stdout).not.toBe(before);
    expect(JSON.parse((await fixture.run("svc sandbox reset -o json")).stdout)).toMatchObject({
      machine_count: 12,
      faults: ["latency=1"],
    });
    expect((await fixture.run("svc machines list -o name")).stdout).toBe(before);

    const clock = (words: string) => fixture.json(`svc sandbox clock ${words} -o json`);
    expect(await clock("pause")).toMatchObject({ paused: true, speed: 1 });
    expect((await fixture.run("svc machines deploy web-01")).code).toBe(0);
    await clock("advance 1h");
    const [machine] = await fixture.json("svc machines list --hostname web-01 -o json");
    expect(machine).toMatchObject({ status_name: "Deployed" });
    expect(await clock("resume")).toMatchObject({ paused: false });
    for (const words of ["advance", "advance soon", "speed 0", "faster", "pause 3"])
      expect((await fixture.run(`svc sandbox clock ${words}`)).code, words).toBe(2);
  });

  test("faults can be added, listed and cleared", async () => {
    await fixture.json(`${start} --instant --fault fail=deploy,machine=web-01`);
    const failed = await fixture.run("svc machines deploy web-01 --wait --progress none");
    expect(failed.code).toBe(9);
    expect(await fixture.json("svc sandbox faults add errors=100%,status=500 latency=1-2 -o json")).toEqual([
      { fault: "fail=deploy,machine=web-01", struck: 1 },
      { fault: "errors=100%,status=500", struck: 0 },
      { fault: "latency=1-2", struck: 0 },
    ]);
    expect((await fixture.run("svc machines list --retries 0")).code).toBe(12);
    const wrong = await fixture.run("svc sandbox faults add drop=1 errors=lots");
    expect([wrong.code, wrong.stdout]).toEqual([2, ""]);
    expect(wrong.stderr).toMatch(/^svc: fault 'errors=lots': .*\nhint: /);
    expect(await fixture.json("svc sandbox faults clear errors latency=1-2 -o json")).toEqual([
      { fault: "fail=deploy,machine=web-01", struck: 1 },
    ]);
    expect((await fixture.run("svc sandbox faults clear drop")).code).toBe(3);
    expect((await fixture.run("svc machines list")).code).toBe(0);
    expect(await fixture.run("svc sandbox faults clear -o json")).toMatchObject({ stdout: "[]\n" });
    const set = "svc sandbox faults set errors=1,on=machine.release,next=1 -o json";
    expect(await fixture.json(set)).toEqual([{ fault: "errors=1,on=machine.release,next=1", struck: 0 }]);
    expect((await fixture.run("svc machines release web-01 --retries 0 --yes")).code).toBe(12);
    expect((await fixture.run("svc machines release web-01 --retries 0 --yes")).code).toBe(0);
    for (const words of ["wrong", "list drop=1", "add", "set", "ad"])
      expect((await fixture.run(`svc sandbox faults ${words}`)).code, words).toBe(2);
  });
});
