import { Refusal } from "../handler.ts";
import type { World } from "../world.ts";
import {
  type Address,
  type Block,
  blockHolds,
  blocksOverlap,
  netmaskOf,
  parseAddress,
  parseBlock,
} from "./blocks.ts";
import type { FormReading } from "./form.ts";
import { blockOf, type Subnet } from "./subnets.ts";
import { findRow, rowsOf } from "./table.ts";
import { findVlan, highestVid, makeVlan, type Vlan } from "./vlans.ts";

/**
 * The network of the path, which is a subnet under the name that the list gives it; 404 where there is none.
 */
export function requireNetwork(world: World, name: string | undefined): Subnet {
  const id = /^subnet-(\d{1,9})$/.exec(name ?? "")?.[1];
  const subnet = findRow(world.state.networks.subnets, id);
  if (subnet === undefined) throw new Refusal(404, "No Network matches the given query.");
  return subnet;
}

/** In the recorded shape. */
export function describeNetwork(world: World, subnet: Subnet): Record<string, unknown> {
  const block = blockOf(subnet);
  return {
    name: `subnet-${subnet.id}`,
    ip: subnet.cidr.slice(0, subnet.cidr.indexOf("/")),
    netmask: netmaskOf(block),
    vlan_tag: findRow(world.state.networks.vlans, subnet.vlanId)?.vid ?? 0,
    description: subnet.name,
    default_gateway: subnet.gatewayIp,
    dns_servers: subnet.dnsServers,
    resource_uri: `/${world.segment}/api/2.0/networks/subnet-${subnet.id}/`,
  };
}

/** The block that an address and a netmask stand for; undefined where the netmask is none. */
function blockOfMask(address: Address, netmask: string): Block | undefined {
  const longest = address.version === 4 ? 32 : 128;
  const mask = parseAddress(netmask);
  for (let prefix = 0; prefix <= longest; prefix += 1) {
    const block = parseBlock(`${address.text}/${prefix}`);
    if (block !== undefined && (netmask === String(prefix) || netmaskOf(block) === mask?.text)) return block;
  }
  return undefined;
}

/** A /24 of 10.0.0.0/8 that overlaps no subnet. */
function freeBlock(world: World): Block {
  const taken = rowsOf(world.state.networks.subnets).map(blockOf);
  for (let number = 100 * 256; number < 256 * 256; number += 1) {
    const block = parseBlock(`10.${number >> 8}.${number & 255}.0/24`);
    if (block !== undefined && !taken.some((each) => blocksOverlap(each, block))) return block;
  }
  throw new Refusal(503, "No free block of addresses is left.");
}

function readBlock(world: World, reading: FormReading, own: Subnet | undefined): Block {
  const current = own === undefined ? undefined : blockOf(own);
  if (!reading.text("ip") && !reading.text("netmask")) return current ?? freeBlock(world);
  const address = parseAddress(reading.address("ip") ?? own?.cidr.split("/")[0] ?? "");
  const netmask = reading.text("netmask") || (current === undefined ? "" : netmaskOf(current));
  if (!reading.text("ip") && own === undefined) reading.fail("ip", "This field is required.");
  const block = address === undefined ? undefined : blockOfMask(address, netmask);
  if (address !== undefined && block === undefined)
    reading.fail(
      "netmask",
      netmask === "" ? "This field is required." : `'${netmask}' is not a valid netmask.`,
    );
  return block ?? current ?? { version: 4, first: 0n, last: 0n, prefix: 32, text: "0.0.0.0/32" };
}

/** Refuses a block that another subnet overlaps, or that no longer holds what the subnet holds. */
function checkBlock(world: World, reading: FormReading, block: Block, own: Subnet | undefined): void {
  const other = rowsOf(world.state.networks.subnets).find(
    (each) => each !== own && blocksOverlap(blockOf(each), block),
  );
  if (other !== undefined) reading.fail("ip", `The network overlaps ${other.cidr}.`);
  if (own === undefined || own.cidr === block.text) return;
  const held = [
    ...Object.values(world.state.networks.addresses.byIp)
      .filter((each) => each.subnetId === own.id)
      .map((each) => each.ip),
    ...rowsOf(world.state.networks.ranges)
      .filter((range) => range.subnetId === own.id)
      .flatMap((range) => [range.startIp, range.endIp]),
  ];
  const lost = held.find((ip) => {
    const address = parseAddress(ip);
    return address !== undefined && !blockHolds(block, address);
  });
  if (lost !== undefined) reading.fail("ip", `The network would no longer hold ${lost}.`);
}

interface NetworkChanges {
  readonly cidr: string;
  readonly vid: number | undefined;
  readonly name?: string;
  readonly gatewayIp?: string | null;
  readonly dnsServers?: string[];
}

/**
 * Reads a network: the documents show no form fields, so they are those of the answers, and all may be left
 * out.
 */
export function readNetwork(world: World, reading: FormReading, own?: Subnet): NetworkChanges {
  const block = readBlock(world, reading, own);
  const vid = reading.integer("vlan_tag", 0, highestVid);
  const gateway = parseAddress(reading.address("default_gateway") ?? "");
  const servers = reading
    .text("dns_servers")
    ?.split(/[\s,]+/)
    .filter((each) => each !== "");
  const name = reading.text("description") || (own === undefined ? reading.text("name") : undefined);
  checkBlock(world, reading, block, own);
  if (gateway !== undefined && !blockHolds(block, gateway))
    reading.fail("default_gateway", `Gateway IP must be within CIDR range: ${block.text}.`);
  for (const each of servers ?? [])
    if (parseAddress(each) === undefined) reading.fail("dns_servers", `'${each}' is not a valid IP address.`);
  if (name && rowsOf(world.state.networks.subnets).some((each) => each !== own && each.name === name))
    reading.fail("description", "Subnet with this Name already exists.");
  reading.check();
  return {
    cidr: block.text,
    vid,
    ...(name ? { name } : {}),
    ...(reading.has("default_gateway") ? { gatewayIp: gateway?.text ?? null } : {}),
    ...(servers === undefined ? {} : { dnsServers: servers }),
  };
}

/** The VLAN of that tag in the fabric of `beside`; it is made where there is none. */
export const vlanOfTag = (world: World, vid: number, beside: Vlan | undefined): Vlan => {
  const fabricId = beside?.fabricId ?? 0;
  return findVlan(world, fabricId, vid) ?? makeVlan(world, { fabricId, vid });
};
