import { describe, expect, test } from "vitest";
import { allNodes } from "../../src/sandbox/state/world.ts";
import { eventually } from "../eventually.ts";
import { countRequests, fleetOfTest, idsIn } from "./fleet-fixture.ts";

interface Row {
  readonly system_id: string;
  readonly hostname: string;
  readonly ok: boolean;
  readonly status: string | null;
  readonly error: string | null;
}

const rowsOf = (stdout: string): readonly Row[] => JSON.parse(stdout) as Row[];

const eventsOf = (stderr: string, name: string): readonly string[] =>
  stderr.split("\n").filter((line) => line.includes(`"event":"${name}"`));

/** One list request for fifty machines each. */
const chunks = (machines: number) => Math.ceil(machines / 50);

describe("hundreds of machines", () => {
  test("are deployed and released with one command each, and polled in chunks", async () => {
    const { sandbox, requests, run } = await fleetOfTest({ machines: 480, speed: 4 });
    const ready = idsIn(sandbox, "ready");
    expect(ready).toHaveLength(200);

    const deployed = await run([
      ..."machines deploy --where status=ready --wait -o json --progress json".split(" "),
    ]);
    expect(deployed.stderr.split("\n").filter((line) => !line.startsWith('{"event"'))).toEqual([""]);
    expect(deployed.code).toBe(0);
    const rows = rowsOf(deployed.stdout);
    expect(rows.map(({ system_id }) => system_id).sort()).toEqual([...ready].sort());
    expect(rows.every(({ ok, status }) => ok && status === "Deployed")).toBe(true);
    const requestCounts = countRequests(requests);
    const polls = eventsOf(deployed.stderr, "tick").length + 1;
    expect(requestCounts["POST /machines/{id}/op-deploy"]).toBe(200);
    // One list for the selection; for polls and rows, at most one request for fifty machines each.
    expect(requestCounts["GET /machines/"]).toBeLessThanOrEqual(1 + (polls + 1) * chunks(200));
    expect(Object.keys(requestCounts)).toHaveLength(2);
    if (deployed.peakMiB !== undefined) expect(deployed.peakMiB).toBeLessThan(140);

    requests.length = 0;
    const released = await run(
      [..."machines release - --wait --yes -o json --progress json --parallel 16".split(" ")],
      JSON.stringify(rows.slice(0, 100)),
    );
    expect(released.code).toBe(0);
    expect(rowsOf(released.stdout).filter(({ ok, status }) => ok && status === "Ready")).toHaveLength(100);
    const again = countRequests(requests);
    const morePolls = eventsOf(released.stderr, "tick").length + 1;
    expect(again["POST /machines/{id}/op-release"]).toBe(100);
    expect(again["GET /machines/"]).toBeLessThanOrEqual((1 + morePolls + 1) * chunks(100));
    expect(Object.keys(again)).toHaveLength(2);
    if (released.peakMiB !== undefined) expect(released.peakMiB).toBeLessThan(140);
    expect(idsIn(sandbox, "ready")).toHaveLength(100);
  }, 300_000);
});

describe("an unreliable service", () => {
  test("gives correct rows and exit code 10 with faults, dropped connections and failing machines", async () => {
    const { sandbox, run } = await fleetOfTest({ machines: 480, speed: 4 });
    const readyIds = idsIn(sandbox, "ready");
    expect(readyIds).toHaveLength(200);
    const failing = readyIds.slice(0, 20);
    sandbox.world.faults.replace([
      "errors=0.05,status=502",
      "drop=0.03",
      "half=0.02",
      ...failing.map((id) => `fail=deploy,machine=${id}`),
    ]);
    const { code, stdout, stderr } = await run(
      [..."machines deploy - --wait -o json --progress none".split(" ")],
      readyIds.join("\n"),
    );
    expect(code).toBe(10);
    const rows = rowsOf(stdout);
    expect(rows.map(({ system_id }) => system_id)).toEqual(readyIds);
    const statusOf = new Map(allNodes(sandbox.world).map((node) => [node.systemId, node.status]));
    for (const { system_id, ok, status, error } of rows) {
      expect(ok).toBe(status === "Deployed");
      if (ok) expect(statusOf.get(system_id)).toBe("deployed");
      else expect(error).toMatch(/./);
      if (status === "Failed deployment") expect(failing).toContain(system_id);
    }
    const failed = rows.filter(({ ok }) => !ok).map(({ system_id }) => system_id);
    expect(failed).toEqual(expect.arrayContaining([...failing]));
    expect(failed.length).toBeLessThan(100);
    const { error } = JSON.parse(stderr.trim().split("\n").at(-1) ?? "") as {
      error: { lines: string[]; machines: { system_id: string }[] };
    };
    // Each machine is mentioned once, and a message names at most ten.
    expect(error.machines.map(({ system_id }) => system_id).sort()).toEqual([...failed].sort());
    const machineLines = error.lines.filter((line) => /^[a-z ]+: /.test(line));
    expect(machineLines).not.toEqual([]);
    for (const line of machineLines) expect(line.split(" ").length).toBeLessThan(20);
  });

  test("may stop and continue with its state during a wait", async () => {
    const { sandbox, start, restart } = await fleetOfTest({ machines: 24, speed: 0.1 });
    const readyIds = idsIn(sandbox, "ready");
    const running = start(
      [..."machines deploy - --wait -o json --poll-interval 200ms".split(" ")],
      readyIds.join("\n"),
    );
    await running.says(": Ready -> Deploying");
    await sandbox.stop();
    await running.says("could not read");
    await restart({ speed: 20 });
    const { code, stdout } = await running.ended;
    expect(code).toBe(0);
    expect(rowsOf(stdout).map(({ system_id, status }) => [system_id, status])).toEqual(
      readyIds.map((id) => [id, "Deployed"]),
    );
  });

  test("that does not come back ends the wait at its deadline, with the command that resumes it", async () => {
    const { sandbox, start } = await fleetOfTest({ machines: 24, speed: 0.1 });
    const [one = "", two = ""] = idsIn(sandbox, "ready");
    const running = start([
      ...`machines deploy ${one} ${two} --wait --wait-timeout 4s --poll-interval 200ms`.split(" "),
    ]);
    await running.says("-> Deploying");
    await sandbox.stop();
    const { code, stderr } = await running.ended;
    expect(code).toBe(8);
    expect(stderr).toContain(`svc machines wait ${one} ${two} --for deployed`);
  });
});

describe("signals", () => {
  test("Ctrl-C during a wait prints rows and the command that resumes it, and exits with 130", async () => {
    const { sandbox, start } = await fleetOfTest({ machines: 24, speed: 0.1 });
    const readyIds = idsIn(sandbox, "ready").slice(0, 3);
    const running = start([..."machines deploy - --wait -o json".split(" ")], readyIds.join("\n"));
    await running.says("-> Deploying");
    running.child.kill("SIGINT");
    const { code, stdout, stderr } = await running.ended;
    expect(code).toBe(130);
    expect(rowsOf(stdout).map(({ ok, status }) => [ok, status])).toEqual(
      readyIds.map(() => [false, "Deploying"]),
    );
    expect(stderr).toContain(`svc machines wait ${readyIds.join(" ")} --for deployed`);
  });

  test("SIGTERM while requests are sent starts no further ones, and exits with 143", async () => {
    const { sandbox, requests, start } = await fleetOfTest({ machines: 240, faults: ["latency=100"] });
    const readyIds = idsIn(sandbox, "ready");
    const running = start([..."machines deploy - -o json --parallel 2".split(" ")], readyIds.join("\n"));
    await eventually(
      () => requests.some((request) => request.startsWith("POST")),
      () => "nothing is sent",
    );
    running.child.kill("SIGTERM");
    const { code, stdout } = await running.ended;
    expect(code).toBe(143);
    const rows = rowsOf(stdout);
    const postCount = requests.filter((request) => request.startsWith("POST")).length;
    expect(rows).toHaveLength(readyIds.length);
    expect(rows.filter(({ ok }) => ok)).toHaveLength(postCount);
    expect(rows.filter(({ error }) => error === "not sent: terminated")).toHaveLength(
      readyIds.length - postCount,
    );
    expect(postCount).toBeLessThan(readyIds.length);
  });
});

describe("one machine", () => {
  test("needs one request by system_id and two by name", async () => {
    const { sandbox, requests, runHere: run } = await fleetOfTest({ instant: true });
    const [id = ""] = idsIn(sandbox, "ready");
    for (const command of ["machines get", "machines deploy", "block-devices list"]) {
      requests.length = 0;
      expect(await run([...command.split(" "), id])).toMatchObject({ code: 0 });
      expect(requests, command).toHaveLength(1);
    }
    for (const command of ["machines get", "machines lock", "block-devices list"]) {
      requests.length = 0;
      expect(await run([...command.split(" "), "web-01"])).toMatchObject({ code: 0 });
      expect(requests, command).toHaveLength(2);
    }
  });

  test("gets only reads if a question cannot be asked", async () => {
    const { requests, runHere: run } = await fleetOfTest({ instant: true });
    const questions = [
      "machines delete web-01",
      "machines release app-01 app-02",
      "machines release web-01 --erase",
      "machines mark-broken build-01",
      "machines set-storage-layout web-01 --storage-layout flat",
      "machines restore-default-configuration web-01",
      "machines clone --source web-01 --destinations web-02 --storage",
      "machines release-many --machines app-01",
      "discovery clear --all",
      "tokens delete abc",
      "partitions delete web-01 1 1",
      "nodes delete web-01",
    ];
    for (const line of questions) {
      requests.length = 0;
      expect(await run(line.split(" ")), line).toMatchObject({ code: 13, stdout: "" });
      expect(
        requests.filter((request) => !request.startsWith("GET ")),
        line,
      ).toEqual([]);
    }
    requests.length = 0;
    for (const line of questions) {
      expect(await run([...line.split(" "), "--dry-run"]), line).toMatchObject({ code: 0 });
    }
    expect(requests.filter((request) => !request.startsWith("GET "))).toEqual([]);
  });

  test("that is locked is not destroyed or interrupted, even with --yes", async () => {
    const { requests, runHere: run } = await fleetOfTest({ instant: true });
    await run(["machines", "lock", "app-01"]);
    requests.length = 0;
    for (const line of ["machines delete", "nodes delete", "machines release", "machines power-off"]) {
      const { code, stderr } = await run([...line.split(" "), "app-01", "--yes"]);
      expect(code, line).toBe(5);
      expect(stderr, line).toContain("app-01 is locked");
    }
    expect(requests.filter((request) => !request.startsWith("GET "))).toEqual([]);
    const { code, stderr } = await run(["machines", "update", "app-01", "--pool", "web"]);
    expect(code).toBe(5);
    expect(stderr).toContain("app-01 is locked");
  });
});
