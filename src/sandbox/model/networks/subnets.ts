import type { Subnet } from "../../state/networks.ts";
import { findRow, insert, rowsOf } from "../../state/table.ts";
import type { World } from "../../state/world.ts";
import { type Address, type Block, blockHolds, parseBlock } from "../../values/blocks.ts";

type NewSubnet = Partial<Subnet> & Pick<Subnet, "cidr" | "vlanId">;

export const makeSubnet = (world: World, given: NewSubnet): Subnet =>
  insert(world.state.networks.subnets, (id) => ({
    id,
    name: given.cidr,
    description: "",
    gatewayIp: null,
    dnsServers: [],
    rdnsMode: 2,
    allowDns: true,
    allowProxy: true,
    activeDiscovery: false,
    managed: true,
    ...given,
  }));

export function blockOf(subnet: Subnet): Block {
  const block = parseBlock(subnet.cidr);
  if (block === undefined) throw new RangeError(`${subnet.cidr} is not a block of addresses`);
  return block;
}

export const subnetsOfVlan = (world: World, vlanId: number): Subnet[] =>
  rowsOf(world.state.networks.subnets).filter((subnet) => subnet.vlanId === vlanId);

/** The subnet that holds an address: the longest prefix where several do. */
export function subnetHolding(world: World, address: Address): Subnet | undefined {
  let best: { readonly subnet: Subnet; readonly prefix: number } | undefined;
  for (const subnet of rowsOf(world.state.networks.subnets)) {
    const block = blockOf(subnet);
    if (blockHolds(block, address) && (best === undefined || block.prefix > best.prefix))
      best = { subnet, prefix: block.prefix };
  }
  return best?.subnet;
}

/** A subnet by number, block or name; undefined where it does not exist. */
export function findSubnet(world: World, spec: string): Subnet | undefined {
  const byId = findRow(world.state.networks.subnets, spec);
  if (byId !== undefined) return byId;
  const block = parseBlock(spec)?.text;
  return rowsOf(world.state.networks.subnets).find((each) => each.cidr === block || each.name === spec);
}
