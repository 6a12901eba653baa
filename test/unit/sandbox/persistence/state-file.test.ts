import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import {
  locateStateFile,
  readStateFile,
  type SavedState,
  StateFileError,
  writeStateFile,
} from "../../../../src/sandbox/persistence/state-file.ts";
import { makeKeeper } from "../../../../src/sandbox/persistence/state-keeper.ts";
import { startSandbox } from "../../../../src/sandbox/sandbox.ts";
import { sandboxOfTest } from "../../../sandboxes.ts";
import { folderOfTest } from "../../../temporary-folder.ts";
import { harnessOf, harnessOfTest, plaintext } from "../harness.ts";

let folder = "";
beforeEach(() => {
  folder = folderOfTest();
});

/** The JSON of a state file, which a test may damage. */
// biome-ignore lint/suspicious/noExplicitAny: tests break it in every way
async function writtenState(file: string): Promise<any> {
  const sandbox = await startSandbox({ stateFile: file, machines: 2 });
  await sandbox.stop();
  return JSON.parse(readFileSync(file, "utf8"));
}

describe("a state file", () => {
  // biome-ignore lint/suspicious/noExplicitAny: tests break it in every way
  const breaks: readonly (readonly [string, (saved: any) => void])[] = [
    ["timeMs", (saved) => delete saved.timeMs],
    ["seed", (saved) => Object.assign(saved, { seed: "1" })],
    ["segment", (saved) => delete saved.segment],
    ["state", (saved) => Object.assign(saved, { state: [] })],
    ["state.users", (saved) => Object.assign(saved.state, { users: {} })],
    ["state.networks.vlans", (saved) => delete saved.state.networks.vlans],
    ["state.events.records", (saved) => Object.assign(saved.state.events, { records: null })],
    ["state.random.value", (saved) => Object.assign(saved.state.random, { value: "x" })],
    ["state.nodes.bySystemId", (saved) => Object.assign(saved.state.nodes, { bySystemId: null })],
    ["state.nodes.bySystemId.x", (saved) => Object.assign(saved.state.nodes.bySystemId, { x: {} })],
  ];
  test.each(breaks)("with a wrong %s is refused with the reason", async (part, spoil) => {
    const file = join(folder, "state.json");
    const saved = await writtenState(file);
    spoil(saved);
    writeFileSync(file, JSON.stringify(saved));
    expect(() => readStateFile(file)).toThrow(
      new StateFileError(`the state file ${file} is damaged: ${part} is wrong or missing`),
    );
  });

  test("of a version without tags, routes and last ids of zones can be continued", async () => {
    const file = join(folder, "state.json");
    const saved = await writtenState(file);
    delete saved.state.tags;
    delete saved.state.networks.staticRoutes;
    delete saved.state.places.lastZoneId;
    delete saved.state.places.lastPoolId;
    writeFileSync(file, JSON.stringify(saved));
    const sandbox = await startSandbox({ stateFile: file });
    const { tags, places, networks } = sandbox.world.state;
    expect(tags.map(({ name }) => name).sort()).toEqual(["ssd", "virtual"]);
    expect([places.lastZoneId, places.lastPoolId, networks.staticRoutes.rows]).toEqual([3, 2, {}]);
    await sandbox.stop();
  });

  test("that is not a state file makes the start fail, and nothing is left behind", async () => {
    const file = join(folder, "state.json");
    writeFileSync(file, "42");
    await expect(startSandbox({ stateFile: file })).rejects.toThrow("is not a state file of a sandbox");
    await expect(startSandbox({ stateFile: folder })).rejects.toThrow("is not a regular file");
    await expect(startSandbox({ stateFile: join(file, "below") })).rejects.toThrow(StateFileError);
    expect(readdirSync(folder)).toEqual(["state.json"]);
  });

  test("is created with its folder, readable only by its owner", async () => {
    const file = join(folder, "a/b/state.json");
    await writtenState(file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, "a/b"))).toEqual(["state.json"]);
  });

  test("behind a symbolic link is replaced, and the link is kept", async () => {
    const [file, link] = [join(folder, "state.json"), join(folder, "link.json")];
    await writtenState(file);
    symlinkSync(file, link);
    const sandbox = await startSandbox({ stateFile: link });
    sandbox.reset();
    await sandbox.stop();
    expect(locateStateFile(link)).toBe(locateStateFile(file));
    expect(readdirSync(folder).sort()).toEqual(["link.json", "state.json"]);
  });

  test("that a dead process left incomplete does not prevent saving", async () => {
    const file = join(folder, "state.json");
    writeFileSync(`${file}.new`, "{");
    await writtenState(file);
    expect(readdirSync(folder)).toEqual(["state.json"]);
  });
});

describe("a sandbox with a state file", () => {
  test("continues exactly where it stopped", async () => {
    const stateFile = join(folder, "state.json");
    const first = harnessOf(await startSandbox({ instant: true, stateFile, machines: 24, seed: 9 }));
    const id = first.id("web-01");
    await first.post("/machines/op-allocate", { system_id: id });
    await first.post(`/machines/${id}/op-deploy`, { distro_series: "jammy" });
    await first.reach(id, "deployed");
    await first.post("/discovery/op-scan", { force: "true" });
    const { world } = first.sandbox;
    const stoppedAt = world.clock.now();
    await first.sandbox.stop();
    const second = await sandboxOfTest({ stateFile, instant: true });
    // Nothing has changed since, so the loaded state must equal the saved one.
    expect(second.isLoaded).toBe(true);
    expect(second.keys).toEqual(first.sandbox.keys);
    expect(second.world.state.nodes).toEqual(world.state.nodes);
    expect(second.world.state.networks.addresses).toEqual(world.state.networks.addresses);
    expect(second.world.random.uuid()).toBe(world.random.uuid());
    expect(second.world.clock.now()).toBeGreaterThanOrEqual(stoppedAt);
  });

  test("finishes work, power changes, imports and scans that were in progress when it was saved", async () => {
    const stateFile = join(folder, "state.json");
    const slow = harnessOf(await startSandbox({ stateFile, speed: 0.001 }));
    const id = slow.id("web-01");
    await slow.post(`/machines/${id}/op-commission`);
    await slow.post("/boot-resources/op-import");
    await slow.post("/discovery/op-scan", { force: "true" });
    expect(slow.sandbox.world.state.nodes.bySystemId[id]).toMatchObject({
      status: "commissioning",
      powerChange: { to: "on" },
    });
    await slow.sandbox.stop();
    const fast = await harnessOfTest({ stateFile });
    await fast.reach(id, "ready");
    const { state } = fast.sandbox.world;
    while (state.images.importEndsAt !== null || state.networks.neighbours.scanEndsAt !== null)
      await new Promise((resume) => setImmediate(resume));
    expect(state.networks.neighbours.rows.map((each) => each.hostname)).toContain("found-by-scan");
    const types = state.events.records.filter((event) => event.node === id).map((event) => event.type);
    expect(types).toEqual(expect.arrayContaining(["Node powered on", "Commissioned", "Tested"]));
  });

  test("resets to its seed: new machines are gone, deleted ones are back with their ids, keys are kept", async () => {
    const harness = await harnessOfTest({ faults: ["latency=1"] });
    const before = structuredClone(harness.sandbox.world.state.nodes);
    const id = harness.id("web-01");
    await harness.del(`/machines/${id}/`);
    harness.sandbox.world.faults.replace(["drop=0"]);
    harness.sandbox.reset();
    expect(Object.keys(harness.sandbox.world.state.nodes.bySystemId)).toEqual(Object.keys(before.bySystemId));
    expect(harness.sandbox.world.faults.list()).toEqual(["latency=1"]);
    expect((await harness.get(`/machines/${id}/`)).status).toBe(200);
  });
});

describe("saving the state", () => {
  const saved = (machines: number) =>
    ({ seed: 1, machines, segment: "SVC", timeMs: 1, state: {} }) as unknown as SavedState;
  const machinesIn = (file: string) => JSON.parse(readFileSync(file, "utf8")).machines;

  test("writes a new file at once, and later only changes", async () => {
    const file = join(folder, "state.json");
    let machines = 1;
    const keeper = makeKeeper({ file, snapshot: () => saved(machines), now: Date.now, onProblem: () => {} });
    await keeper.flush();
    machines = 2;
    await keeper.flush();
    expect(machinesIn(file)).toBe(1);
    keeper.noteChange();
    await keeper.flush();
    expect(machinesIn(file)).toBe(2);
  });

  test("never overwrites a file that another program has changed", async () => {
    const file = join(folder, "state.json");
    await writeStateFile(file, saved(1));
    const keeper = makeKeeper({ file, snapshot: () => saved(2), now: Date.now, onProblem: () => {} });
    writeFileSync(file, "somebody else's");
    keeper.noteChange();
    await expect(keeper.flush()).rejects.toThrow("another program has changed it");
    await expect(keeper.flush()).rejects.toThrow("another program has changed it");
    expect(readFileSync(file, "utf8")).toBe("somebody else's");
  });

  test("reports once that it cannot save, and saves when that is possible again", async () => {
    const below = join(folder, "below");
    const file = join(below, "state.json");
    const problems: string[] = [];
    let resolveProblem = () => {};
    const first = new Promise<void>((resolve) => {
      resolveProblem = resolve;
    });
    const keeper = makeKeeper({
      file,
      snapshot: () => saved(3),
      now: Date.now,
      onProblem: (text) => {
        problems.push(text);
        resolveProblem();
      },
    });
    await first;
    await expect(keeper.flush()).rejects.toThrow(
      `the state cannot be saved in ${file}: no such file or directory`,
    );
    expect(problems).toEqual([`the state cannot be saved in ${file}: no such file or directory`]);
    mkdirSync(below);
    await keeper.flush();
    expect(machinesIn(file)).toBe(3);
  });
});

const day = 86_400_000;

/** Paths of all numbers in a state that are near this time. */
function momentsOf(value: unknown, nowMs: number, path = ""): [string, number][] {
  if (typeof value === "number") return Math.abs(value - nowMs) < 2000 * day ? [[path, value]] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => momentsOf(member, nowMs, `${path}.${name}`));
}

test("a state that was saved days ago continues as if no time had passed", async () => {
  const stateFile = join(folderOfTest(), "state.json");
  // A time that cannot be confused with a number of bytes.
  let nowMs = Date.UTC(2290, 0, 1);
  const now = () => nowMs;
  const first = await startSandbox({ stateFile, now, speed: 0.001 });
  const post = async (path: string, fields: Readonly<Record<string, string>> = {}) => {
    const timestamp = String(Math.floor(nowMs / 1000));
    const answer = await fetch(`${first.url}/api/2.0${path}`, {
      method: "POST",
      headers: { Authorization: plaintext(first.keys.administrator, { oauth_timestamp: timestamp }) },
      body: new URLSearchParams(fields),
    });
    expect([answer.status < 300, answer.status < 300 ? "" : await answer.text()], path).toEqual([true, ""]);
  };
  const nodes = Object.values(first.world.state.nodes.bySystemId);
  const id = nodes.find((node) => node.status === "ready")?.systemId ?? "";
  await post("/machines/op-allocate", { system_id: id });
  await post(`/machines/${id}/op-deploy`);
  await post("/ipaddresses/op-reserve", {
    subnet: Object.values(first.world.state.networks.subnets.rows)[0]?.cidr ?? "",
  });
  await post("/boot-sources/", { url: "http://images.example/", keyring_filename: "/keys/x.gpg" });
  await post("/boot-resources/op-import");
  await post("/discovery/op-scan", { force: "true" });
  await post("/dhcp-snippets/", { name: "x", value: "y" });
  await first.stop();
  const before = momentsOf(readStateFile(stateFile)?.state, nowMs);
  expect(before.length).toBeGreaterThan(10);

  nowMs += 3 * day;
  const second = await sandboxOfTest({ stateFile, now, speed: 0.001 });
  expect(second.world.clock.now()).toBe(nowMs);
  expect(momentsOf(second.world.state, nowMs)).toEqual(before.map(([path, at]) => [path, at + 3 * day]));
});
