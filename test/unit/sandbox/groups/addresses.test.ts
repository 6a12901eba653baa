import { expect, test } from "vitest";
import { assignAddresses, releaseAddresses } from "../../../../src/sandbox/model/networks/interfaces.ts";
import { boundsOf, rangesOfSubnet } from "../../../../src/sandbox/model/networks/ranges.ts";
import { seededRandom, seedState } from "../../../../src/sandbox/simulation/random.ts";
import { allNodes, type World } from "../../../../src/sandbox/state/world.ts";
import { parseAddress } from "../../../../src/sandbox/values/blocks.ts";
import { admin, ask, bob, carol, expectRefusal, rejection } from "../answering.ts";
import { networkedWorld } from "../networked-world.ts";

const reserve = (world: World, form: Record<string, string>, as = bob) =>
  ask(world, "ip-addresses.reserve", { as, form });

/** A subnet with six usable addresses. */
async function tinySubnet(world: World): Promise<string> {
  const network = await ask(world, "networks.create", {
    form: { ip: "192.0.2.0", netmask: "255.255.255.248", description: "tiny" },
  });
  expect(network.status).toBe(200);
  return "192.0.2.0/29";
}

test("invalid addresses, and addresses in no subnet, are refused with their field", async () => {
  const world = networkedWorld();
  await expectRefusal(reserve(world, {}), "subnet");
  for (const ip of [
    ...["10.10.0", "10.10.0.256", "010.010.000.009", "0x0a.1.1.1", "fe80::1%eth0", ":::", "x", "1"],
  ])
    expect(rejection(await reserve(world, { ip })), ip).toEqual([400, "ip"]);
  expect((await reserve(world, { ip: "198.51.100.7" })).status).toBe(400);
  expect((await reserve(world, { subnet: "198.51.100.0/24" })).status).toBe(400);
  expect((await reserve(world, { subnet: "10.10.0.0/99" })).status).toBe(400);
  await expectRefusal(reserve(world, { subnet: "10.20.0.0/24", ip: "10.10.0.9" }), "ip");
  await expectRefusal(reserve(world, { subnet: "10.10.0.0/24", mac: "52:54:00" }), "mac");
  await expectRefusal(reserve(world, { subnet: "10.10.0.0/24", hostname: "-bad-" }), "hostname");
  await expectRefusal(reserve(world, { subnet: "10.10.0.0/24", hostname: "a.nowhere.test" }), "hostname");
  expect((await ask(world, "ip-addresses.reserve", { as: null, form: { ip: "10.10.0.9" } })).status).toBe(
    401,
  );
});

test("the gateway, the network's own, leased and used addresses cannot be reserved", async () => {
  const world = networkedWorld();
  for (const ip of ["10.10.0.0", "10.10.0.1", "10.10.0.255", "10.10.0.205", "10.10.0.3", "10.10.0.4"])
    expect(rejection(await reserve(world, { ip })), ip).toEqual([400, "ip"]);
  expect((await reserve(world, { ip: "10.10.0.60" })).status).toBe(200);
  await expectRefusal(reserve(world, { ip: "10.10.0.60" }, carol), "ip");
});

test("a full subnet answers 503 until an address is released", async () => {
  const world = networkedWorld();
  const subnet = await tinySubnet(world);
  const reservedIps: string[] = [];
  for (let count = 0; count < 6; count += 1) reservedIps.push((await reserve(world, { subnet })).body.ip);
  expect(reservedIps).toEqual([1, 2, 3, 4, 5, 6].map((last) => `192.0.2.${last}`));
  const refused = await reserve(world, { subnet });
  expect([refused.status, refused.text]).toEqual([503, "No more IPs available in subnet: 192.0.2.0/29."]);
  expect((await ask(world, "ip-addresses.release", { as: bob, form: { ip: "192.0.2.3" } })).status).toBe(204);
  expect((await reserve(world, { subnet })).body.ip).toBe("192.0.2.3");
});

test("only the owner can release a reservation, or an administrator with force", async () => {
  const world = networkedWorld();
  const release = (form: Record<string, string>, as = bob) =>
    ask(world, "ip-addresses.release", { as, form });
  await reserve(world, { ip: "10.10.0.60" });
  await expectRefusal(release({}), "ip");
  expect((await release({ ip: "10.10.0.60" }, carol)).status).toBe(404);
  expect((await release({ ip: "10.10.0.60" }, admin)).status).toBe(404);
  expect((await release({ ip: "10.10.0.60", force: "true" }, carol)).status).toBe(403);
  expect((await release({ ip: "10.10.0.60", force: "perhaps" }, admin)).status).toBe(400);
  expect((await release({ ip: "10.10.0.61", force: "true" }, admin)).status).toBe(404);
  await expectRefusal(release({ ip: "10.10.0.200", discovered: "true" }, admin), "discovered");
  expect((await release({ ip: "10.10.0.200", force: "true" }, admin)).status).toBe(404);
  expect((await release({ ip: "10.10.0.200", force: "true", discovered: "true" }, admin)).status).toBe(204);
  expect((await release({ ip: "10.10.0.60", force: "true" }, admin)).status).toBe(204);
  expect((await release({ ip: "10.10.0.60" })).status).toBe(404);
});

test("users list their reservations; all and owner need an administrator", async () => {
  const world = networkedWorld();
  const list = async (query: Record<string, string>, as = bob) => {
    const answer = await ask(world, "ip-addresses.list", { as, query });
    return answer.status === 200 ? answer.body.map((each: { ip: string }) => each.ip) : answer.status;
  };
  await reserve(world, { ip_address: "10.10.0.60", hostname: "spare" });
  await reserve(world, { ip: "10.10.0.61" }, carol);
  expect(await list({})).toEqual(["10.10.0.60"]);
  expect(await list({ all: "true" })).toBe(403);
  expect(await list({ owner: "carol" })).toBe(403);
  expect(await list({ ip: "nonsense" })).toBe(400);
  expect(await list({ owner: "carol" }, admin)).toEqual(["10.10.0.61"]);
  expect(await list({ all: "true", ip: "10.10.0.61" }, admin)).toEqual(["10.10.0.61"]);
  const resources = await ask(world, "dns-resources.list", { query: { fqdn: "spare.svc" } });
  expect(resources.body[0].ip_addresses[0].owner.username).toBe("bob");
});

test("reserving for a node's MAC address links the address to the node until it is released", async () => {
  const world = networkedWorld();
  const { body: device } = await ask(world, "devices.create", {
    as: bob,
    form: { mac_addresses: "02:00:00:00:00:09" },
  });
  const path = { system_id: device.system_id };
  expect((await reserve(world, { ip: "10.10.0.70", mac: "02-00-00-00-00-09" }, carol)).status).toBe(403);
  const { body } = await reserve(world, { ip: "10.10.0.70", mac: "02-00-00-00-00-09" });
  expect(body.interface_set[0].system_id).toBe(device.system_id);
  expect((await ask(world, "device.read", { path })).body.ip_addresses).toEqual(["10.10.0.70"]);
  await ask(world, "ip-addresses.release", { as: bob, form: { ip: "10.10.0.70" } });
  expect((await ask(world, "device.read", { path })).body.ip_addresses).toEqual([]);
  await reserve(world, { ip: "10.10.0.71", mac: "02:00:00:00:00:09" });
  expect((await ask(world, "device.delete", { as: bob, path })).status).toBe(204);
  expect((await reserve(world, { ip: "10.10.0.71" }, carol)).status).toBe(200);
});

test("a range must be inside its subnet, in order, and must not overlap ranges or used addresses", async () => {
  const world = networkedWorld();
  const create = (form: Record<string, string>, as = admin) =>
    ask(world, "ip-ranges.create", {
      as,
      form: { subnet: "1", type: "reserved", start_ip: "10.10.0.100", end_ip: "10.10.0.110", ...form },
    });
  await expectRefusal(ask(world, "ip-ranges.create", { form: {} }), "start_ip", "end_ip", "subnet", "type");
  await expectRefusal(create({ subnet: "99" }), "subnet");
  await expectRefusal(create({ type: "static" }), "type");
  await expectRefusal(create({ start_ip: "10.20.0.1" }), "start_ip");
  await expectRefusal(create({ start_ip: "10.10.0.x" }), "start_ip");
  await expectRefusal(create({ end_ip: "2001:db8:10::9" }), "end_ip");
  await expectRefusal(create({ end_ip: "10.10.0.99" }), "end_ip");
  await expectRefusal(create({ end_ip: "10.10.0.201" }), "start_ip");
  await expectRefusal(create({ type: "dynamic", start_ip: "10.10.0.1" }), "start_ip");
  await expectRefusal(create({ type: "dynamic", start_ip: "10.10.0.40" }), "start_ip");
  expect((await create({ type: "dynamic" }, bob)).status).toBe(403);
  expect((await create({}, bob)).body.user.username).toBe("bob");
});

test("a range belongs to its creator: others may read it, administrators change it", async () => {
  const world = networkedWorld();
  const subnet = await tinySubnet(world);
  const id = world.state.networks.subnets.nextId - 1;
  const created = await ask(world, "ip-ranges.create", {
    as: bob,
    form: {
      subnet: String(id),
      type: "reserved",
      start_ip: "192.0.2.1",
      end_ip: "192.0.2.5",
      comment: "mine",
    },
  });
  const path = { id: created.body.id };
  expect((await reserve(world, { subnet }, carol)).body.ip).toBe("192.0.2.6");
  expect((await reserve(world, { subnet }, carol)).status).toBe(503);
  expect(
    (await ask(world, "ip-range.update", { as: carol, path, form: { end_ip: "192.0.2.4" } })).status,
  ).toBe(403);
  expect((await ask(world, "ip-range.read", { as: carol, path })).body.comment).toBe("mine");
  const changed = await ask(world, "ip-range.update", {
    path,
    form: { end_ip: "192.0.2.4", comment: "less" },
  });
  expect([changed.body.end_ip, changed.body.comment]).toEqual(["192.0.2.4", "less"]);
  expect((await reserve(world, { subnet }, carol)).body.ip).toBe("192.0.2.5");
  expect((await ask(world, "ip-range.delete", { as: carol, path })).status).toBe(403);
  const deletion = await ask(world, "ip-range.delete", { as: bob, path });
  expect([deletion.status, deletion.contentType, deletion.text]).toEqual([204, "text/plain", ""]);
  expect((await ask(world, "ip-range.read", { path })).status).toBe(404);
  expect((await reserve(world, { subnet }, carol)).body.ip).toBe("192.0.2.1");
});

test("a machine that cannot get all its addresses gets none", async () => {
  const world = networkedWorld();
  const subnet = await tinySubnet(world);
  for (let count = 0; count < 6; count += 1) await reserve(world, { subnet });
  const node = allNodes(world, "machine").find((each) => each.status === "ready");
  const second = node?.interfaces[1];
  if (node === undefined || second === undefined) throw new Error("the fleet has a ready machine");
  const subnetId = world.state.networks.subnets.nextId - 1;
  second.links = [{ id: 999, mode: "auto", subnetId, ip: null }];
  const before = Object.keys(world.state.networks.addresses.byIp).sort();
  expect(() => assignAddresses(world, node)).toThrow("No more IPs available");
  expect(Object.keys(world.state.networks.addresses.byIp).sort()).toEqual(before);
  expect(node.interfaces[0]?.links[0]?.ip).toBeNull();
});

test("after random reservations, assignments and releases no address was given twice, and all are free again", async () => {
  for (const seed of [1, 2, 3]) {
    const world = networkedWorld(12, seed);
    const random = seededRandom(seedState(seed + 100));
    const subnet = await tinySubnet(world);
    const owners = new Map<string, typeof bob>();
    const before = new Set(Object.keys(world.state.networks.addresses.byIp));
    const nodes = allNodes(world, "machine").filter((node) => node.status === "ready");
    for (let step = 0; step < 400; step += 1) {
      const choice = random.next();
      const as = random.pick([bob, carol]);
      if (choice < 0.45) {
        const answer = await reserve(world, { subnet: random.pick([subnet, "10.20.0.0/24"]) }, as);
        if (answer.status === 200) {
          expect(owners.has(answer.body.ip)).toBe(false);
          owners.set(answer.body.ip, as);
        } else expect(answer.status).toBe(503);
      } else if (choice < 0.55) {
        const ip = `10.20.0.${random.integer(0, 255)}`;
        const answer = await reserve(world, { ip }, as);
        expect(answer.status === 200).toBe(
          !owners.has(ip) && !["10.20.0.0", "10.20.0.1", "10.20.0.255"].includes(ip),
        );
        if (answer.status === 200) owners.set(ip, as);
      } else if (choice < 0.8 && owners.size > 0) {
        const ip = random.pick([...owners.keys()]);
        const answer = await ask(world, "ip-addresses.release", { as, form: { ip } });
        expect(answer.status).toBe(owners.get(ip) === as ? 204 : 404);
        if (answer.status === 204) owners.delete(ip);
      } else if (choice < 0.9) assignAddresses(world, random.pick(nodes));
      else releaseAddresses(world, random.pick(nodes));
      if (step % 10 === 0) checkBook(world);
    }
    checkBook(world);
    for (const node of nodes) releaseAddresses(world, node);
    for (const [ip, as] of owners) await ask(world, "ip-addresses.release", { as, form: { ip } });
    expect(new Set(Object.keys(world.state.networks.addresses.byIp))).toEqual(before);
  }
});

/** Each address of a link is recorded once, for that node, and no automatic address is in a range. */
function checkBook(world: World): void {
  const { byIp } = world.state.networks.addresses;
  const linked = new Set<string>();
  for (const node of allNodes(world))
    for (const each of node.interfaces)
      for (const { ip } of each.links) {
        if (ip === null) continue;
        expect(linked.has(ip)).toBe(false);
        linked.add(ip);
        expect(byIp[ip]?.systemId).toBe(node.systemId);
      }
  for (const address of Object.values(byIp)) {
    if (address.kind !== "auto" || address.subnetId === null) continue;
    expect(linked.has(address.ip)).toBe(true);
    const value = parseAddress(address.ip)?.value ?? 0n;
    for (const range of rangesOfSubnet(world, address.subnetId)) {
      const { first, last } = boundsOf(range);
      expect(first <= value && value <= last).toBe(false);
    }
  }
}

test("each machine of a fleet of 10,000 gets an address", () => {
  const world = networkedWorld(10_000);
  const nodes = allNodes(world, "machine");
  for (const node of nodes) assignAddresses(world, node);
  const nodeAddresses = nodes.flatMap((node) =>
    node.interfaces.flatMap((each) => each.links.flatMap((link) => link.ip ?? [])),
  );
  expect(new Set(nodeAddresses).size).toBe(10_000);
});

const ips = async (world: World, id: Parameters<typeof ask>[1] = "discovery.list"): Promise<string[]> =>
  (await ask(world, id)).body.map((each: { ip: string }) => each.ip);

const scanKeys = [
  ...["result", "scan_attempted_on", "failed_to_connect_to", "scan_started_on", "scan_failed_on"],
  "rpc_call_timed_out_on",
];

test("clearing needs a flag", async () => {
  const world = networkedWorld();
  expect((await ask(world, "discovery.clear", {})).status).toBe(400);
  expect((await ask(world, "discovery.clear", { form: { all: "false" } })).status).toBe(400);
  await expectRefusal(ask(world, "discovery.clear", { form: { all: "perhaps" } }), "all");
  await expectRefusal(ask(world, "discovery.clear_by_mac_and_ip", { form: {} }), "ip", "mac");
  const wrong = { ip: "10.10.0.77", mac: "52:54:00:99:00:02" };
  expect((await ask(world, "discovery.clear_by_mac_and_ip", { form: wrong })).status).toBe(404);
  expect((await ips(world)).length).toBe(3);
});

test("clearing names keeps the neighbours; clearing neighbours removes them", async () => {
  const world = networkedWorld();
  await ask(world, "discovery.clear", { form: { mdns: "true" } });
  const cleared = (await ask(world, "discovery.list")).body as { hostname: string | null }[];
  expect(cleared.map((each) => each.hostname)).toEqual([null, null, null]);
  const one = await ask(world, "discovery.clear_by_mac_and_ip", {
    form: { ip: "10.10.0.77", mac: "52-54-00-99-00-01" },
  });
  expect([one.status, one.contentType, one.text]).toEqual([204, "text/plain", ""]);
  expect(await ips(world)).not.toContain("10.10.0.77");
  await ask(world, "discovery.clear", { form: { neighbours: "true" } });
  expect(await ips(world)).toEqual([]);
});

test("known neighbours are filtered by address and by MAC address", async () => {
  const world = networkedWorld();
  await ask(world, "devices.create", { form: { mac_addresses: ["52:54:00:99:00:01", "02:00:00:00:00:01"] } });
  expect(await ips(world, "discovery.by_unknown_mac")).not.toContain("10.10.0.77");
  expect(await ips(world, "discovery.by_unknown_ip")).toContain("10.10.0.77");
  await ask(world, "ip-addresses.reserve", { form: { ip: "10.10.0.78", mac: "02:00:00:00:00:01" } });
  expect(await ips(world, "discovery.by_unknown_ip")).not.toContain("10.10.0.78");
  expect(await ips(world, "discovery.by_unknown_mac")).toContain("10.10.0.78");
  expect(await ips(world, "discovery.by_unknown_ip_and_mac")).toEqual(["10.20.0.91"]);
});

test("a discovery is read by its id", async () => {
  const world = networkedWorld();
  const { body } = await ask(world, "discovery.list");
  const path = { discovery_id: body[0].discovery_id };
  expect((await ask(world, "discovery.read", { path })).body).toEqual(body[0]);
});

test("a scan of all networks needs force, and its parameters are checked", async () => {
  const world = networkedWorld();
  const scan = (form: Record<string, string | string[]>) => ask(world, "discovery.scan", { form });
  await expectRefusal(scan({}), "force");
  await expectRefusal(scan({ cidr: ["10.10.0.0/24", "10.10.0.0"] }), "cidr");
  await expectRefusal(scan({ force: "true", threads: "0" }), "threads");
  await expectRefusal(scan({ force: "true", slow: "very" }), "slow");
  await ask(world, "svc.set_config", { form: { name: "network_discovery", value: "disabled" } });
  expect((await scan({ force: "true" })).status).toBe(400);
});

test("a second scan fails while one is running; at its end a new neighbour is first in the list", async () => {
  const world = networkedWorld();
  const rack = (await ask(world, "nodes.list", { query: { hostname: "rack-01" } })).body[0].system_id;
  const scan = async () => (await ask(world, "discovery.scan", { form: { cidr: "10.10.0.0/24" } })).body;
  const first = await scan();
  expect(Object.keys(first).sort()).toEqual([...scanKeys].sort());
  expect([first.scan_started_on, first.scan_failed_on]).toEqual([[rack], []]);
  const second = await scan();
  expect([second.scan_attempted_on, second.scan_started_on, second.scan_failed_on]).toEqual([
    [rack],
    [],
    [rack],
  ]);
  world.clock.advance(10_000);
  expect(await ips(world)).toContain("10.10.0.79");
  expect((await scan()).scan_started_on).toEqual([rack]);
  const elsewhere = await ask(world, "discovery.scan", { form: { cidr: "198.51.100.0/24" } });
  expect(elsewhere.body.scan_attempted_on).toEqual([]);
});
