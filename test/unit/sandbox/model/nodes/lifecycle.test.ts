import { expect, test } from "vitest";
import type { StatusValue } from "../../../../../src/catalogue/statuses.ts";
import type { Node } from "../../../../../src/sandbox/state/node.ts";
import { harnessOfFile, harnessOfTest } from "../../harness.ts";

const harness = await harnessOfFile();
const { get, post, del, reach } = harness;

/** A machine whose status is set directly. */
function machineIn(
  status: StatusValue,
  changes: Partial<Node> = {},
): { readonly id: string; readonly node: Node } {
  const id = harness.id("db-01");
  const node = harness.sandbox.world.state.nodes.bySystemId[id];
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

test("deploy allocates a ready machine first, needs its owner if allocated, and is a 409 in other statuses", async () => {
  const { user } = harness;
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
    const { id } = machineIn("ready");
    expect((await post(`/machines/${id}/op-deploy`, { distro_series: series })).json.distro_series).toBe(
      "focal",
    );
    await reach(id, "deployed");
  },
);

test("deploy without a free address is a 503 and changes nothing", async () => {
  const { sandbox, id, get, post } = await harnessOfTest();
  const { networks } = sandbox.world.state;
  const subnet = networks.subnets.rows[networks.fleetSubnetId];
  const ends = { start_ip: "10.10.0.51", end_ip: "10.10.0.199" };
  expect((await post("/ipranges/", { subnet: String(subnet?.id), type: "reserved", ...ends })).status).toBe(
    200,
  );
  const reserve = async () => (await post("/ipaddresses/op-reserve", { subnet: subnet?.cidr ?? "" })).status;
  while ((await reserve()) === 200);
  const machine = id("web-01");
  expect((await post(`/machines/${machine}/op-deploy`)).status).toBe(503);
  expect((await get(`/machines/${machine}/`)).json).toMatchObject({ status_name: "Ready", owner: null });
});

test("releasing several machines releases none if one belongs to another user; an empty list does nothing", async () => {
  const { id: mine, node } = machineIn("allocated", { owner: "bob" });
  const release = (...machines: string[]) => post("/machines/op-release", { machines }, harness.user);
  expect((await release(mine, harness.id("web-01"))).status).toBe(403);
  expect(node.status).toBe("allocated");
  expect((await release(mine)).json).toEqual([mine]);
  expect((await release()).json).toEqual([]);
});

test("changes of a locked machine are refused without a reason; the owner can unlock it but not delete it", async () => {
  const { user } = harness;
  const { id } = machineIn("deployed", { owner: "bob", osystem: "ubuntu" });
  expect((await post(`/machines/${id}/op-lock`, { comment: "keep" }, user)).json.locked).toBe(true);
  const refused = await post(`/machines/${id}/op-release`);
  expect([refused.status, refused.text]).toEqual([403, ""]);
  expect((await del(`/machines/${id}/`, user)).status).toBe(403);
  expect((await post(`/machines/${id}/op-unlock`, {}, user)).json.locked).toBe(false);
});

test("power-on needs an owner, and power_state follows", async () => {
  const { id, node } = machineIn("ready", { powerState: "off" });
  expect((await post(`/machines/${id}/op-power_on`)).status).toBe(409);
  machineIn("deployed", { owner: "admin", osystem: "ubuntu", powerState: "off" });
  const on = await post(`/machines/${id}/op-power_on`, { user_data: "eA==", comment: "up" });
  expect([on.status, on.text]).toEqual([204, ""]);
  await reachPower(node, "on");
  expect((await get(`/machines/${id}/op-query_power_state`)).json).toEqual({ state: "on" });
  expect((await post(`/machines/${id}/op-power_on`, { user_data: "?" })).status).toBe(400);
  expect((await post(`/machines/${id}/op-power_off`, { stop_mode: "soft" })).status).toBe(204);
  await reachPower(node, "off");
  expect((await get("/machines/nosuch/op-query_power_state")).status).toBe(404);
});

test("with power=silent, power operations succeed and power_state is error", async () => {
  const { sandbox, id, get, post } = await harnessOfTest({ faults: ["power=silent,machine=db-01"] });
  const machine = id("db-01");
  const deployed = { status: "deployed", owner: "admin", osystem: "ubuntu" };
  Object.assign(sandbox.world.state.nodes.bySystemId[machine] ?? {}, deployed);
  expect((await post(`/machines/${machine}/op-power_off`)).status).toBe(204);
  expect((await get(`/machines/${machine}/op-query_power_state`)).json).toEqual({ state: "error" });
  expect((await get(`/machines/${id("web-01")}/op-query_power_state`)).json).toEqual({ state: "off" });
});

test("aborting the tests after commissioning leads to Ready from every status", async () => {
  for (const from of ["new", "failed_commissioning", "broken"] as const) {
    const { id, node } = machineIn(from, { previousStatus: from });
    const { clock } = harness.sandbox.world;
    clock.setPaused(true);
    await post(`/machines/${id}/op-commission`);
    while (node.status !== "testing") clock.advance(1000);
    await post(`/machines/${id}/op-abort`);
    clock.setPaused(false);
    expect((await get(`/machines/${id}/`)).json.status_name).toBe("Ready");
  }
});
