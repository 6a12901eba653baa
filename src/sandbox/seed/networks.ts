import { findAddress, takeAddress } from "../model/networks/addresses.ts";
import { linkStatic } from "../model/networks/assignment.ts";
import { makeDomain, makeResource } from "../model/networks/dns.ts";
import { recordNeighbour } from "../model/networks/neighbours.ts";
import {
  findSubnet,
  findVlan,
  makeFabric,
  makeSnippet,
  makeSubnet,
  makeVlan,
} from "../model/networks/subnets.ts";
import type { Subnet } from "../state/networks.ts";
import type { Node } from "../state/node.ts";
import { insert } from "../state/table.ts";
import type { World } from "../state/world.ts";

/** What people left empty on the networks of a new sandbox: a fabric and a domain. */
export function seedLeftovers(world: World): void {
  makeFabric(world, { name: "fabric-old", description: "Empty" });
  makeDomain(world, { name: "old.example.com" });
}

/** Machines that the addresses of a /24 between its ranges suffice for. */
const smallFleet = 100;

/**
 * Fills an empty network side: two fabrics, three subnets, ranges, domains, a DNS name, a DHCP snippet and
 * neighbours. A fleet of more machines than a /24 holds boots from a /16 of its own.
 */
export function seedNetworks(world: World, machines = 12): void {
  const { networks } = world.state;
  const prod = insert(networks.spaces, (id) => ({ id, name: "prod" }));
  const mgmt = insert(networks.spaces, (id) => ({ id, name: "mgmt" }));
  makeFabric(world, {});
  const fabric = makeFabric(world, { name: "fabric-prod", classType: "10g", description: "Production" });
  const untagged = findVlan(world, fabric.id, 0);
  if (untagged === undefined) throw new RangeError("a fabric has an untagged VLAN");
  untagged.spaceId = prod.id;
  untagged.dhcpOn = true;
  const tagged = makeVlan(world, { fabricId: fabric.id, vid: 100, name: "mgmt", spaceId: mgmt.id });

  makeDomain(world, { name: "svc" });
  makeDomain(world, { name: "example.com" });

  const prodNet = makeSubnet(world, {
    name: "prod-net",
    cidr: "10.10.0.0/24",
    vlanId: untagged.id,
    gatewayIp: "10.10.0.1",
    dnsServers: ["10.10.0.2"],
  });
  makeSubnet(world, { name: "mgmt-net", cidr: "10.20.0.0/24", vlanId: tagged.id, gatewayIp: "10.20.0.1" });
  makeSubnet(world, {
    name: "prod-net6",
    cidr: "2001:db8:10::/64",
    vlanId: untagged.id,
    gatewayIp: "2001:db8:10::1",
  });
  makeRange(world, prodNet.id, "dynamic", "10.10.0.200", "10.10.0.239", "dhcp");
  makeRange(world, prodNet.id, "reserved", "10.10.0.240", "10.10.0.250", "kept");
  takeAddressOfRack(world, prodNet);
  networks.fleetSubnetId = prodNet.id;
  if (machines > smallFleet) networks.fleetSubnetId = seedFleetSubnet(world, untagged.id);
  seedNames(world, prodNet);
}

function seedNames(world: World, prodNet: Subnet): void {
  const www = makeResource(world, "www", domainOf(world, 1));
  takeAddress(world, prodNet, "10.10.0.50", { kind: "userReserved" });
  www.ips = ["10.10.0.50"];
  const resourceId = makeResource(world, "txt", domainOf(world, 1)).id;
  const record = { resourceId, rrtype: "TXT", rrdata: "hello world", ttl: null };
  insert(world.state.networks.dnsRecords, (id) => ({ id, ...record }));
  makeSnippet(world, {
    name: "ntp",
    description: "Time server of the production network",
    value: "option ntp-servers 10.10.0.2;",
    subnetId: prodNet.id,
  });
}

function seedFleetSubnet(world: World, vlanId: number): number {
  const subnet = makeSubnet(world, {
    name: "fleet-net",
    cidr: "10.64.0.0/16",
    vlanId,
    gatewayIp: "10.64.0.1",
    dnsServers: ["10.10.0.2"],
  });
  makeRange(world, subnet.id, "dynamic", "10.64.128.0", "10.64.255.250", "dhcp");
  return subnet.id;
}

function domainOf(world: World, id: number) {
  const domain = world.state.networks.domains.rows[id];
  if (domain === undefined) throw new RangeError(`no domain ${id}`);
  return domain;
}

const makeRange = (
  world: World,
  subnetId: number,
  type: "dynamic" | "reserved",
  startIp: string,
  endIp: string,
  comment: string,
) =>
  insert(world.state.networks.ranges, (id) => ({ id, subnetId, type, startIp, endIp, owner: null, comment }));

const neighbours = [
  { ip: "10.10.0.77", mac: "52:54:00:99:00:01", hostname: "found1", organization: null },
  { ip: "10.10.0.78", mac: "52:54:00:99:00:02", hostname: null, organization: "Example Printers Ltd" },
  { ip: "10.20.0.91", mac: "52:54:00:99:00:03", hostname: "switch-a", organization: "Example Switches Inc" },
] as const;

const rackIp = "10.10.0.3";

/** The rack controller's address, which is kept for it while the fleet is made. */
const takeAddressOfRack = (world: World, subnet: Subnet) =>
  findAddress(world, rackIp) ?? takeAddress(world, subnet, rackIp, { kind: "static" });

/** Puts the rack controller on the production network: it serves DHCP there, and has seen neighbours. */
export function seedRackNetworking(world: World, rack: Node): void {
  const prodNet = findSubnet(world, "prod-net");
  const [first] = rack.interfaces;
  if (prodNet === undefined || first === undefined)
    throw new RangeError("the rack controller is on no network");
  const vlan = world.state.networks.vlans.rows[prodNet.vlanId];
  if (vlan !== undefined) vlan.primaryRack = rack.systemId;
  const taken = takeAddressOfRack(world, prodNet);
  taken.systemId = rack.systemId;
  taken.interfaceId = first.id;
  first.links = [];
  linkStatic(world, first, prodNet.id, taken.ip);
  for (const each of neighbours) recordNeighbour(world, { ...each, observer: rack.systemId });
}
