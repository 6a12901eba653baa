import { type FieldErrors, unavailable } from "../../state/domain-error.ts";
import type { Subnet, Vlan } from "../../state/networks.ts";
import { requireRow, rowsOf } from "../../state/table.ts";
import type { World } from "../../state/world.ts";
import {
  type Address,
  type Block,
  blockHolds,
  blocksOverlap,
  netmaskOf,
  parseAddress,
  parseBlock,
} from "../../values/blocks.ts";
import { findVlan, makeVlan } from "./fabrics.ts";
import { blockOf } from "./subnets.ts";

/**
 * The network of the path, which is a subnet under the name that the list gives it; not found where it
 * does not exist.
 */
export const requireNetwork = (world: World, name: string | undefined): Subnet =>
  requireRow(world.state.networks.subnets, /^subnet-(\d{1,9})$/.exec(name ?? "")?.[1], "Network");

/** The block that an address and a netmask stand for; undefined for an invalid netmask. */
export function blockOfMask(address: Address, netmask: string): Block | undefined {
  const longest = address.version === 4 ? 32 : 128;
  const mask = parseAddress(netmask);
  for (let prefix = 0; prefix <= longest; prefix += 1) {
    const block = parseBlock(`${address.text}/${prefix}`);
    if (block !== undefined && (netmask === String(prefix) || netmaskOf(block) === mask?.text)) return block;
  }
  return undefined;
}

/** A /24 of 10.0.0.0/8 that overlaps no subnet. */
export function freeBlock(world: World): Block {
  const taken = rowsOf(world.state.networks.subnets).map(blockOf);
  for (let number = 100 * 256; number < 256 * 256; number += 1) {
    const block = parseBlock(`10.${number >> 8}.${number & 255}.0/24`);
    if (block !== undefined && !taken.some((each) => blocksOverlap(each, block))) return block;
  }
  throw unavailable("No free block of addresses is left.");
}

/** Refuses a block that another subnet overlaps, or that no longer holds what the subnet holds. */
export function checkBlock(world: World, errors: FieldErrors, block: Block, own: Subnet | undefined): void {
  const other = rowsOf(world.state.networks.subnets).find(
    (each) => each !== own && blocksOverlap(blockOf(each), block),
  );
  if (other !== undefined) errors.fail("ip", `The network overlaps ${other.cidr}.`);
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
  if (lost !== undefined) errors.fail("ip", `The network would no longer hold ${lost}.`);
}

/** The VLAN of that tag in the fabric of `beside`; it is made where it does not exist. */
export const vlanOfTag = (world: World, vid: number, beside: Vlan | undefined): Vlan => {
  const fabricId = beside?.fabricId ?? 0;
  return findVlan(world, fabricId, vid) ?? makeVlan(world, { fabricId, vid });
};
