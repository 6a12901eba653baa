import { expect, test } from "vitest";
import { type StatusValue, statuses, statusValues } from "../../../../../src/catalogue/statuses.ts";
import { phaseRules, transitionRules } from "../../../../../src/sandbox/model/nodes/transitions.ts";
import type { Node } from "../../../../../src/sandbox/state/node.ts";
import { type Harness, startHarness, useHarness } from "../../harness.ts";

const harness = useHarness();

/** A machine put into a status by hand, as if its story had led there. */
function machineIn(
  status: StatusValue,
  changes: Partial<Node> = {},
): { readonly id: string; readonly node: Node } {
  const id = harness().id("db-01");
  const node = harness().sandbox.world.state.nodes.bySystemId[id];
  if (node === undefined) throw new Error("no machine");
  Object.assign(node, {
    status,
    owner: null,
    locked: false,
    osystem: "",
    previousStatus: null,
    activity: null,
    ...changes,
  } satisfies Partial<Node>);
  return { id, node };
}

async function reachPower(node: Node, state: "on" | "off"): Promise<void> {
  while (node.powerState !== state) await new Promise((resume) => setImmediate(resume));
}

const operations = {
  commission: 200,
  test: 200,
  release: 200,
  rescue_mode: 200,
  exit_rescue_mode: 200,
} as const;

test.each(
  Object.entries(operations).flatMap(([name, success]) =>
    statusValues.map((status) => [name as keyof typeof operations, status, success] as const),
  ),
)("%s from %s is done or refused as the table says", async (name, status, success) => {
  const { post, reach } = harness();
  const rule = transitionRules[name];
  const { id, node } = machineIn(status, { previousStatus: "ready" });
  const isAllowed = (rule.from as readonly string[]).includes(status);
  const isDone = name === "release" && (status === "ready" || status === "releasing");
  const answer = await post(`/machines/${id}/op-${name}`);
  if (isDone) {
    expect([answer.status, node.status]).toEqual([200, status]);
    return;
  }
  if (!isAllowed) {
    expect([answer.status, answer.text]).toEqual([
      409,
      `Can't ${rule.verb} a machine that is in the '${statuses[status].name}' state`,
    ]);
    expect(node.status).toBe(status);
    return;
  }
  expect([name, status, answer.status]).toEqual([name, status, success]);
  const [first] = rule.phases;
  if (success === 200) expect(answer.json.status_name).toBe(statuses[phaseRules[first].status].name);
  const returns = name === "test" ? endOfTesting(status) : name === "exit_rescue_mode" ? "ready" : rule.to;
  await reach(id, returns);
});

/** Broken and failed machines are ready afterwards, except after failed commissioning. */
const endOfTesting = (before: StatusValue): StatusValue =>
  before !== "failed_commissioning" && (before === "broken" || before.startsWith("failed_"))
    ? "ready"
    : before;

test("deploy: a ready machine is acquired first, an allocated one is its owner's, another status is a 409", async () => {
  const { post, get, reach, user } = harness();
  const { id, node } = machineIn("ready");
  const answer = await post(
    `/machines/${id}/op-deploy`,
    { distro_series: "ubuntu/22.04", comment: "go" },
    user,
  );
  expect(answer.json).toMatchObject({
    status_name: "Deploying",
    owner: "bob",
    osystem: "ubuntu",
    distro_series: "jammy",
  });
  await reach(id, "deployed");
  const deployed = (await get(`/machines/${id}/`)).json;
  expect(deployed.ip_addresses.length).toBeGreaterThan(0);
  expect((await get("/ipaddresses/?all=true")).json.map((each: { ip: string }) => each.ip)).toContain(
    deployed.ip_addresses[0],
  );
  expect((await post(`/machines/${id}/op-deploy`)).text).toBe(
    "Can't deploy a machine that is in the 'Deployed' state",
  );
  const released = await post(`/machines/${id}/op-release`, {}, user);
  expect(released.json.status_name).toBe("Releasing");
  await reach(id, "ready");
  expect([node.owner, node.osystem, node.powerState]).toEqual([null, "", expect.stringMatching(/on|off/)]);
});

test.each(["focal", "ubuntu/focal", "20.04", "ubuntu/20.04"])(
  "deploy takes the series as %s",
  async (series) => {
    const { post, reach } = harness();
    const { id } = machineIn("ready");
    expect((await post(`/machines/${id}/op-deploy`, { distro_series: series })).json.distro_series).toBe(
      "focal",
    );
    await reach(id, "deployed");
  },
);

test("deploy: what is wrong in the form is named, and nothing happens", async () => {
  const { post } = harness();
  const { id, node } = machineIn("ready");
  for (const [field, value] of [
    ["distro_series", "nosuch"],
    ["user_data", "not base64!"],
    ["bridge_type", "rope"],
    ["install_kvm", "perhaps"],
    ["bridge_fd", "-1"],
  ] as const) {
    const answer = await post(`/machines/${id}/op-deploy`, { [field]: value });
    expect([answer.status, Object.keys(answer.json)]).toEqual([400, [field]]);
  }
  expect([node.status, node.owner]).toEqual(["ready", null]);
});

test("deploy without a free address is a 503, and nothing has changed", async () => {
  const other = await startHarness();
  try {
    const { networks } = other.sandbox.world.state;
    const subnet = networks.subnets.rows[networks.fleetSubnetId];
    const range = {
      subnet: String(subnet?.id),
      type: "reserved",
      start_ip: "10.10.0.51",
      end_ip: "10.10.0.199",
    };
    expect((await other.post("/ipranges/", range)).status).toBe(200);
    let last = await other.post("/ipaddresses/op-reserve", { subnet: subnet?.cidr ?? "" });
    while (last.status === 200)
      last = await other.post("/ipaddresses/op-reserve", { subnet: subnet?.cidr ?? "" });
    expect(last.status).toBe(503);
    const id = other.id("web-01");
    expect((await other.post(`/machines/${id}/op-deploy`)).status).toBe(503);
    expect((await other.get(`/machines/${id}/`)).json).toMatchObject({ status_name: "Ready", owner: null });
  } finally {
    await other.sandbox.stop();
  }
});

/** Machines that never report, in a sandbox whose clock stands nearly still, stay in the phase. */
test.each([
  ["commission", "ready", "new"],
  ["test", "deployed", "deployed"],
  ["test", "broken", "broken"],
  ["deploy", "allocated", "allocated"],
  ["release", "allocated", "failed_releasing"],
  ["rescue_mode", "deployed", "deployed"],
  ["exit_rescue_mode", "rescue_mode", "rescue_mode"],
] as const)("abort of %s from %s leads to %s", async (operation, from, to) => {
  const other = await startHarness({ instant: false, speed: 0.001 });
  try {
    const id = other.id("db-01");
    const node = other.sandbox.world.state.nodes.bySystemId[id];
    Object.assign(node ?? {}, { status: from, owner: from === "allocated" ? "admin" : null });
    await other.post(`/machines/${id}/op-${operation}`);
    expect(node?.activity).not.toBe(null);
    const aborted = await other.post(`/machines/${id}/op-abort`, { comment: "stop" });
    expect([aborted.status, aborted.text, node?.status, node?.activity]).toEqual([204, "", to, null]);
    expect((await other.post(`/machines/${id}/op-abort`)).status).toBe(409);
  } finally {
    await other.sandbox.stop();
  }
});

test("release by way of erasing; an abort of that fails, and the release can be tried again", async () => {
  const other = await startHarness({ instant: false, speed: 0.001 });
  try {
    const id = other.id("app-01");
    const erased = await other.post(`/machines/${id}/op-release`, { erase: "true", quick_erase: "true" });
    expect(erased.json.status_name).toBe("Disk erasing");
    expect((await other.post(`/machines/${id}/op-release`)).status).toBe(409);
    await other.post(`/machines/${id}/op-abort`);
    expect((await other.get(`/machines/${id}/`)).json.status_name).toBe("Failed disk erasing");
    expect((await other.post(`/machines/${id}/op-release`)).json.status_name).toBe("Releasing");
    expect((await other.post(`/machines/${id}/op-release`)).status).toBe(200);
    other.sandbox.world.answers.style = "deployed";
    expect((await other.post(`/machines/${id}/op-abort`)).status).toBe(409);
  } finally {
    await other.sandbox.stop();
  }
});

test("erasing may be switched on by configuration", async () => {
  const other = await startHarness();
  try {
    await other.post("/svc/op-set_config", { name: "enable_disk_erasing_on_release", value: "true" });
    const id = other.id("app-01");
    expect((await other.post(`/machines/${id}/op-release`)).json.status_name).toBe("Disk erasing");
    await other.reach(id, "ready");
  } finally {
    await other.sandbox.stop();
  }
});

test("release of several: one in a wrong state, unknown or another's, and none is released", async () => {
  const { post, id, user, sandbox } = harness();
  const { id: mine, node } = machineIn("allocated", { owner: "bob" });
  const ask = async (machines: readonly string[], key = user) =>
    await post("/machines/op-release", { machines }, key);
  const refused = await ask([mine, id("power-01")], sandbox.keys.administrator);
  expect(refused.status).toBe(409);
  expect((await ask([mine, "nosuch"])).status).toBe(400);
  expect((await ask([mine, id("web-01")])).status).toBe(403);
  expect(node.status).toBe("allocated");
  expect((await ask([mine])).json).toEqual([mine]);
  expect((await post("/machines/op-release", {}, user)).json).toEqual([]);
});

test("mark_broken releases, keeps the comment until mark_fixed; a deployed one returns to its system", async () => {
  const { post } = harness();
  const { id, node } = machineIn("allocated", { owner: "admin" });
  const broken = await post(`/machines/${id}/op-mark_broken`, { comment: "fan" });
  expect(broken.json).toMatchObject({ status_name: "Broken", error_description: "fan", owner: null });
  expect((await post(`/machines/${id}/op-mark_fixed`)).json).toMatchObject({
    status_name: "Ready",
    error_description: "",
  });
  expect((await post(`/machines/${id}/op-mark_fixed`)).status).toBe(409);
  Object.assign(node, { status: "deployed", owner: "admin", osystem: "ubuntu" });
  await post(`/machines/${id}/op-mark_broken`);
  expect((await post(`/machines/${id}/op-mark_fixed`)).json).toMatchObject({
    status_name: "Deployed",
    owner: "admin",
  });
});

test("override_failed_testing: ready, or deployed where a system is installed", async () => {
  const { post, get } = harness();
  for (const [osystem, to] of [
    ["", "Ready"],
    ["ubuntu", "Deployed"],
  ] as const) {
    const { id } = machineIn("failed_testing", { osystem, owner: osystem === "" ? null : "admin" });
    expect((await post(`/machines/${id}/op-override_failed_testing`)).status).toBe(204);
    expect((await get(`/machines/${id}/`)).json.status_name).toBe(to);
    expect((await post(`/machines/${id}/op-override_failed_testing`)).status).toBe(409);
  }
});

test("a locked machine answers 403 without a reason until it is unlocked; an administrator may delete it", async () => {
  const { post, get, put, del, user } = harness();
  const { id } = machineIn("ready");
  expect((await post(`/machines/${id}/op-lock`)).status).toBe(409);
  machineIn("deployed", { owner: "bob", osystem: "ubuntu" });
  expect((await post(`/machines/${id}/op-lock`, { comment: "keep" }, user)).json.locked).toBe(true);
  for (const operation of [
    "release",
    "test",
    "power_off",
    "mark_broken",
    "rescue_mode",
    "set_workload_annotations",
  ]) {
    const answer = await post(`/machines/${id}/op-${operation}`);
    expect([operation, answer.status, answer.text]).toEqual([operation, 403, ""]);
  }
  expect((await put(`/machines/${id}/`, { description: "x" })).status).toBe(403);
  expect((await del(`/machines/${id}/`, user)).status).toBe(403);
  expect((await get(`/machines/${id}/`)).json.locked).toBe(true);
  expect((await post(`/machines/${id}/op-unlock`, {}, user)).json.locked).toBe(false);
});

test("power: on needs an owner, both answer the machine, and the state follows", async () => {
  const { post, get } = harness();
  const { id, node } = machineIn("ready", { powerState: "off" });
  expect((await post(`/machines/${id}/op-power_on`)).status).toBe(409);
  machineIn("deployed", { owner: "admin", osystem: "ubuntu", powerState: "off" });
  const on = await post(`/machines/${id}/op-power_on`, { user_data: "eA==", comment: "up" });
  expect([on.status, on.json.system_id]).toEqual([200, id]);
  await reachPower(node, "on");
  expect((await get(`/machines/${id}/op-query_power_state`)).json).toEqual({ state: "on" });
  expect((await post(`/machines/${id}/op-power_on`, { user_data: "?" })).status).toBe(400);
  expect((await post(`/machines/${id}/op-power_off`, { stop_mode: "soft" })).status).toBe(200);
  await reachPower(node, "off");
  expect((await get("/machines/nosuch/op-query_power_state")).status).toBe(404);
});

test("every operation on a machine that is not there is a 404, and on another's no less", async () => {
  const { post, id, user } = harness();
  const names = [
    ...["abort", "commission", "deploy", "exit_rescue_mode", "lock", "unlock", "mark_broken", "mark_fixed"],
    ...[
      "mount_special",
      "override_failed_testing",
      "power_off",
      "power_on",
      "release",
      "rescue_mode",
      "test",
    ],
    ...["set_storage_layout", "set_workload_annotations", "set_owner_data", "clear_default_gateways"],
  ];
  for (const name of names) {
    expect([name, (await post(`/machines/nosuch/op-${name}`)).status]).toEqual([name, 404]);
    expect([name, (await post(`/machines/${id("app-01")}/op-${name}`, {}, user)).status]).toEqual([
      name,
      404,
    ]);
    const nobodys = await post(`/machines/${id("old-01")}/op-${name}`, {}, user);
    expect([name, nobodys.status]).toEqual([name, 403]);
    const anonymous = await post(`/machines/${id("app-01")}/op-${name}`, {}, null);
    expect([name, anonymous.status]).toEqual([name, 401]);
  }
});

const failures: readonly (readonly [string, string, StatusValue, Partial<Node>])[] = [
  ["commission", "commission", "failed_commissioning", { status: "ready" }],
  ["test", "test", "failed_testing", { status: "ready" }],
  ["deploy", "deploy", "failed_deployment", { status: "allocated", owner: "admin" }],
  ["release", "release", "failed_releasing", { status: "allocated", owner: "admin" }],
  [
    "rescue",
    "rescue_mode",
    "failed_entering_rescue_mode",
    { status: "deployed", owner: "admin", osystem: "ubuntu" },
  ],
  [
    "exit-rescue",
    "exit_rescue_mode",
    "failed_exiting_rescue_mode",
    { status: "rescue_mode", previousStatus: "ready" },
  ],
];

const withFault = async (fault: string, run: (other: Harness, node: Node) => Promise<void>) => {
  const other = await startHarness({ faults: [fault] });
  try {
    const node = other.sandbox.world.state.nodes.bySystemId[other.id("db-01")];
    if (node !== undefined) await run(other, node);
  } finally {
    await other.sandbox.stop();
  }
};

test.each(failures)(
  "fail=%s: %s ends in %s, with an error event",
  async (phase, operation, status, changes) => {
    await withFault(`fail=${phase},machine=db-01`, async (other, node) => {
      Object.assign(node, changes);
      await other.post(`/machines/${node.systemId}/op-${operation}`);
      await other.reach(node.systemId, status);
      const { events } = (await other.get("/events/op-query?level=ERROR")).json;
      expect(events[0]).toMatchObject({ level: "ERROR", hostname: "db-01" });
      const machine = (await other.get(`/machines/${node.systemId}/`)).json;
      expect(machine.status_message).toContain("The sandbox was asked to let it fail");
    });
  },
);

test("silent=deploy: the machine times out after node_timeout minutes and is powered off", async () => {
  await withFault("silent=deploy", async (other, node) => {
    Object.assign(node, { status: "allocated", owner: "admin" });
    const started = other.sandbox.world.clock.now();
    await other.post(`/machines/${node.systemId}/op-deploy`);
    await other.reach(node.systemId, "failed_deployment");
    expect(other.sandbox.world.clock.now() - started).toBeGreaterThanOrEqual(30 * 60_000);
    expect(node.statusMessage).toContain("timed out");
    await reachPower(node, "off");
  });
});

test("power=silent: power operations answer all the same, and the state is error", async () => {
  await withFault("power=silent,machine=db-01", async (other, node) => {
    Object.assign(node, { status: "deployed", owner: "admin", osystem: "ubuntu" });
    expect((await other.post(`/machines/${node.systemId}/op-power_off`)).status).toBe(200);
    expect((await other.get(`/machines/${node.systemId}/op-query_power_state`)).json).toEqual({
      state: "error",
    });
    expect((await other.get(`/machines/${other.id("web-01")}/op-query_power_state`)).json).toEqual({
      state: "off",
    });
  });
});
