import { expect, test } from "vitest";
import { newVmHost } from "../../../../src/sandbox/state/world.ts";
import { harnessOfFile, harnessOfTest } from "../harness.ts";

const harness = await harnessOfFile();
const { get, post, put, del, id, reach } = harness;

/** Creates a ready machine of an administrator. `count` makes its MAC address and host name unique. */
let count = 0;
async function addMachine(fields: Record<string, string> = {}, status = "ready"): Promise<string> {
  count += 1;
  const answer = await post("/machines/", {
    architecture: "amd64/generic",
    mac_addresses: `52:54:02:00:00:${count.toString(16).padStart(2, "0")}`,
    hostname: `made-${count}`,
    power_type: "virsh",
    ...fields,
  });
  expect(answer.text && answer.status).toBe(200);
  await reach(answer.json.system_id, status);
  return answer.json.system_id;
}

test("each filter narrows the list, also in combination", async () => {
  const names = async (query: string) =>
    (await get(`/machines/?${query}`)).json.map((each: { hostname: string }) => each.hostname);
  expect(await names("hostname=web-01&hostname=db-01")).toEqual(["web-01", "db-01"]);
  expect(await names(`id=${id("web-02")}&id=${id("arm-01")}`)).toEqual(["web-02", "arm-01"]);
  expect(await names("cpu_count=64")).toEqual(["gpu-01"]);
  expect(await names("mem=200000")).toEqual(["gpu-01"]);
  expect(await names("mac_address=52-54-00-10-00-00")).toEqual(["web-01"]);
  expect(await names("zone=south&pool=default&cpu_count=10")).toEqual(["gpu-01"]);
  expect(await names("domain=nosuch")).toEqual([]);
  expect(await names("status=broken")).toEqual(["old-01"]);
  expect(await names("devices=vendor_name=nvidia%20CORPORATION,product_id=1eb8")).toEqual(["gpu-01"]);
  expect(await names("subnets=name:mgmt-net")).toEqual([]);
  expect(await names("hostname=web-01&not_subnets=name:prod-net")).toEqual([]);
  for (const bad of ["status=nosuch", "cpu_count=many", "devices=colour=red"])
    expect((await get(`/machines/?${bad}`)).status, bad).toBe(400);
});

test("users see their own and unowned machines; others are a 403", async () => {
  const { user } = harness;
  const owners = (await get("/machines/", user)).json.map((each: { owner: string | null }) => each.owner);
  expect(new Set(owners)).toEqual(new Set([null, "bob"]));
  expect((await get(`/machines/${id("app-01")}/`, user)).status).toBe(403);
  expect((await post(`/machines/${id("app-01")}/op-release`, {}, user)).status).toBe(403);
  expect((await post(`/machines/${id("web-01")}/op-mark_broken`, {}, user)).status).toBe(403);
});

test("create: missing and wrong fields are all reported", async () => {
  const empty = await post("/machines/", { hostname: "x" });
  expect([empty.status, Object.keys(empty.json)]).toEqual([400, ["architecture", "mac_addresses"]]);
  const good = { architecture: "amd64/generic", mac_addresses: "52:54:03:00:00:01" };
  for (const [field, value] of [
    ["architecture", "pdp11"],
    ["mac_addresses", "52:54"],
    ["mac_addresses", "52:54:00:10:00:00"],
    ["hostname", "no_host"],
    ["hostname", "web-01"],
    ["domain", "nosuch"],
    ["power_type", "magic"],
    ["commission", "perhaps"],
    ["enable_ssh", "2"],
  ]) {
    const answer = await post("/machines/", { ...good, [field as string]: value as string });
    expect([field, answer.status, Object.keys(answer.json)]).toEqual([field, 400, [field]]);
  }
});

test("create: a machine is commissioned, or deployed as an administrator says", async () => {
  const arm = { architecture: "arm64", mac_addresses: "52:54:04:00:00:04", deployed: "true" };
  const deployed = { status_name: "Deployed", owner: "admin", architecture: "arm64/generic" };
  expect((await post("/machines/", arm)).json).toMatchObject(deployed);
  const id = await addMachine();
  const read = async () => (await get(`/machines/${id}/`)).json;
  const machine = await read();
  expect(machine).toMatchObject({ status_name: "Ready", commissioning_status_name: "Passed" });
  // A ready machine is powered off, which takes the power controller a moment.
  await expect.poll(async () => (await read()).power_state).toBe("off");
  expect(machine.cpu_count).toBeGreaterThan(0);
  expect(machine.blockdevice_set.length).toBeGreaterThan(0);
});

test("accept does nothing for accepted machines and empty lists; accept_all accepts all new machines", async () => {
  const fresh = await addMachine({ commission: "false" }, "new");
  const accepted = (await post("/machines/op-accept", { machines: [fresh, id("web-01")] })).json;
  expect(accepted.map((each: { system_id: string }) => each.system_id)).toEqual([fresh]);
  await reach(fresh, "ready");
  expect((await post("/machines/op-accept")).json).toEqual([]);
  const other = await addMachine({ commission: "false" }, "new");
  expect((await post("/machines/op-accept_all")).json.length).toBeGreaterThan(0);
  await reach(other, "ready");
});

test("add_chassis enlists machines, and refuses fields that the chassis type does not use", async () => {
  const virsh = { chassis_type: "virsh", hostname: "qemu+ssh://rack/system" };
  const added = await post("/machines/op-add_chassis", {
    ...virsh,
    prefix_filter: "vm-",
    accept_all: "true",
  });
  expect([added.status, added.text]).toEqual([
    200,
    "Asking rack-01 to add machines from chassis qemu+ssh://rack/system",
  ]);
  for (const [bad, field] of [
    [{ chassis_type: "virsh" }, "hostname"],
    [{ chassis_type: "nosuch", hostname: "x" }, "chassis_type"],
    [{ chassis_type: "sm15k", hostname: "x" }, "username"],
    [{ ...virsh, port: "80" }, "port"],
    [{ ...virsh, power_control: "ipmi" }, "power_control"],
    [{ ...virsh, domain: "nosuch" }, "domain"],
  ] as const) {
    const answer = await post("/machines/op-add_chassis", bad);
    expect([answer.status, Object.keys(answer.json)]).toEqual([400, expect.arrayContaining([field])]);
  }
  expect((await post("/machines/op-add_chassis", { ...virsh, rack_controller: "nosuch" })).status).toBe(404);
  expect((await post("/machines/op-add_chassis", { ...virsh, hostname: "far.invalid" })).status).toBe(404);
});

test("update changes only the fields that were sent; power parameters need an administrator", async () => {
  const { user, sandbox } = harness;
  const id = await addMachine();
  const changed = await put(`/machines/${id}/`, {
    description: "rack 7",
    memory: "4G",
    cpu_count: "6",
    swap_size: "1G",
    zone: "south",
    pool: "build",
    domain: "example.com",
    hostname: "renamed",
    architecture: "arm64/generic",
    power_type: "ipmi",
    power_parameters_power_address: "10.0.0.9",
  });
  expect(changed.json).toMatchObject({
    description: "rack 7",
    memory: 4096,
    cpu_count: 6,
    swap_size: 1_000_000_000,
    fqdn: "renamed.example.com",
    zone: { name: "south" },
    pool: { name: "build" },
    power_type: "ipmi",
  });
  expect((await get(`/machines/${id}/op-power_parameters`)).json).toEqual({ power_address: "10.0.0.9" });
  for (const [field, value] of [
    ["zone", "nosuch"],
    ["pool", "nosuch"],
    ["memory", "much"],
    ["cpu_count", "-1"],
    ["hostname", "web-01"],
    ["disable_ipv4", "true"],
    ["swap_size", "1X"],
  ] as const) {
    const answer = await put(`/machines/${id}/`, { [field]: value });
    expect([answer.status, Object.keys(answer.json)], field).toEqual([400, [field]]);
  }
  expect((await put(`/machines/${id}/`, { power_type: "redfish" })).status).toBe(400);
  expect(
    (await put(`/machines/${id}/`, { power_type: "redfish", power_parameters_skip_check: "true" })).status,
  ).toBe(200);
  expect((await put(`/machines/${id}/`, { description: "x" }, user)).status).toBe(403);
  await post("/machines/op-allocate", { system_id: id }, user);
  expect((await put(`/machines/${id}/`, { description: "mine" }, user)).status).toBe(403);
  expect(sandbox.world.state.nodes.bySystemId[id]?.powerType).toBe("redfish");
});

test("delete frees the address, refuses other users' machines, and needs force for a VM host", async () => {
  const { user, sandbox } = harness;
  const deletedId = await addMachine();
  expect((await del(`/machines/${deletedId}/`, user)).status).toBe(403);
  const deleted = await del(`/machines/${deletedId}/`);
  expect([deleted.status, deleted.text, deleted.contentType]).toEqual([204, "", "text/plain"]);
  expect((await get(`/machines/${deletedId}/`)).text).toBe("No Machine matches the given query.");
  expect((await del(`/machines/${deletedId}/`)).status).toBe(404);
  const [host, guest] = [await addMachine(), await addMachine()];
  const { nodes, places } = sandbox.world.state;
  places.pods.push({ ...newVmHost, id: 9, name: "pod-9", tags: [], host });
  const node = nodes.bySystemId[guest];
  if (node !== undefined) node.podId = 9;
  expect((await get("/machines/?pod=pod-9")).json).toHaveLength(1);
  expect((await del(`/machines/${host}/`)).status).toBe(400);
  expect((await del(`/machines/${host}/?force=1`)).status).toBe(204);
  expect((await get(`/machines/${guest}/`)).status).toBe(404);
  expect((await get(`/machines/${id("web-01")}/`)).status).toBe(200);
});

test("clone copies storage and interfaces after checking all destinations", async () => {
  const { user } = harness;
  const [source, destination] = [id("web-01"), await addMachine()];
  const both = { source, destinations: destination, interfaces: "true", storage: "false" };
  expect((await post("/machines/op-clone", { ...both, interfaces: "false" })).status).toBe(400);
  expect((await post("/machines/op-clone", { ...both, source: "nosuch" })).status).toBe(400);
  expect((await post("/machines/op-clone", { ...both, destinations: "nosuch" })).status).toBe(400);
  expect((await post("/machines/op-clone", { ...both, destinations: source })).status).toBe(400);
  expect((await post("/machines/op-clone", both, user)).status).toBe(403);
  expect((await post("/machines/op-clone", both)).status).toBe(400);
  const copied = await post("/machines/op-clone", { ...both, source: id("web-02"), destinations: source });
  expect([copied.status, copied.text]).toEqual([204, ""]);
  expect((await get(`/machines/${source}/`)).json.interface_set).toHaveLength(2);
});

test("power parameters are answered for one machine, and for several by id", async () => {
  const [one, other] = [id("web-01"), id("web-02")];
  const single = await get(`/machines/${one}/op-power_parameters`);
  expect([single.status, single.contentType, single.json.power_id]).toEqual([200, undefined, "web-01"]);
  expect(Object.keys((await get(`/machines/op-power_parameters?id=${one}&id=${other}`)).json)).toEqual([
    one,
    other,
  ]);
});

test("is_registered and set_zone work for machines and for nodes", async () => {
  for (const group of ["machines", "nodes"]) {
    const ask = async (query: string) => await get(`/${group}/op-is_registered${query}`);
    expect((await ask("?mac_address=52:54:00:10:00:00")).text).toBe("true");
    expect((await ask("?mac_address=52:54:00:99:99:99")).text).toBe("false");
    expect((await ask("")).status).toBe(400);
    const zone = { nodes: [id("web-01"), id("web-02")], zone: "south" };
    const moved = await post(`/${group}/op-set_zone`, zone);
    expect([moved.status, moved.text]).toEqual([204, ""]);
    expect((await get(`/nodes/${id("web-02")}/`)).json.zone.name).toBe("south");
    expect((await post(`/${group}/op-set_zone`, { ...zone, nodes: "nosuch" })).status).toBe(400);
  }
});

test("annotations are set, changed, removed by an empty value, and removed by a release", async () => {
  const id = await addMachine();
  await post("/machines/op-allocate", { system_id: id });
  const path = `/machines/${id}`;
  expect(
    (await post(`${path}/op-set_workload_annotations`, { role: "web", team: "a", __proto__x: "1" })).status,
  ).toBe(204);
  expect((await post(`${path}/op-set_owner_data`, { team: "", owner: "me" })).status).toBe(204);
  expect((await get(`${path}/`)).json.workload_annotations).toEqual({
    role: "web",
    __proto__x: "1",
    owner: "me",
  });
  expect((await post(`${path}/op-set_workload_annotations`)).status).toBe(400);
  await post(`${path}/op-release`);
  await reach(id, "ready");
  expect((await get(`${path}/`)).json.owner_data).toEqual({});
});

test("the storage and network of a ready machine can be configured", async () => {
  const path = `/machines/${id("db-01")}`;
  expect(
    (await post(`${path}/op-set_storage_layout`, { storage_layout: "lvm" })).json.volume_groups,
  ).toHaveLength(1);
  expect((await post(`${path}/op-set_storage_layout`, { storage_layout: "nosuch" })).status).toBe(400);
  expect(
    (await post(`/machines/${id("app-01")}/op-set_storage_layout`, { storage_layout: "lvm" })).status,
  ).toBe(400);
  const tmpfs = { fstype: "tmpfs", mount_point: "/mnt/scratch" };
  expect((await post(`${path}/op-mount_special`, tmpfs)).json.special_filesystems).toHaveLength(1);
  expect((await post(`${path}/op-mount_special`, { fstype: "tmpfs" })).status).toBe(400);
  expect((await post(`${path}/op-unmount_special`, tmpfs)).json.special_filesystems).toEqual([]);
  expect((await post(`${path}/op-unmount_special`, tmpfs)).status).toBe(400);
  for (const part of ["default", "networking", "storage"])
    expect((await post(`${path}/op-restore_${part}_configuration`)).status).toBe(200);
  expect((await post(`${path}/op-clear_default_gateways`)).status).toBe(200);
});

test("token and installer configuration exist only while a system is installed", async () => {
  const deployed = `/machines/${id("app-01")}`;
  expect(Object.keys((await get(`${deployed}/op-get_token`)).json).sort()).toEqual([
    "consumer_key",
    "token_key",
    "token_secret",
  ]);
  expect((await get(`${deployed}/op-get_curtin_config`)).json.hostname).toBe("app-01.svc");
  expect((await get(`/machines/${id("web-01")}/op-get_token`)).json).toBe(null);
  expect((await get(`/machines/${id("web-01")}/op-get_curtin_config`)).status).toBe(400);
});

test("lists of nodes are grouped by type, and a node is deleted like a machine", async () => {
  const { user } = harness;
  const types = (await get("/nodes/")).json.map((each: { node_type: number }) => each.node_type);
  expect([...types].sort()).toEqual(types);
  expect(types).toContain(4);
  expect((await get("/nodes/", user)).json.some((each: { node_type: number }) => each.node_type === 4)).toBe(
    false,
  );
  const id = await addMachine();
  expect((await del(`/nodes/${id}/`, user)).status).toBe(403);
  expect((await del(`/nodes/${id}/`)).status).toBe(204);
  expect((await get(`/nodes/${id}/`)).status).toBe(404);
});

test("the same seed gives the same fleet and the same keys, another one others", async () => {
  const [a, b, c] = await Promise.all([7, 7, 8].map((seed) => harnessOfTest({ seed })));
  const ids = (each: typeof a) => Object.keys(each?.sandbox.world.state.nodes.bySystemId ?? {});
  expect(ids(a)).toEqual(ids(b));
  expect(a?.sandbox.keys).toEqual(b?.sandbox.keys);
  expect(ids(a)).not.toEqual(ids(c));
  await Promise.all([a, b, c].map((each) => each?.sandbox.stop()));
});

test.each([
  ["parameters only", {}, { power_address: "qemu+ssh://a", power_id: "two" }],
  ["the same type", { power_type: "virsh" }, { power_address: "qemu+ssh://a", power_id: "two" }],
  ["another type", { power_type: "manual" }, { power_id: "two" }],
])("after an update with %s, other parameters remain only if the type does", async (_, more, expected) => {
  const id = await addMachine({
    power_parameters_power_address: "qemu+ssh://a",
    power_parameters_power_id: "one",
  });
  const changes = { ...more, power_parameters_power_id: "two", power_parameters_skip_check: "true" };
  expect((await put(`/machines/${id}/`, changes)).status).toBe(200);
  expect((await get(`/machines/${id}/op-power_parameters`)).json).toEqual(expected);
});
