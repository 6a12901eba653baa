import { deserialize } from "bson";
import { expect, test } from "vitest";
import type { World } from "../../../../src/sandbox/state/world.ts";
import { ask, bob, carol, expectRefusal, rejection } from "../answering.ts";
import { harnessOfFile } from "../harness.ts";
import { networkedWorld } from "../networked-world.ts";

const mac = "02:00:00:00:00:01";

const make = (world: World, form: Record<string, string | string[]> = {}, as = bob) =>
  ask(world, "devices.create", { as, form: { mac_addresses: mac, ...form } });

test("an invalid MAC address, host name, domain or parent of a device is refused", async () => {
  const world = networkedWorld();
  await expectRefusal(ask(world, "devices.create", { form: {} }), "mac_addresses");
  for (const wrong of ["x", "02:00:00:00:00", "02:00:00:00:00:0g"])
    expect(rejection(await make(world, { mac_addresses: [mac, wrong] })), wrong).toEqual([
      400,
      "mac_addresses",
    ]);
  await expectRefusal(make(world, { hostname: "a_b" }), "hostname");
  await expectRefusal(make(world, { hostname: "web-01" }), "hostname");
  await expectRefusal(make(world, { domain: "nosuch" }), "domain");
  await expectRefusal(make(world, { parent: "nosuch" }), "parent");
  expect((await make(world)).status).toBe(200);
  await expectRefusal(make(world), "mac_addresses");
  expect((await ask(world, "devices.create", { as: null, form: { mac_addresses: mac } })).status).toBe(401);
});

test("a device belongs to the user who created it; other users do not see it, administrators do", async () => {
  const world = networkedWorld();
  const path = { system_id: (await make(world)).body.system_id };
  for (const id of ["device.read", "device.update", "device.delete"] as const)
    expect((await ask(world, id, { as: carol, path })).status, id).toBe(403);
  expect((await ask(world, "device.details", { as: carol, path })).status).toBe(403);
  expect((await ask(world, "devices.list", { as: carol })).body).toEqual([]);
  expect((await ask(world, "devices.list", { as: bob })).body.length).toBe(1);
  expect((await ask(world, "device.power_parameters", { as: bob, path })).status).toBe(403);
  const power = await ask(world, "device.power_parameters", { path });
  expect([power.status, power.contentType]).toEqual([200, undefined]);
  const machine = (await ask(world, "machines.list")).body[0].system_id;
  expect((await ask(world, "device.read", { path: { system_id: machine } })).status).toBe(404);
});

test("a device is created, changed, filtered and deleted", async () => {
  const world = networkedWorld();
  const parent = (await ask(world, "machines.list")).body[0].system_id;
  const { body } = await make(world, {
    hostname: "printer7.example.com",
    description: "second floor",
    parent,
  });
  expect([body.fqdn, body.description, body.parent, body.node_type_name]).toEqual([
    "printer7.example.com",
    "second floor",
    parent,
    "Device",
  ]);
  const path = { system_id: body.system_id };
  const changed = await ask(world, "device.update", {
    as: bob,
    path,
    form: { zone: "north", hostname: "plotter" },
  });
  expect([changed.body.zone.name, changed.body.fqdn, changed.body.parent]).toEqual([
    "north",
    "plotter.example.com",
    parent,
  ]);
  await expectRefusal(ask(world, "device.update", { path, form: { zone: "nosuch" } }), "zone");
  await expectRefusal(ask(world, "device.update", { path, form: { parent: body.system_id } }), "parent");
  const findNames = async (query: Record<string, string>) =>
    (await ask(world, "devices.list", { query })).body.length;
  expect([
    await findNames({ fabrics: "fabric-prod" }),
    await findNames({ not_fabrics: "fabric-prod" }),
  ]).toEqual([1, 0]);
  expect([
    await findNames({ mac_address: mac.toUpperCase() }),
    await findNames({ hostname: "other" }),
  ]).toEqual([1, 0]);
  expect((await ask(world, "devices.is_registered", { query: { mac_address: mac } })).text).toBe("true");
  const deletion = await ask(world, "device.delete", { as: bob, path });
  expect([deletion.status, deletion.text]).toEqual([204, ""]);
  expect((await ask(world, "devices.is_registered", { query: { mac_address: mac } })).text).toBe("false");
  expect((await ask(world, "devices.is_registered", {})).status).toBe(400);
});

test("administrators set the zone of devices, and of devices only", async () => {
  const world = networkedWorld();
  const { system_id } = (await make(world)).body;
  const machine = (await ask(world, "machines.list")).body[0].system_id;
  const form = { nodes: [system_id], zone: "south" };
  await expectRefusal(ask(world, "devices.set_zone", { form: { nodes: [system_id] } }), "zone");
  expect(
    (await ask(world, "devices.set_zone", { form: { ...form, nodes: [system_id, machine] } })).status,
  ).toBe(400);
  expect((await ask(world, "devices.set_zone", { form })).status).toBe(204);
  expect((await ask(world, "device.read", { path: { system_id } })).body.zone.name).toBe("south");
});

test("details are XML in BSON; annotations are kept by key; restoring frees reserved addresses", async () => {
  const world = networkedWorld();
  const path = { system_id: (await make(world)).body.system_id };
  const details = deserialize(
    Buffer.from((await ask(world, "device.details", { as: bob, path })).text, "latin1"),
  );
  expect(Object.keys(details).sort()).toEqual(["lldp", "lshw"]);
  expect(String(Buffer.from(details.lshw.buffer))).toMatch(/^<\?xml/);
  const annotate = (form: Record<string, string>) =>
    ask(world, "device.set_workload_annotations", { as: bob, path, form });
  expect((await annotate({})).status).toBe(400);
  expect((await annotate({ role: "printer", __proto__x: "1" })).status).toBe(204);
  await annotate({ role: "", site: "lab" });
  expect((await ask(world, "device.read", { path })).body.workload_annotations).toEqual({
    __proto__x: "1",
    site: "lab",
  });
  expect((await ask(world, "device.set_owner_data", { as: bob, path })).status).toBe(204);
  await ask(world, "ip-addresses.reserve", { as: bob, form: { ip: "10.10.0.70", mac } });
  for (const id of [
    "device.restore_networking_configuration",
    "device.restore_default_configuration",
  ] as const)
    expect((await ask(world, id, { as: bob, path })).body.ip_addresses).toEqual([]);
  expect((await ask(world, "ip-addresses.list", { as: bob })).body).toEqual([]);
});

const harness = await harnessOfFile();
const { get, put, id } = harness;

const rackId = () => id("rack-01");

test("only administrators see rack controllers", async () => {
  const [rack] = (await get("/rackcontrollers/")).json;
  expect((await get(`/rackcontrollers/${rack.system_id}/`)).json).toEqual(rack);
  expect((await get("/rackcontrollers/?hostname=nosuch")).json).toEqual([]);
  expect((await get("/rackcontrollers/?nosuch=1")).status).toBe(400);
  expect((await get("/rackcontrollers/", harness.user)).json).toEqual([]);
  const hidden = await get(`/rackcontrollers/${rack.system_id}/`, harness.user);
  expect([hidden.status, hidden.text]).toEqual([403, ""]);
});

test("every read operation works for a rack controller, and is refused for a machine", async () => {
  const path = `/rackcontrollers/${rackId()}/`;
  expect((await get(`${path}op-power_parameters`)).json).toEqual({});
  expect((await get(`${path}?op=query_power_state`)).json).toEqual({ state: "on" });
  expect((await get("/rackcontrollers/?op=power_parameters")).json).toEqual({ [rackId()]: {} });
  const other = `/rackcontrollers/?op=power_parameters&id=${id("web-02")}`;
  expect((await get(other)).json).toEqual({});
  const details = await get(`${path}?op=details`);
  expect(details.contentType).toBe("application/bson");
  expect(Object.keys(deserialize(details.bytes)).sort()).toEqual(["lldp", "lshw"]);
  for (const op of ["", "op-details", "op-power_parameters", "op-query_power_state", "op-list_boot_images"])
    expect((await get(`/rackcontrollers/${id("web-02")}/${op}`)).status, op).toBe(404);
});

test("a rack controller has the images that the service has synced", async () => {
  const list = async () => (await get(`/rackcontrollers/${rackId()}/op-list_boot_images`)).json;
  const { connected, images, status } = await list();
  expect([connected, status]).toEqual([true, "synced"]);
  const resources = (await get("/boot-resources/?type=synced")).json;
  expect(images.map(({ name }: { name: string }) => name)).toEqual(
    resources.map(({ name }: { name: string }) => name),
  );
  for (const { name, architecture, subarches } of images) {
    expect(name).toMatch(/^[a-z]+\/[a-z0-9]+$/);
    expect(["amd64", "arm64"]).toContain(architecture);
    expect(subarches.length).toBeGreaterThan(0);
  }
});

test("the described power types list exactly the parameters that the service requires", async () => {
  const types = (await get("/rackcontrollers/op-describe_power_types", harness.user)).json;
  expect(types.length).toBeGreaterThan(15);
  const machine = id("web-02");
  for (const { name, fields } of types) {
    const required = fields.map((field: { name: string }) => `power_parameters_${field.name}`);
    const bare = await put(`/machines/${machine}/`, { power_type: name });
    if (required.length === 0) expect([name, bare.status]).toEqual([name, 200]);
    else
      expect([name, bare.status, Object.keys(JSON.parse(bare.text)).sort()]).toEqual([
        name,
        400,
        required.sort(),
      ]);
    const allParameters = Object.fromEntries(required.map((each: string) => [each, "00:16:3e:00:00:01"]));
    expect([
      name,
      (await put(`/machines/${machine}/`, { power_type: name, ...allParameters })).status,
    ]).toEqual([name, 200]);
  }
});

test("the MAC address of a rack controller counts as registered", async () => {
  const [each] = (await get(`/rackcontrollers/${rackId()}/`)).json.interface_set;
  const path = `/rackcontrollers/?op=is_registered&mac_address=${encodeURIComponent(each.mac_address)}`;
  expect((await get(path)).text).toBe("true");
});
