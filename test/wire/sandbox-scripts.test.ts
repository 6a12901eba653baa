import { beforeEach, expect, test } from "vitest";
import { fixtureOfTest, type SandboxFixture } from "./sandbox-fixture.ts";
import { setFaults } from "./sandbox-statuses.ts";

let fixture: SandboxFixture;

beforeEach(async () => {
  fixture = await fixtureOfTest({ machines: 0 });
  for (const { name } of await fixture.callOk("GET", "/commissioning-scripts/"))
    await fixture.call("DELETE", `/commissioning-scripts/${name}`);
  for (const name of ["10-raid", "20-site"])
    await fixture.callOk("POST", "/commissioning-scripts/", {
      name,
      content: { filename: name, content: "#!/bin/sh" },
    });
});

interface Result {
  readonly id: number;
  readonly name: string;
  readonly script_result: number;
}

const results = (id: string, result_type: number): Promise<readonly Result[]> =>
  fixture.callOk("GET", "/installation-results/", { system_id: id, result_type });

const namesOf = (all: readonly Result[]) => all.map(({ name }) => name);

const run = async (id: string, op: string, values: Readonly<Record<string, string>>) => {
  const answer = await fixture.call("POST", `/machines/${id}/op-${op}`, values);
  await fixture.finish(id);
  return answer;
};

const custom = (names: readonly string[]) => names.filter((name) => /^(10-raid|20-site)$/.test(name));

test.each([
  [{}, ["10-raid", "20-site"], ["smartctl-validate"]],
  [{ commissioning_scripts: "20-site" }, ["20-site"], ["smartctl-validate"]],
  [{ commissioning_scripts: "none", testing_scripts: "memtester,ntp" }, [], ["memtester", "ntp"]],
  [{ commissioning_scripts: "update_firmware,10-raid", testing_scripts: "none" }, ["10-raid"], []],
  [
    { testing_scripts: "memory" },
    ["10-raid", "20-site"],
    ["memtester", "stress-ng-memory-long", "stress-ng-memory-short"],
  ],
  [
    { testing_scripts: "7z,cpu,7z" },
    ["10-raid", "20-site"],
    ["7z", "stress-ng-cpu-long", "stress-ng-cpu-short"],
  ],
])("commissioning with %j runs those scripts besides the built-in ones", async (values, scripts, tests) => {
  const id = await fixture.machine("new");
  expect((await run(id, "commission", values)).status).toBe(200);
  const commissioned = await results(id, 0);
  expect(custom(namesOf(commissioned))).toEqual(scripts);
  expect(commissioned.length).toBe(13 + scripts.length);
  expect(namesOf(await results(id, 2))).toEqual(tests);
  const all = [...commissioned, ...(await results(id, 2))].map((each) => each.id);
  expect(new Set(all).size).toBe(all.length);
  expect([...commissioned, ...(await results(id, 2))].map((each) => each.id)).toEqual(all);
});

test("accepted and created machines run the selected scripts", async () => {
  const accepted = await fixture.machine("new");
  await fixture.callOk("POST", "/machines/op-accept", { machines: accepted });
  await fixture.finish(accepted);
  expect(custom(namesOf(await results(accepted, 0)))).toEqual(["10-raid", "20-site"]);
  const machine = { architecture: "amd64/generic", mac_addresses: fixture.mac(), testing_scripts: "ntp" };
  const { system_id } = await fixture.callOk("POST", "/machines/", machine);
  await fixture.finish(system_id);
  expect(namesOf(await results(system_id, 2))).toEqual(["ntp"]);
});

test("a test runs the named scripts, and fails if one of them fails", async () => {
  const id = await fixture.machine("ready");
  setFaults(fixture, `fail=test,machine=${id}`);
  expect((await run(id, "test", { testing_scripts: "ntp,memtester" })).status).toBeLessThan(300);
  const tested = (await results(id, 2)).map(({ name, script_result }) => [name, script_result]);
  expect(tested).toEqual([
    ["ntp", 1],
    ["memtester", 0],
  ]);
  // The results of commissioning are unchanged.
  expect(custom(namesOf(await results(id, 0)))).toEqual(["10-raid", "20-site"]);
});

test.each([
  ["commission", { testing_scripts: "memtestre" }, "testing_scripts"],
  ["commission", { testing_scripts: "ntp,none" }, "testing_scripts"],
  ["commission", { commissioning_scripts: "10-raid,99-nosuch" }, "commissioning_scripts"],
  ["commission", { commissioning_scripts: "memtester" }, "commissioning_scripts"],
  ["test", { testing_scripts: "10-raid" }, "testing_scripts"],
  ["test", { testing_scripts: "none" }, "testing_scripts"],
])("%s with %j is refused, and changes nothing", async (op, values, field) => {
  const id = await fixture.machine("ready");
  const before = (await fixture.call("GET", `/machines/${id}/`)).text;
  const answer = await run(id, op, values);
  expect([answer.status, Object.keys(answer.json)]).toEqual([400, [field]]);
  expect((await fixture.call("GET", `/machines/${id}/`)).text).toBe(before);
});

test("a machine with an unknown script is not created", async () => {
  const values = { architecture: "amd64/generic", mac_addresses: fixture.mac(), testing_scripts: "nosuch" };
  expect((await fixture.call("POST", "/machines/", values)).status).toBe(400);
  expect(await fixture.callOk("GET", "/machines/")).toEqual([]);
});

test("a deleted script no longer runs, and its name is refused", async () => {
  await fixture.call("DELETE", "/commissioning-scripts/20-site");
  const id = await fixture.machine("new");
  await run(id, "commission", {});
  expect(custom(namesOf(await results(id, 0)))).toEqual(["10-raid"]);
  expect((await run(id, "commission", { commissioning_scripts: "20-site" })).status).toBe(400);
});
