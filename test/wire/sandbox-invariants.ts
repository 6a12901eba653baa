import { expect } from "vitest";
import { type StatusValue, statuses } from "../../src/catalogue/statuses.ts";
import type { Node } from "../../src/sandbox/state/node.ts";
import type { World } from "../../src/sandbox/state/world.ts";
import { expectSound } from "../unit/sandbox/storage-soundness.ts";
import { statusNames } from "./sandbox-statuses.ts";

/** The statuses that a status may change to in one step. */
const settled = [0, 2, 3, 4, 5, 6, 7, 8, 10, 11, 13, 15, 18, 20, 22];
const steps: Readonly<Record<number, readonly number[]>> = {
  0: [1, 6],
  1: [21, 4, 2, 0],
  2: [1],
  4: [1, 10, 9],
  6: [12, 14],
  8: [1, 4, 6, 12, 14],
  9: [6, 11, 10, 12, 14],
  10: [9, 12, 14],
  11: [12, 14],
  12: [4, 13],
  13: [12, 14],
  14: [12, 15],
  15: [12, 14],
  16: [19],
  17: [16, 18],
  18: [19],
  19: [...settled, 20],
  20: [19],
  21: [...settled, 22],
  22: [4, 6, 1],
};

const isAllowedStep = (from: number, to: number): boolean =>
  from === to ||
  to === 8 ||
  (settled.includes(from) && (to === 21 || to === 17)) ||
  (steps[from]?.includes(to) ?? false);

/** Returns a list to which every forbidden status change of present and future nodes is added. */
export function watchStatuses(world: World): readonly string[] {
  const wrong: string[] = [];
  const watch = (node: Node) => {
    let status: StatusValue = node.status;
    Object.defineProperty(node, "status", {
      get: () => status,
      set(to: StatusValue) {
        const [before, after] = [statuses[status].id, statuses[to].id];
        if (!isAllowedStep(before, after))
          wrong.push(`${node.hostname}: ${statusNames[before]} -> ${statusNames[after]}`);
        status = to;
      },
      enumerable: true,
      configurable: true,
    });
  };
  const { nodes } = world.state;
  for (const node of Object.values(nodes.bySystemId)) watch(node);
  nodes.bySystemId = new Proxy(nodes.bySystemId, {
    set(target, id, node: Node) {
      if (node.nodeType === "machine") watch(node);
      return Reflect.set(target, id, node);
    },
  });
  return wrong;
}

const expectUnique = (label: string, values: readonly (string | number)[]) => {
  const twice = values.filter((value, index) => values.indexOf(value) !== index);
  if (twice.length > 0) expect(twice, label).toEqual([]);
};

/**
 * Checks that the addresses of the nodes and the list of addresses in use agree, and that no address is used
 * twice.
 */
function expectAddresses(world: World): void {
  const { byIp } = world.state.networks.addresses;
  const { subnets, dnsResources } = world.state.networks;
  const holders = new Map<string, string>();
  for (const node of Object.values(world.state.nodes.bySystemId))
    for (const each of node.interfaces) {
      const ips = [...each.links.map((link) => link.ip), each.observed?.ip ?? null];
      for (const ip of ips) {
        if (ip === null) continue;
        const holder = `${node.systemId}/${each.id}`;
        expect(holders.get(ip) ?? "nobody", ip).toBe("nobody");
        holders.set(ip, holder);
        const addressRow = byIp[ip];
        expect(`${addressRow?.systemId}/${addressRow?.interfaceId}`, ip).toEqual(holder);
      }
    }
  for (const [ip, addressRow] of Object.entries(byIp)) {
    expect(addressRow.ip).toBe(ip);
    expect(addressRow.subnetId !== null && subnets.rows[addressRow.subnetId] === undefined, ip).toBe(false);
    if (addressRow.systemId !== null)
      expect(holders.get(ip), ip).toBe(`${addressRow.systemId}/${addressRow.interfaceId}`);
  }
  for (const resource of Object.values(dnsResources.rows))
    for (const ip of resource.ips) expect([ip, ip in byIp], resource.name).toEqual([ip, true]);
  expectUnique(
    "address ids",
    Object.values(byIp).map(({ id }) => id),
  );
}

function expectReferences(world: World): void {
  const { networks, nodes, images, places, tags, users } = world.state;
  const { fabrics, vlans, subnets, ranges, domains, dnsResources, dnsRecords, snippets, spaces } = networks;
  const expectExists = (label: string, rows: object, id: number | string | null) => {
    if (id !== null && !Object.hasOwn(rows, id)) expect([id, "is missing"], label).toEqual([id, "is there"]);
  };
  for (const vlan of Object.values(vlans.rows)) {
    expectExists("fabric of a VLAN", fabrics.rows, vlan.fabricId);
    expectExists("relay of a VLAN", vlans.rows, vlan.relayVlanId);
    expectExists("space of a VLAN", spaces.rows, vlan.spaceId);
    expectExists("rack of a VLAN", nodes.bySystemId, vlan.primaryRack);
    expectExists("rack of a VLAN", nodes.bySystemId, vlan.secondaryRack);
  }
  for (const subnet of Object.values(subnets.rows))
    expectExists("VLAN of a subnet", vlans.rows, subnet.vlanId);
  for (const range of Object.values(ranges.rows))
    expectExists("subnet of a range", subnets.rows, range.subnetId);
  for (const record of Object.values(dnsRecords.rows))
    expectExists("resource", dnsResources.rows, record.resourceId);
  for (const each of Object.values(dnsResources.rows)) expectExists("domain", domains.rows, each.domainId);
  for (const each of Object.values(snippets.rows)) {
    expectExists("node of a snippet", nodes.bySystemId, each.node);
    expectExists("subnet of a snippet", subnets.rows, each.subnetId);
    expectExists("range of a snippet", ranges.rows, each.rangeId);
  }
  for (const each of Object.values(images.selections.rows))
    expectExists("source", images.sources.rows, each.sourceId);
  for (const each of Object.values(networks.staticRoutes.rows)) {
    expectExists("source of a route", subnets.rows, each.sourceId);
    expectExists("destination of a route", subnets.rows, each.destinationId);
  }
  const people = [null, ...users.map(({ username }) => username)];
  for (const each of Object.values(ranges.rows)) expect(people).toContain(each.owner);
  for (const each of Object.values(networks.addresses.byIp)) expect(people).toContain(each.owner);
  for (const rows of [tags, places.zones, places.pools, Object.values(spaces.rows), users]) {
    const names = rows.map((each) => ("name" in each ? each.name : each.username));
    expectUnique("names", names);
  }
  expectExists("default domain", domains.rows, networks.defaultDomainId);
  for (const node of Object.values(nodes.bySystemId)) {
    expectExists("domain of a node", domains.rows, node.domainId);
    expectExists("parent of a node", nodes.bySystemId, node.parent);
    expect(places.zones.some(({ id }) => id === node.zoneId)).toBe(true);
    expect(places.pools.some(({ id }) => id === node.poolId)).toBe(true);
    expectInterfaces(node);
    for (const name of node.tags) expect(tags.map((each) => each.name)).toContain(name);
    for (const each of node.interfaces) {
      expectExists("VLAN of an interface", vlans.rows, each.vlanId);
      for (const link of each.links) expectExists("subnet of a link", subnets.rows, link.subnetId);
      if (each.observed !== null) expectExists("subnet of a lease", subnets.rows, each.observed.subnetId);
    }
  }
}

/** Checks that parents are interfaces of the node, and that default gateways belong to links. */
function expectInterfaces(node: Node): void {
  const { interfaces } = node;
  expectUnique(
    `interface names of ${node.hostname}`,
    interfaces.map(({ name }) => name),
  );
  for (const each of interfaces)
    for (const name of each.parents) expect(interfaces.map((other) => other.name)).toContain(name);
  const links = interfaces.flatMap((each) => each.links.map(({ id }) => id));
  for (const id of Object.values(node.gatewayLinks ?? {})) expect(links).toContain(id);
  const disks = node.storage.devices.filter(({ type }) => type === "physical").map(({ id }) => id);
  if (node.storage.bootDiskId !== null) expect(disks).toContain(node.storage.bootDiskId);
}

const owned: readonly StatusValue[] = ["allocated", "deploying", "deployed"];
const free: readonly StatusValue[] = ["new", "ready", "commissioning"];

function expectNodes(world: World): void {
  const nodes = Object.values(world.state.nodes.bySystemId);
  const people = world.state.users.map(({ username }) => username);
  for (const node of nodes) {
    if (node.owner !== null) expect(people).toContain(node.owner);
    if (node.nodeType !== "machine") continue;
    const name = `${node.hostname} (${node.status})`;
    if (owned.includes(node.status)) expect(node.owner === null, name).toBe(false);
    if (free.includes(node.status)) expect([node.owner, node.osystem], name).toEqual([null, ""]);
    if (node.status === "deployed") expect(node.osystem === "", name).toBe(false);
    expect(node.activity === null, name).toEqual(statuses[node.status].kind !== "progress");
    if (node.activity?.endsAt != null)
      expect(node.activity.endsAt >= node.activity.startedAt, name).toBe(true);
    expectSound(world, node);
  }
  expectUnique(
    "host names",
    nodes.map(({ hostname }) => hostname),
  );
  const interfaces = nodes.flatMap((node) => node.interfaces);
  expectUnique(
    "interface ids",
    interfaces.map(({ id }) => id),
  );
  expectUnique(
    "link ids",
    interfaces.flatMap((each) => each.links.map(({ id }) => id)),
  );
  const devices = nodes.flatMap((node) => node.storage.devices);
  expectUnique(
    "device ids",
    devices.map(({ id }) => id),
  );
  expectUnique(
    "partition ids",
    devices.flatMap((device) => device.partitions.map(({ id }) => id)),
  );
}

/** Checks invariants that hold after any requests. */
export function expectInvariants(world: World): void {
  expectAddresses(world);
  expectReferences(world);
  expectNodes(world);
  const { records } = world.state.events;
  for (const [index, event] of records.entries())
    if (index > 0 && !(event.id > (records[index - 1]?.id ?? Number.POSITIVE_INFINITY)))
      expect(event.id).toBeGreaterThan(records[index - 1]?.id ?? Number.POSITIVE_INFINITY);
  const tokens = world.state.users.flatMap(({ tokens: each }) => each.map(({ key }) => key));
  expectUnique("tokens", tokens);
}
