import { deserialize } from "bson";
import { expect, test } from "vitest";
import type { World } from "../../../../src/sandbox/state/world.ts";
import { ask, bob, carol, expectRefusal, rejection } from "../answering.ts";
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
  expect((await ask(world, "devices.set_zone", { as: bob, form })).status).toBe(403);
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
