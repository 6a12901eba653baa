import { beforeEach, expect, test } from "vitest";
import { partOfRun } from "../unit/random.ts";
import type { Values } from "./sandbox-caller.ts";
import { fixtureOfTest, type SandboxFixture } from "./sandbox-fixture.ts";
import { allStatuses, inProgress, machineIn, setFaults, statusNames, statusOf } from "./sandbox-statuses.ts";

interface Transition {
  readonly op: string;
  readonly values?: Values;
  /** By initial status: the status right after the operation, and the status when it has finished. */
  readonly leads: Readonly<Record<number, readonly [now: number, then: number]>>;
  /** Initial statuses in which the operation succeeds without changing anything. */
  readonly idle?: readonly number[];
  /** Initial statuses for which the documents do not say what happens. */
  readonly open?: readonly number[];
  readonly refusal?: number;
}

/** The statuses in which the documents allow a test; the service also allows it in other stable ones. */
const testable = { 4: [21, 4], 6: [21, 6], 10: [21, 10] } as const;
const toReady = (now: number, ...from: readonly number[]) =>
  Object.fromEntries(from.map((status) => [status, [now, 4] as const]));

const transitions: readonly Transition[] = [
  { op: "commission", leads: toReady(1, 0, 2, 4, 8, 22) },
  {
    op: "test",
    leads: { ...testable, 2: [21, 2], ...toReady(21, 8, 11, 13, 15, 18, 20, 22) },
    open: [0, 3, 5, 7, 16],
  },
  { op: "override_failed_testing", leads: { 22: [4, 4] } },
  { op: "deploy", leads: { 4: [9, 6], 10: [9, 6] } },
  { op: "release", leads: toReady(12, 5, 6, 8, 9, 10, 11, 13, 15), idle: [4, 12] },
  {
    op: "release",
    values: { erase: true },
    leads: toReady(14, 6, 8, 10, 11, 13, 15),
    idle: [4, 12],
    open: [5, 9],
  },
  {
    op: "abort",
    leads: { 1: [0, 0], 9: [10, 10], 12: [13, 13], 14: [15, 15], 17: [6, 6], 19: [16, 16], 21: [4, 4] },
  },
  { op: "mark_broken", leads: Object.fromEntries(allStatuses.map((status) => [status, [8, 8]])) },
  { op: "mark_fixed", leads: { 8: [4, 4] } },
  {
    op: "rescue_mode",
    leads: Object.fromEntries([6, 8, 4, 10, 2, 11, 13, 15, 18, 20, 22].map((from) => [from, [17, 16]])),
    open: [0, 3, 5, 7, 16],
  },
  { op: "exit_rescue_mode", leads: { 16: [19, 6], 18: [19, 6], 20: [19, 6] } },
  { op: "lock", leads: { 6: [6, 6], 9: [9, 6] } },
  {
    op: "set_storage_layout",
    values: { storage_layout: "lvm" },
    leads: { 4: [4, 4] },
    open: [10],
    refusal: 400,
  },
];

let fixture: SandboxFixture;

// A new sandbox for each test: the machines that a test creates would slow down the next ones.
beforeEach(async () => {
  fixture = await fixtureOfTest({ machines: 0 });
});

for (const [turn, { op, values = {}, leads, idle = [], open = [], refusal = 409 }] of transitions.entries())
  test(`${op}${values.erase ? " with erasing" : ""} from every status`, async () => {
    for (const status of partOfRun(allStatuses, 3, turn)) {
      if (open.includes(status)) continue;
      const id = await machineIn(fixture, status);
      const name = `${op} from ${statusNames[status]}`;
      const answer = await fixture.call("POST", `/machines/${id}/op-${op}`, values);
      const lead = leads[status];
      if (lead === undefined && !idle.includes(status)) {
        expect([answer.status, answer.contentType], name).toEqual([refusal, "text/plain; charset=utf-8"]);
        expect(await statusOf(fixture, id), name).toEqual(status);
        continue;
      }
      const [now, then] = lead ?? [status, status === 12 ? 4 : status];
      expect([answer.status < 300, answer.status < 300 ? "" : answer.text], name).toEqual([true, ""]);
      expect(await statusOf(fixture, id), name).toEqual(now);
      await fixture.finish(id);
      const machine = await fixture.callOk("GET", `/machines/${id}/`);
      expect([machine.status, machine.status_name], name).toEqual([then, statusNames[then]]);
      if (then === 4) expect([machine.owner, machine.osystem], name).toEqual([null, ""]);
      if (then === 6) expect([machine.owner, machine.osystem], name).toEqual(["admin", "ubuntu"]);
    }
  });

test("allocate takes only ready machines", async () => {
  for (const status of partOfRun(allStatuses, 3)) {
    const id = await machineIn(fixture, status);
    const answer = await fixture.call("POST", "/machines/op-allocate", { system_id: id }, fixture.keys.bob);
    expect([status, answer.status]).toEqual([status, status === 4 ? 200 : 409]);
    expect(await statusOf(fixture, id)).toBe(status === 4 ? 10 : status);
  }
});

test("accept commissions new machines, ignores ready and commissioning ones, and refuses the list otherwise", async () => {
  for (const status of partOfRun(
    allStatuses.filter((each) => each !== 21),
    3,
  )) {
    const [id, other] = [await machineIn(fixture, status), await machineIn(fixture, 0)];
    const answer = await fixture.call("POST", "/machines/op-accept", { machines: [id, other] });
    const isTaken = [0, 1, 4].includes(status);
    expect([status, answer.status < 300]).toEqual([status, isTaken]);
    expect([status, await statusOf(fixture, id)]).toEqual([status, status === 0 ? 1 : status]);
    expect([status, await statusOf(fixture, other)]).toEqual([status, isTaken ? 1 : 0]);
  }
});

test("release of several machines releases none if one has a status that prevents it", async () => {
  for (const status of partOfRun(allStatuses, 3)) {
    const [other, id] = [await machineIn(fixture, 10), await machineIn(fixture, status)];
    const answer = await fixture.call("POST", "/machines/op-release", { machines: [id, other] });
    const permits = [4, 5, 6, 8, 9, 10, 11, 12, 13, 15].includes(status);
    expect([status, answer.status]).toEqual([status, permits ? 200 : 409]);
    expect([status, await statusOf(fixture, other)]).toEqual([status, permits ? 12 : 10]);
  }
});

/** How each kind of work in progress fails. */
const failures = [
  { fault: "commission", from: 0, op: "commission", fails: 2, limitMinutes: 30 },
  { fault: "test", from: 4, op: "test", fails: 22, limitMinutes: 30 },
  { fault: "deploy", from: 10, op: "deploy", fails: 11, limitMinutes: 30 },
  { fault: "rescue", from: 6, op: "rescue_mode", fails: 18, limitMinutes: 30 },
  { fault: "release", from: 10, op: "release", fails: 13, limitMinutes: 5 },
  { fault: "exit-rescue", from: 16, op: "exit_rescue_mode", fails: 20, limitMinutes: 5 },
] as const;

test.each(failures)("$op that fails leads to its failed status, with an event and a reason", async (each) => {
  const id = await machineIn(fixture, each.from);
  setFaults(fixture, `fail=${each.fault},machine=${id}`);
  await fixture.callOk("POST", `/machines/${id}/op-${each.op}`);
  await fixture.finish(id);
  const machine = await fixture.callOk("GET", `/machines/${id}/`);
  expect([machine.status, machine.error_description === ""]).toEqual([each.fails, false]);
  const { events } = await fixture.callOk("GET", "/events/op-query", { id, level: "ERROR" });
  expect(events.length).toBeGreaterThan(0);
});

test.each(failures)(
  "$op that hears nothing times out after $limitMinutes minutes and powers the machine off",
  async (each) => {
    const id = await machineIn(fixture, each.from);
    setFaults(fixture, `silent=${each.fault},machine=${id}`);
    await fixture.callOk("POST", `/machines/${id}/op-${each.op}`);
    const working = await statusOf(fixture, id);
    expect(inProgress).toContain(working);
    await fixture.advance(each.limitMinutes * 60_000 - 1);
    expect(await statusOf(fixture, id)).toBe(working);
    await fixture.advance(1);
    expect(await statusOf(fixture, id)).toBe(each.fails);
    await fixture.advance(5000);
    expect((await fixture.callOk("GET", `/machines/${id}/`)).power_state).toBe("off");
  },
);

test("node_timeout is configurable and does not apply to erasing", async () => {
  await fixture.call("POST", "/svc/op-set_config", { name: "node_timeout", value: 7 });
  const id = await machineIn(fixture, 10);
  setFaults(fixture, `silent=deploy,machine=${id}`);
  await fixture.callOk("POST", `/machines/${id}/op-deploy`);
  await fixture.advance(7 * 60_000 - 1);
  expect(await statusOf(fixture, id)).toBe(9);
  await fixture.advance(1);
  expect(await statusOf(fixture, id)).toBe(11);
  const erased = await machineIn(fixture, 6);
  setFaults(fixture, `silent=erase,machine=${erased}`);
  await fixture.callOk("POST", `/machines/${erased}/op-release`, { erase: true });
  await fixture.advance(48 * 3_600_000);
  expect(await statusOf(fixture, erased)).toBe(14);
});

test("commissioning is followed by testing unless it is skipped", async () => {
  for (const [testing_scripts, follows] of [
    ["none", 4],
    ["smartctl-validate", 21],
  ] as const) {
    const id = await machineIn(fixture, 4);
    await fixture.callOk("POST", `/machines/${id}/op-commission`, { testing_scripts });
    const ends = () => fixture.sandbox.world.state.nodes.bySystemId[id]?.activity?.endsAt ?? 0;
    await fixture.advance(ends() - fixture.nowMs());
    expect(await statusOf(fixture, id), testing_scripts).toEqual(follows);
    if (follows === 21) await fixture.callOk("POST", `/machines/${id}/op-abort`).catch(() => undefined);
    expect(await statusOf(fixture, id)).toBe(4);
  }
});

test("aborting a test restores the previous status", async () => {
  for (const status of [2, 4, 6, 8, 10, 11, 22]) {
    const id = await machineIn(fixture, status);
    const { owner } = await fixture.callOk("GET", `/machines/${id}/`);
    await fixture.call("POST", `/machines/${id}/op-test`);
    expect((await fixture.call("POST", `/machines/${id}/op-abort`)).status).toBe(204);
    const machine = await fixture.callOk("GET", `/machines/${id}/`);
    expect([machine.status, machine.owner]).toEqual([status, owner]);
  }
});

test("leaving rescue mode restores the previous status and owner", async () => {
  for (const status of [4, 6, 8, 10, 11]) {
    const id = await machineIn(fixture, status);
    const { owner } = await fixture.callOk("GET", `/machines/${id}/`);
    await fixture.callOk("POST", `/machines/${id}/op-rescue_mode`);
    await fixture.finish(id);
    await fixture.callOk("POST", `/machines/${id}/op-exit_rescue_mode`);
    await fixture.finish(id);
    const machine = await fixture.callOk("GET", `/machines/${id}/`);
    expect([machine.status, machine.owner]).toEqual([status, owner]);
  }
});

test("override-failed-testing and mark-fixed lead back to deployed if the machine was deployed", async () => {
  const id = await machineIn(fixture, 6);
  setFaults(fixture, `fail=test,machine=${id}`);
  await fixture.call("POST", `/machines/${id}/op-test`);
  await fixture.finish(id);
  expect(await statusOf(fixture, id)).toBe(22);
  await fixture.call("POST", `/machines/${id}/op-override_failed_testing`);
  expect(await statusOf(fixture, id)).toBe(6);
  const broken = await fixture.callOk("POST", `/machines/${id}/op-mark_broken`, { comment: "fan 2" });
  expect([broken.status, broken.error_description]).toEqual([8, "fan 2"]);
  const fixed = await fixture.callOk("POST", `/machines/${id}/op-mark_fixed`);
  expect([fixed.status, fixed.error_description, fixed.owner]).toEqual([6, "", "admin"]);
});

test("a locked machine cannot be changed", async () => {
  const id = await machineIn(fixture, 6);
  expect((await fixture.callOk("POST", `/machines/${id}/op-lock`)).locked).toBe(true);
  for (const op of ["release", "test", "rescue_mode", "mark_broken", "power_off", "set_storage_layout"]) {
    const answer = await fixture.call("POST", `/machines/${id}/op-${op}`, { storage_layout: "flat" });
    expect(answer.status, op).toBe(403);
  }
  expect((await fixture.call("PUT", `/machines/${id}/`, { description: "x" })).status).toBe(403);
  expect(await statusOf(fixture, id)).toBe(6);
  expect((await fixture.callOk("POST", `/machines/${id}/op-unlock`)).locked).toBe(false);
  expect((await fixture.call("POST", `/machines/${id}/op-release`)).status).toBe(200);
});

test("leaving rescue mode after a second attempt restores the status before the first", async () => {
  const id = await machineIn(fixture, 18);
  await fixture.callOk("POST", `/machines/${id}/op-rescue_mode`);
  await fixture.finish(id);
  await fixture.callOk("POST", `/machines/${id}/op-exit_rescue_mode`);
  await fixture.finish(id);
  expect(await statusOf(fixture, id)).toBe(6);
});

test("power-on needs an owner, power-off does not", async () => {
  for (const status of allStatuses) {
    const id = await machineIn(fixture, status);
    const { owner } = await fixture.callOk("GET", `/machines/${id}/`);
    const on = await fixture.call("POST", `/machines/${id}/op-power_on`);
    expect([status, on.status]).toEqual([status, owner === null ? 409 : 204]);
    expect((await fixture.call("POST", `/machines/${id}/op-power_off`)).status).toBe(204);
  }
});

test("a release fails with a reason if the power controller does not answer", async () => {
  const id = await machineIn(fixture, 6);
  setFaults(fixture, `power=silent,machine=${id}`);
  await fixture.callOk("POST", `/machines/${id}/op-release`);
  await fixture.finish(id);
  const machine = await fixture.callOk("GET", `/machines/${id}/`);
  expect([machine.status, machine.power_state]).toEqual([13, "error"]);
});

test("the configuration can make every release erase the disks", async () => {
  const set = (name: string, value: string) => fixture.call("POST", "/svc/op-set_config", { name, value });
  await set("enable_disk_erasing_on_release", "true");
  const id = await machineIn(fixture, 6);
  await fixture.callOk("POST", `/machines/${id}/op-release`);
  expect(await statusOf(fixture, id)).toBe(14);
  await fixture.finish(id);
  expect(await statusOf(fixture, id)).toBe(4);
  await set("enable_disk_erasing_on_release", "false");
  const plain = await machineIn(fixture, 6);
  await fixture.callOk("POST", `/machines/${plain}/op-release`);
  expect(await statusOf(fixture, plain)).toBe(12);
});

test("the initial status of a new machine depends on who adds it", async () => {
  const add = async (key: string | null, values: Values = {}) => {
    const machine = { architecture: "amd64/generic", mac_addresses: fixture.mac(), ...values };
    return (await fixture.callOk("POST", "/machines/", machine, key)).status;
  };
  const { admin, bob } = fixture.keys;
  expect(await add(null)).toBe(0);
  expect(await add(bob)).toBe(0);
  expect(await add(bob, { commission: true })).toBe(0);
  expect(await add(admin)).toBe(1);
  expect(await add(admin, { commission: false })).toBe(0);
  expect(await add(admin, { deployed: true })).toBe(6);
});
