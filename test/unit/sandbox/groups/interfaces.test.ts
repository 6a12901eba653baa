import { beforeEach, describe, expect, test } from "vitest";
import { type Fields, harnessOfFile } from "../harness.ts";

const harness = await harnessOfFile();
const { get, post, put, del, reach } = harness;

let system = "";
let path = "";
let count = 0;

/** A new ready machine for each test, with eth0 on the fleet's VLAN and eth1 on none. */
beforeEach(async () => {
  count += 1;
  const mac = (index: number) => `02:00:00:0${index}:00:${String(count).padStart(2, "0")}`;
  const created = await post("/machines/", {
    architecture: "amd64/generic",
    power_type: "manual",
    mac_addresses: [mac(1), mac(2)],
  });
  system = created.json.system_id;
  await reach(system, "ready");
  path = `/nodes/${system}/interfaces/`;
  const [first] = await list();
  const vlan = harness.sandbox.world.state.networks.subnets.rows[prodNet()]?.vlanId;
  if (first.vlan?.id !== vlan) await put(`${path}eth0/`, { vlan: String(vlan) });
});

const prodNet = () =>
  Object.values(harness.sandbox.world.state.networks.subnets.rows).find(({ name }) => name === "prod-net")
    ?.id ?? 0;
const mgmtVlan = () =>
  String(Object.values(harness.sandbox.world.state.networks.vlans.rows).find(({ vid }) => vid === 100)?.id);

const list = async () => (await get(path)).json;
const idOf = async (name: string) =>
  String((await list()).find((each: { name: string }) => each.name === name)?.id);
const names = async () => (await list()).map((each: { name: string }) => each.name);
const create = (kind: string, fields: Fields) => post(`${path}?op=create_${kind}`, fields);
const act = (name: string, op: string, fields: Fields = {}) => post(`${path}${name}/?op=${op}`, fields);
const takenBy = () =>
  Object.values(harness.sandbox.world.state.networks.addresses.byIp).filter(
    (each) => each.systemId === system,
  );

describe("interfaces", () => {
  test("a physical interface is created, changed and deleted", async () => {
    const created = (await create("physical", { mac_address: "02-AA-00-00-00-01", tags: ["a", "b"] })).json;
    expect(created).toMatchObject({
      name: "eth2",
      mac_address: "02:aa:00:00:00:01",
      type: "physical",
      tags: ["a", "b"],
    });
    expect([created.vlan, created.links]).toEqual([null, []]);
    expect((await get(`${path}${created.id}/`)).json).toEqual(created);
    const changed = await put(`${path}${created.id}/`, { name: "wan", mtu: "9000", link_speed: "1000" });
    expect(changed.json).toMatchObject({
      name: "wan",
      effective_mtu: 9000,
      link_speed: 1000,
      params: { mtu: 9000 },
    });
    const machine = (await get(`/machines/${system}/`)).json;
    expect(machine.interface_set.map((each: { name: string }) => each.name)).toContain("wan");
    expect((await del(`${path}wan/`)).status).toBe(204);
    expect(await names()).not.toContain("wan");
  });

  test("a bond takes its parents, and frees them when it is deleted", async () => {
    const parents = [await idOf("eth0"), await idOf("eth1")];
    const refused = await create("bond", { name: "bond0", parents });
    expect([refused.status, Object.keys(refused.json)]).toEqual([400, ["parents"]]);
    await put(`${path}eth1/`, { vlan: String((await list())[0].vlan.id) });
    const bond = (await create("bond", { name: "bond0", parents, bond_mode: "802.3ad" })).json;
    expect(bond).toMatchObject({
      type: "bond",
      parents: ["eth0", "eth1"],
      params: { bond_mode: "802.3ad", bond_miimon: 100 },
    });
    const [first, second] = await list();
    expect([first.children, first.links, second.vlan]).toEqual([["bond0"], [], bond.vlan]);
    expect((await act("eth0", "link_subnet", { mode: "DHCP", subnet: "prod-net" })).status).toBe(400);
    expect((await create("bond", { name: "bond1", parents: parents.slice(1) })).status).toBe(400);
    await put(`${path}bond0/`, { name: "team" });
    expect((await list())[0].children).toEqual(["team"]);
    await del(`${path}team/`);
    expect((await list()).map((each: { children: string[] }) => each.children)).toEqual([[], []]);
  });

  test("a VLAN interface is named after its parent and its tag, and renamed with them", async () => {
    const created = (await create("vlan", { vlan: mgmtVlan(), parent: await idOf("eth0") })).json;
    expect(created).toMatchObject({ name: "eth0.100", type: "vlan", parents: ["eth0"] });
    await put(`${path}eth0/`, { name: "lan" });
    expect(await names()).toContain("lan.100");
    await put(`${path}lan.100/`, { parent: await idOf("eth1") });
    expect(await names()).toContain("eth1.100");
    expect((await put(`${path}eth1.100/`, { name: "x" })).status).toBe(400);
    const untagged = Object.values(harness.sandbox.world.state.networks.vlans.rows).find(
      ({ vid }) => vid === 0,
    );
    expect((await create("vlan", { vlan: String(untagged?.id), parent: await idOf("lan") })).status).toBe(
      400,
    );
    await del(`${path}eth1/`);
    expect(await names()).toEqual(["lan"]);
  });

  test("a bridge that a user created remains on its parent after a release", async () => {
    const created = (await create("bridge", { parent: await idOf("eth0"), bridge_type: "ovs" })).json;
    expect(created).toMatchObject({
      name: "br-eth0",
      type: "bridge",
      params: { bridge_type: "ovs", bridge_stp: false, bridge_fd: 15 },
    });
    await act("br-eth0", "link_subnet", { mode: "AUTO", subnet: "prod-net" });
    await post("/machines/op-allocate", { system_id: system, bridge_all: "true" });
    await post(`/machines/${system}/op-release`);
    await reach(system, "ready");
    expect((await list()).find((each: { name: string }) => each.name === "br-eth0")?.parents).toEqual([
      "eth0",
    ]);
  });
});

describe("links", () => {
  test("a static link takes an address, and frees it", async () => {
    const linked = await act("eth0", "link_subnet", {
      mode: "static",
      subnet: "prod-net",
      ip_address: "10.10.0.99",
    });
    expect(linked.json.links.at(-1)).toMatchObject({ mode: "static", ip_address: "10.10.0.99" });
    expect(takenBy().map(({ ip }) => ip)).toContain("10.10.0.99");
    expect((await get(`/machines/${system}/`)).json.ip_addresses).toContain("10.10.0.99");
    const again = await act("eth0", "link_subnet", {
      mode: "STATIC",
      subnet: "prod-net",
      ip_address: "10.10.0.99",
    });
    expect([again.status, Object.keys(again.json)]).toEqual([400, ["ip_address"]]);
    const { id } = linked.json.links.at(-1);
    expect((await act("eth0", "unlink_subnet", { id: String(id) })).status).toBe(200);
    expect(takenBy().map(({ ip }) => ip)).not.toContain("10.10.0.99");
    expect((await act("eth0", "unlink_subnet", { id: String(id) })).status).toBe(400);
  });

  test("a default gateway is set, shown in the machine, and removed with its link", async () => {
    const linked = await act("eth0", "link_subnet", {
      mode: "STATIC",
      subnet: "prod-net",
      default_gateway: "true",
    });
    const { id } = linked.json.links.at(-1);
    const gateways = async () => (await get(`/machines/${system}/`)).json.default_gateways;
    expect((await gateways()).ipv4).toEqual({ gateway_ip: "10.10.0.1", link_id: id });
    expect((await act("eth0", "set_default_gateway", { link_id: String(id) })).status).toBe(200);
    await act("eth0", "disconnect");
    expect((await gateways()).ipv4.link_id).toBeNull();
    expect((await act("eth0", "set_default_gateway")).status).toBe(400);
  });

  test("a subnet of another VLAN needs force, which removes the other links", async () => {
    expect((await act("eth0", "link_subnet", { mode: "DHCP", subnet: "mgmt-net" })).status).toBe(400);
    const forced = await act("eth0", "link_subnet", { mode: "DHCP", subnet: "mgmt-net", force: "true" });
    expect(forced.json).toMatchObject({ vlan: { vid: 100 }, links: [{ mode: "dhcp" }] });
    expect((await act("eth0", "link_subnet", { mode: "LINK_UP" })).status).toBe(400);
    const up = await act("eth0", "link_subnet", { mode: "LINK_UP", force: "true" });
    expect(up.json.links).toMatchObject([{ mode: "link_up" }]);
    const off = await act("eth0", "disconnect");
    expect([off.json.vlan, off.json.links]).toEqual([null, []]);
  });
});

describe("permissions and refusals", () => {
  test("users may change the interfaces of their own machines", async () => {
    const { user } = harness;
    const tag = { tag: "uplink" };
    expect((await get(path, user)).status).toBe(200);
    expect((await post(`${path}eth0/?op=add_tag`, tag, user)).status).toBe(403);
    await post("/machines/op-allocate", { system_id: system }, user);
    expect((await post(`${path}eth0/?op=add_tag`, tag, user)).json.tags).toEqual(["uplink"]);
    expect((await post(`${path}eth0/?op=remove_tag`, tag, user)).json.tags).toEqual([]);
    expect((await put(`${path}eth1/`, { name: "wan" }, user)).status).toBe(200);
    await post(`/machines/${system}/op-deploy`, {}, user);
    await reach(system, "deployed");
    const refused = await put(`${path}wan/`, { name: "eth1" }, user);
    expect([refused.status, refused.text]).toEqual([
      409,
      "Cannot update interface because the machine is not New, Ready, Allocated, or Broken.",
    ]);
  });

  test.each([
    ["physical", {}, ["mac_address"]],
    ["physical", { mac_address: "nonsense" }, ["mac_address"]],
    ["physical", { mac_address: "52:54:00:10:00:00" }, ["mac_address"]],
    ["physical", { mac_address: "02:bb:00:00:00:01", name: "eth0" }, ["name"]],
    ["physical", { mac_address: "02:bb:00:00:00:01", mtu: "1" }, ["mtu"]],
    ["physical", { mac_address: "02:bb:00:00:00:01", bond_mode: "802.3ad" }, ["bond_mode"]],
    ["physical", { mac_address: "02:bb:00:00:00:01", vlan: "999" }, ["vlan"]],
    ["bond", { name: "bond0" }, ["parents"]],
    ["bond", { name: "bond0", parents: "999" }, ["parents"]],
    ["bridge", {}, ["parent"]],
    ["vlan", {}, ["parent", "vlan"]],
  ])("create_%s with %j is refused, and creates nothing", async (kind, fields, wrong) => {
    const before = await list();
    const reply = await create(kind, fields);
    expect([reply.status, Object.keys(reply.json).sort()]).toEqual([400, wrong]);
    expect(await list()).toEqual(before);
  });

  test("an unknown interface is a 404", async () => {
    expect((await get(`${path}99999/`)).text).toBe("No Interface matches the given query.");
  });
});

test("a VLAN with a new id renames the interfaces on it", async () => {
  const created = (await post("/fabrics/0/vlans/", { vid: "300" })).json;
  await create("vlan", { vlan: String(created.id), parent: await idOf("eth1") });
  const fabric = `/fabrics/${created.fabric_id}/vlans`;
  expect((await put(`${fabric}/300/`, { vid: "301", name: "x" })).json).toMatchObject({
    vid: 301,
    name: "x",
  });
  expect(await names()).toContain("eth1.301");
  await create("physical", { mac_address: "02:cc:00:00:00:01", name: "eth1.302" });
  for (const vid of ["302", "0", "5000", "x"])
    expect(Object.keys((await put(`${fabric}/301/`, { vid })).json)).toEqual(["vid"]);
  expect((await put(`${fabric}/0/`, { vid: "400" })).status).toBe(400);
  expect((await get(`/vlans/${created.id}/`)).json.vid).toBe(301);
});

test("a DNS record keeps its TTL", async () => {
  const record = { fqdn: "ttl.example.com", rrtype: "TXT", rrdata: "x", ttl: "77" };
  const created = (await post("/dnsresourcerecords/", record)).json;
  expect(created.ttl).toBe(77);
  const path = `/dnsresourcerecords/${created.id}/`;
  expect((await put(path, { rrdata: "y" })).json.ttl).toBe(77);
  expect((await put(path, { ttl: "" })).json.ttl).toBeNull();
});
