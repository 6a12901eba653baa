import { expect, test } from "vitest";
import { allNodes } from "../../../../src/sandbox/state/world.ts";
import { createRandom } from "../../random.ts";
import { ask, bob, expectRefusal, rejection } from "../answering.ts";
import { type Fields, harnessOfTest } from "../harness.ts";
import { networkedWorld } from "../networked-world.ts";

test("only administrators create fabrics, and only users list them", async () => {
  const world = networkedWorld();
  const forbidden = await ask(world, "fabrics.create", { as: bob, form: { name: "zzz" } });
  expect([forbidden.status, forbidden.text]).toEqual([403, "This method is reserved for admin users."]);
  expect((await ask(world, "fabrics.list", { as: null })).status).toBe(401);
});

test("names of fabrics are unique, and generated names are reserved", async () => {
  const world = networkedWorld();
  const duplicate = await ask(world, "fabrics.create", { form: { name: "fabric-prod" } });
  expect([duplicate.status, duplicate.body]).toEqual([
    400,
    { name: ["Fabric with this Name already exists."] },
  ]);
  for (const name of ["fabric-77", "a/b", "a\nb", "é", "x".repeat(257)])
    expect(rejection(await ask(world, "fabrics.create", { form: { name } })), name).toEqual([400, "name"]);
  await expectRefusal(
    ask(world, "fabric.update", { path: { id: 0 }, form: { name: "fabric-prod" } }),
    "name",
  );
});

test("a new fabric has an untagged VLAN, and can be changed, listed and deleted", async () => {
  const world = networkedWorld();
  const { body } = await ask(world, "fabrics.create", { form: { class_type: "10g", description: "lab" } });
  expect([body.name, body.class_type, body.description, body.vlans.length, body.vlans[0].vid]).toEqual([
    "fabric-2",
    "10g",
    "lab",
    1,
    0,
  ]);
  const path = { id: body.id };
  const changed = await ask(world, "fabric.update", { path, form: { name: "lab one", class_type: "" } });
  expect([changed.body.name, changed.body.class_type, changed.body.description]).toEqual([
    "lab one",
    null,
    "lab",
  ]);
  expect(
    (await ask(world, "fabrics.list", { as: bob })).body.map((each: { name: string }) => each.name),
  ).toEqual(["fabric-0", "fabric-prod", "lab one"]);
  const deletion = await ask(world, "fabric.delete", { path });
  expect([deletion.status, deletion.contentType, deletion.text]).toEqual([204, "text/plain", ""]);
  expect((await ask(world, "fabric.read", { path })).status).toBe(404);
  expect((await ask(world, "vlans.list", { path: { fabric_id: body.id } })).status).toBe(404);
});

test("the first fabric, and fabrics in use, cannot be deleted", async () => {
  const world = networkedWorld();
  expect((await ask(world, "fabric.delete", { path: { id: 0 } })).status).toBe(400);
  const refused = await ask(world, "fabric.delete", { path: { id: 1 } });
  expect([refused.status, refused.text.includes("prod-net")]).toEqual([400, true]);
});

test("ids, MTUs, spaces and references of VLANs are checked, with the field in the error", async () => {
  const world = networkedWorld();
  const path = { fabric_id: 1 };
  const create = (form: Record<string, string>) => ask(world, "vlans.create", { path, form });
  await expectRefusal(create({}), "vid");
  for (const vid of ["-1", "4095", "1.5", "x", "100", "0", "99999999999999999999"])
    expect(rejection(await create({ vid })), vid).toEqual([400, "vid"]);
  for (const mtu of ["551", "65536", "big"])
    expect(rejection(await create({ vid: "7", mtu })), mtu).toEqual([400, "mtu"]);
  await expectRefusal(create({ vid: "7", space: "nowhere" }), "space");
  expect((await ask(world, "vlans.create", { path: { fabric_id: 9 }, form: { vid: "7" } })).status).toBe(404);
  const at = { fabric_id: 1, vid: 100 };
  const update = (form: Record<string, string>) => ask(world, "vlan.update", { path: at, form });
  const machine = allNodes(world, "machine")[0]?.systemId ?? "";
  await expectRefusal(update({ primary_rack: machine }), "primary_rack");
  await expectRefusal(update({ secondary_rack: "nosuch" }), "secondary_rack");
  await expectRefusal(update({ relay_vlan: "999" }), "relay_vlan");
  await expectRefusal(update({ relay_vlan: "3" }), "relay_vlan");
  await expectRefusal(update({ dhcp_on: "true" }), "dhcp_on");
  await expectRefusal(update({ dhcp_on: "maybe" }), "dhcp_on");
  expect((await ask(world, "vlan.read", { path: { fabric_id: 0, vid: 100 } })).status).toBe(404);
  expect((await ask(world, "vlan.read", { path: { fabric_id: 1, vid: "0x64" } })).status).toBe(404);
});

test("a VLAN is created, changed and read with all its fields", async () => {
  const world = networkedWorld();
  const created = await ask(world, "vlans.create", {
    path: { fabric_id: 1 },
    form: { vid: "4094", name: "storage", description: "disks", mtu: "9000", space: "prod" },
  });
  const { vid, name, description, mtu, space, fabric } = created.body;
  expect([vid, name, description, mtu, space, fabric]).toEqual([
    4094,
    "storage",
    "disks",
    9000,
    "prod",
    "fabric-prod",
  ]);
  const path = { fabric_id: 1, vid: 4094 };
  const changed = await ask(world, "vlan.update", {
    path,
    form: { space: "", relay_vlan: "2", mtu: "1500" },
  });
  expect([changed.body.space, changed.body.relay_vlan.id, changed.body.mtu]).toEqual(["undefined", 2, 1500]);
  const undefinedSpace = await ask(world, "vlan.update", {
    path,
    form: { space: "undefined", relay_vlan: "" },
  });
  expect([undefinedSpace.body.space, undefinedSpace.body.relay_vlan]).toEqual(["undefined", null]);
  expect((await ask(world, "vlan.delete", { path })).status).toBe(204);
  expect((await ask(world, "vlan.read", { path })).status).toBe(404);
});

test("DHCP needs a rack controller and a dynamic range, and stops with the last range", async () => {
  const world = networkedWorld();
  const rack = allNodes(world, "rackController")[0]?.systemId ?? "";
  const path = { fabric_id: 1, vid: 100 };
  const update = (form: Record<string, string>) => ask(world, "vlan.update", { path, form });
  await expectRefusal(update({ primary_rack: rack, dhcp_on: "true" }), "dhcp_on");
  const range = await ask(world, "ip-ranges.create", {
    form: { subnet: "2", type: "dynamic", start_ip: "10.20.0.200", end_ip: "10.20.0.210" },
  });
  expect((await update({ primary_rack: rack, dhcp_on: "true" })).body.dhcp_on).toBe(true);
  await expectRefusal(update({ secondary_rack: rack }), "secondary_rack");
  await expectRefusal(update({ relay_vlan: "1" }), "relay_vlan");
  await expectRefusal(update({ primary_rack: "" }), "dhcp_on");
  await ask(world, "ip-range.delete", { path: { id: range.body.id } });
  expect((await ask(world, "vlan.read", { path })).body.dhcp_on).toBe(false);
});

test("subnets and interfaces of a deleted VLAN move to the untagged VLAN", async () => {
  const world = networkedWorld();
  expect((await ask(world, "vlan.delete", { path: { fabric_id: 1, vid: 0 } })).status).toBe(400);
  expect((await ask(world, "vlan.delete", { path: { fabric_id: 1, vid: 100 } })).status).toBe(204);
  const networks = (await ask(world, "networks.list")).body as { description: string; vlan_tag: number }[];
  expect(networks.find((each) => each.description === "mgmt-net")?.vlan_tag).toBe(0);
});

test("the deprecated networks are subnets, and connected MAC addresses are never found", async () => {
  const world = networkedWorld();
  const create = (form: Record<string, string>) => ask(world, "networks.create", { form });
  await expectRefusal(create({ ip: "10.10.0.128", netmask: "255.255.255.128" }), "ip");
  await expectRefusal(create({ ip: "192.0.2.0", netmask: "255.0.255.0" }), "netmask");
  await expectRefusal(create({ ip: "192.0.2.0" }), "netmask");
  await expectRefusal(create({ ip: "x", netmask: "24" }), "ip");
  await expectRefusal(create({ vlan_tag: "5000" }), "vlan_tag");
  await expectRefusal(create({ default_gateway: "10.10.0.1" }), "default_gateway");
  expect((await create({ vlan_tag: "42" })).status).toBe(200);
  const vlans = (await ask(world, "vlans.list", { path: { fabric_id: 0 } })).body as { vid: number }[];
  expect(vlans.map(({ vid }) => vid)).toContain(42);
  const { name } = (await create({})).body;
  const path = { name };
  const changed = await ask(world, "network.update", {
    path,
    form: { description: "spare", dns_servers: "10.10.0.2 10.10.0.3", vlan_tag: "12" },
  });
  expect([changed.body.description, changed.body.dns_servers, changed.body.vlan_tag]).toEqual([
    "spare",
    ["10.10.0.2", "10.10.0.3"],
    12,
  ]);
  for (const id of [
    "network.connect_macs",
    "network.disconnect_macs",
    "network.list_connected_macs",
  ] as const)
    expect((await ask(world, id, { path })).status).toBe(404);
  expect((await ask(world, "network.delete", { path })).status).toBe(204);
  expect((await ask(world, "network.read", { path })).status).toBe(404);
  expect((await ask(world, "network.delete", { path: { name: "subnet-1" } })).status).toBe(400);
  expect((await ask(world, "network.read", { path: { name: "prod-net" } })).status).toBe(404);
});

/** Changes that are accepted, refused, or accepted only in some states. */
const changes: Readonly<Record<string, readonly string[]>> = {
  name: ["lab", "storage net", "", "bad/name", "x".repeat(300)],
  description: ["free text", ""],
  mtu: ["1500", "9000", "551", "65536", "many", ""],
  space: ["prod", "undefined", "", "nosuch", "1", "99"],
  vid: ["0", "100", "200", "4094", "4095", "-1", "x"],
  dhcp_on: ["true", "false", "perhaps", "1"],
  primary_rack: ["rack-01", "nosuch", "", "web-02"],
  secondary_rack: ["rack-01", "rack-02", "nosuch", ""],
  relay_vlan: ["1", "2", "3", "99", "", "x"],
};

test("a VLAN can be changed and deleted by its id as by its fabric, with the same refusals", async () => {
  const [byFabric, byId] = [await harnessOfTest({ seed: 4 }), await harnessOfTest({ seed: 4 })];
  const random = createRandom(10);
  const nodes = new Map(["rack-01", "web-02"].map((name) => [name, byId.id(name)]));
  for (const each of [byFabric, byId]) await each.post("/fabrics/0/vlans/", { vid: "100", name: "extra" });
  const statuses = new Set<number>();
  for (let round = 0; round < 120; round += 1) {
    const vlans = (await byId.get("/fabrics/0/vlans/")).json as { id: number; vid: number }[];
    const { id, vid } = random.pick(vlans);
    const names = Object.keys(changes).filter(() => random.below(4) === 0);
    const fields: Fields = Object.fromEntries(
      names.map((name) => {
        const value = random.pick(changes[name] ?? [""]);
        return [name, nodes.get(value) ?? value];
      }),
    );
    const isRemoval = random.below(12) === 0;
    const isUser = random.below(9) === 0;
    const replies = [];
    for (const [each, path] of [
      [byFabric, `/fabrics/0/vlans/${vid}/`],
      [byId, `/vlans/${id}/`],
    ] as const) {
      const who = isUser ? each.user : undefined;
      replies.push(isRemoval ? await each.del(path, who) : await each.put(path, fields, who));
    }
    const [one, other] = replies.map(({ status, text }) => [status, text]);
    expect([round, fields, other]).toEqual([round, fields, one]);
    statuses.add(replies[0]?.status ?? 0);
    for (const each of [byFabric, byId])
      if ((await each.get("/fabrics/0/vlans/")).json.length < 2)
        await each.post("/fabrics/0/vlans/", { vid: "100" });
  }
  expect((await byId.get("/fabrics/")).text).toBe((await byFabric.get("/fabrics/")).text);
  expect([...statuses].sort()).toEqual([200, 204, 400, 403]);
});

test("a VLAN without a name is named after its VLAN id, also after a change of it", async () => {
  const harness = await harnessOfTest();
  const { id, name } = (await harness.post("/fabrics/0/vlans/", { vid: "7" })).json;
  expect(name).toBe("7");
  expect((await harness.put(`/vlans/${id}/`, { vid: "8" })).json).toMatchObject({ vid: 8, name: "8" });
  expect((await harness.put(`/vlans/${id}/`, { vid: "9", name: "storage" })).json.name).toBe("storage");
  expect((await harness.put(`/vlans/${id}/`, { vid: "10" })).json).toMatchObject({
    vid: 10,
    name: "storage",
  });
});

test("the relay VLAN can be an id or a name", async () => {
  const harness = await harnessOfTest();
  const [one, other] = [
    (await harness.post("/fabrics/0/vlans/", { vid: "7", name: "relayed" })).json,
    (await harness.post("/fabrics/0/vlans/", { vid: "8", name: "relaying" })).json,
  ];
  for (const relay_vlan of ["relaying", String(other.id)])
    expect((await harness.put(`/vlans/${one.id}/`, { relay_vlan })).json.relay_vlan.id).toBe(other.id);
  for (const relay_vlan of ["nosuch", "99", "1.5", "-1"])
    expect((await harness.put(`/vlans/${one.id}/`, { relay_vlan })).status).toBe(400);
  expect((await harness.put(`/vlans/${one.id}/`, { relay_vlan: "" })).json.relay_vlan).toBe(null);
});
