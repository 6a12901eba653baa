import { expect, test } from "vitest";
import { harnessOfFile } from "../harness.ts";

const harness = await harnessOfFile();
const { get, post, put, del, id, reach } = harness;

const address = "qemu+ssh://ops@10.10.0.7/system";

async function addHost(more: Readonly<Record<string, string>> = {}): Promise<string> {
  const created = await post("/vm-hosts/", { type: "virsh", power_address: address, ...more });
  expect([created.status, created.text]).toEqual([200, created.text]);
  return `/vm-hosts/${created.json.id}/`;
}

const composed = async (host: string, form: Readonly<Record<string, string>> = {}): Promise<string> =>
  (await post(`${host}op-compose`, form)).json.system_id;

const usedOf = async (host: string) => (await get(host)).json.used;

const none = { cores: 0, memory: 0, local_storage: 0 };

test("a host has the given values at both paths, and the tag that the service adds", async () => {
  const host = await addHost({ name: "lab", tags: "a,b", pool: "web", zone: "north", power_pass: "p" });
  const { json } = await get(host);
  expect(json).toMatchObject({ name: "lab", type: "virsh", pool: { name: "web" }, zone: { name: "north" } });
  expect(json.tags).toEqual(["a", "b", "pod-console-logging"]);
  const pod = (await get(`/pods/${json.id}/`)).json;
  expect(pod).toEqual({ ...json, resource_uri: json.resource_uri.replace("vm-hosts", "pods") });
  expect((await get(`${host}?op=parameters`)).json).toEqual({ power_address: address, power_pass: "p" });
  await put(host, { cpu_over_commit_ratio: "2.5", tags: "c", power_pass: "q" });
  await post(`${host}op-add_tag`, { tag: "d" });
  const changed = (await post(`${host}op-remove_tag`, { tag: "c" })).json;
  expect([changed.cpu_over_commit_ratio, changed.tags]).toEqual([2.5, ["d"]]);
  expect((await get(`${host}op-parameters`)).json.power_pass).toBe("q");
});

test.each([
  ["a name that is taken", { name: "vmhost-1" }, "name"],
  ["another type", { type: "qemu" }, "type"],
  ["an address of another type", { power_address: "10.0.0.1" }, "power_address"],
  ["an unknown zone", { zone: "nosuch" }, "zone"],
])("%s is refused", async (_, form, field) => {
  const fields = { type: "virsh", power_address: address, ...form };
  const refused = await post("/vm-hosts/", fields);
  expect([refused.status, Object.keys(JSON.parse(refused.text))]).toEqual([400, [field]]);
});

test("a composed machine is ready, uses resources of the host, and frees them when deleted or released", async () => {
  const host = await addHost({ pool: "web" });
  const form = { cores: "3", memory: "4096", hostname: "vm-a", storage: "root:20,data:30(ssd)", zone: "2" };
  const machine = await composed(host, { ...form, interfaces: "net0:subnet=mgmt-net;net1:subnet=prod-net" });
  const { json } = await get(`/machines/${machine}/`);
  expect(json).toMatchObject({ hostname: "vm-a", status_name: "Ready", cpu_count: 3, memory: 4096 });
  expect([json.pool.name, json.zone.name, json.power_type]).toEqual(["web", "north", "virsh"]);
  const disks = json.blockdevice_set.map(({ size }: { size: number }) => size);
  expect(disks).toEqual([20e9, 30e9]);
  const cards = json.interface_set.map((each: { name: string; vlan: { fabric: string } }) => each.name);
  expect(cards).toEqual(["net0", "net1"]);
  expect(await usedOf(host)).toEqual({ cores: 3, memory: 4096, local_storage: 50e9 });
  expect((await del(`/machines/${machine}/`)).status).toBe(204);
  expect(await usedOf(host)).toEqual(none);
  const other = await composed(host);
  await post("/machines/op-allocate", { system_id: other });
  expect((await post(`/machines/${other}/op-release`)).status).toBe(200);
  await expect.poll(async () => (await get(`/machines/${other}/`)).status).toBe(404);
  expect(await usedOf(host)).toEqual(none);
});

test.each([
  [{ cores: "17" }, "CPU"],
  [{ memory: "65537" }, "Memory"],
  [{ storage: "2001" }, "Storage"],
  [{ pinned_cores: Array.from({ length: 17 }, (_, core) => core).join() }, "CPU"],
])("a machine larger than the free resources is refused: %j", async (form, resource) => {
  const host = await addHost();
  const refused = await post(`${host}op-compose`, form);
  expect([refused.status, refused.text]).toEqual([
    400,
    expect.stringContaining(`${resource} over commit ratio`),
  ]);
  expect(await usedOf(host)).toEqual(none);
});

test.each([
  [{ pinned_cores: "0,many" }, "pinned_cores"],
  [{ interfaces: "eth0:space=nosuch" }, "interfaces"],
  [{ interfaces: "eth0:subnet=mgmt-net,vid=4000" }, "interfaces"],
])("an invalid machine is refused: %j", async (form, field) => {
  const refused = await post("/vm-hosts/1/op-compose", form);
  expect([refused.status, Object.keys(refused.json)]).toEqual([400, [field]]);
});

test("a composed machine is connected to the networks that were requested", async () => {
  const machine = await composed("/vm-hosts/1/", {
    interfaces: "a:vid=100,subnet_cidr=10.20.0.0/24;b:name=b",
  });
  const { json } = await get(`/machines/${machine}/`);
  expect(json.interface_set.map((each: { vlan: { vid: number } }) => each.vlan.vid)).toEqual([100, 0]);
});

test("an over-commit ratio allows more than the host has", async () => {
  const host = await addHost();
  await put(host, { cpu_over_commit_ratio: "2" });
  expect((await post(`${host}op-compose`, { cores: "30" })).status).toBe(200);
  expect((await post(`${host}op-compose`, { cores: "3" })).status).toBe(400);
  expect((await put(host, { cpu_over_commit_ratio: "11" })).status).toBe(400);
});

test("deleting a host deletes its machines only with decompose", async () => {
  for (const [query, status] of [
    ["", 200],
    ["?decompose=true", 404],
  ] as const) {
    const host = await addHost();
    const machine = await composed(host);
    expect((await del(`${host}${query}`)).status).toBe(204);
    expect((await get(host)).status).toBe(404);
    expect((await get(`/machines/${machine}/`)).status).toBe(status);
  }
});

test("users may read hosts; there are no clusters", async () => {
  const { user } = harness;
  expect((await get("/vm-hosts/1/", user)).json.name).toBe("vmhost-1");
  expect((await get("/vm-clusters/")).json).toEqual([]);
  expect((await get("/vm-clusters/1")).status).toBe(404);
});

test("the only controller is of both types, and shows a change in both", async () => {
  const path = `controllers/${id("rack-01")}/`;
  const changed = await put(`/region${path}`, { description: "first", zone: "north", power_type: "manual" });
  expect(changed.json).toMatchObject({
    description: "first",
    resource_uri: expect.stringContaining("region"),
  });
  expect(changed.json).not.toHaveProperty("service_set");
  const rack = (await get(`/rack${path}`)).json;
  expect([rack.description, rack.zone.name, rack.node_type]).toEqual(["first", "north", 4]);
  expect((await post(`/rack${path}op-test`)).status).toBe(200);
  await reach(id("rack-01"), "deployed");
  expect((await post(`/rack${path}op-abort`)).status).toBe(409);
  expect((await post(`/rack${path}op-import_boot_images`)).text).toContain("rack-01");
  expect((await del(`/region${path}`)).status).toBe(204);
  expect((await get("/rackcontrollers/")).json).toEqual([]);
});
