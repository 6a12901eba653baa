import {
  addressesOfSubnet,
  type Fabric,
  type Revision,
  type Snippet,
  type Subnet,
  snippetDefaults,
  subnetDefaults,
  type Vlan,
  vlanDefaults,
} from "../../state/networks.ts";
import type { Node } from "../../state/node.ts";
import { type FieldErrors, requireFound, unavailable } from "../../state/service-error.ts";
import { findNamedRow, findRow, insert, rowsOf } from "../../state/table.ts";
import { usesDeployedStyle, type World } from "../../state/world.ts";
import {
  type Address,
  type Block,
  blockContains,
  blocksOverlap,
  netmaskOf,
  parseAddress,
  parseBlock,
} from "../../values/blocks.ts";

export const makeSubnet = (world: World, fields: Partial<Subnet> & Pick<Subnet, "cidr" | "vlanId">): Subnet =>
  insert(world.state.networks.subnets, (id) => ({
    id,
    name: fields.cidr,
    ...subnetDefaults(),
    ...fields,
  }));

export function blockOf(subnet: Subnet): Block {
  const block = parseBlock(subnet.cidr);
  if (block === undefined) throw new RangeError(`${subnet.cidr} is not a block of addresses`);
  return block;
}

export const subnetsOfVlan = (world: World, vlanId: number): Subnet[] =>
  rowsOf(world.state.networks.subnets).filter((subnet) => subnet.vlanId === vlanId);

export function subnetContaining(world: World, address: Address): Subnet | undefined {
  let best: { readonly subnet: Subnet; readonly prefix: number } | undefined;
  for (const subnet of rowsOf(world.state.networks.subnets)) {
    const block = blockOf(subnet);
    if (blockContains(block, address) && (best === undefined || block.prefix > best.prefix))
      best = { subnet, prefix: block.prefix };
  }
  return best?.subnet;
}

export function findSubnet(world: World, spec: string): Subnet | undefined {
  const byId = findRow(world.state.networks.subnets, spec);
  if (byId !== undefined) return byId;
  const block = parseBlock(spec)?.text;
  return rowsOf(world.state.networks.subnets).find((each) => each.cidr === block || each.name === spec);
}

/** Like `findSubnet`, for fields in which live services accept only ids. */
export const findSubnetForField = (world: World, spec: string): Subnet | undefined =>
  usesDeployedStyle(world, "subnet-numbers")
    ? findRow(world.state.networks.subnets, spec)
    : findSubnet(world, spec);

export function makeFabric(world: World, fields: Partial<Fabric>): Fabric {
  const fabric = insert(world.state.networks.fabrics, (id) => ({
    id,
    name: `fabric-${id}`,
    description: "",
    classType: null,
    ...fields,
  }));
  makeVlan(world, { fabricId: fabric.id, vid: 0 });
  return fabric;
}

export function connectToNewFabrics(world: World, node: Node): void {
  for (const each of node.interfaces) {
    if (each.type !== "physical" || each.vlanId !== null || !each.linkConnected) continue;
    const [untagged] = vlansOfFabric(world, makeFabric(world, {}).id);
    each.vlanId = untagged?.id ?? null;
  }
}

export const vlansOfFabric = (world: World, fabricId: number): Vlan[] =>
  rowsOf(world.state.networks.vlans).filter((vlan) => vlan.fabricId === fabricId);

export function checkName(errors: FieldErrors, field: string, name: string): void {
  if (!/^\w[ \w-]*$/.test(name))
    errors.addError(field, "Enter a valid value: letters, digits, spaces, hyphens and underscores.");
  if (name.length > 256) errors.addError(field, "Ensure this value has at most 256 characters.");
}

export function checkAddresses(errors: FieldErrors, field: string, ips: readonly string[] = []): void {
  for (const ip of ips)
    if (parseAddress(ip) === undefined) errors.addError(field, `'${ip}' is not a valid IP address.`);
}

export const maxVid = 4094;
export const mtuLimits = { min: 552, max: 65_535 } as const;
export type NewVlan = Partial<Vlan> & Pick<Vlan, "fabricId" | "vid">;

export const makeVlan = (world: World, fields: NewVlan): Vlan =>
  insert(world.state.networks.vlans, (id) => ({
    id,
    name: fields.vid === 0 ? "untagged" : String(fields.vid),
    ...vlanDefaults,
    ...fields,
  }));

export const findVlan = (world: World, fabricId: number, vid: number): Vlan | undefined =>
  rowsOf(world.state.networks.vlans).find((vlan) => vlan.fabricId === fabricId && vlan.vid === vid);

export function requireVlan(world: World, fabricText: string | undefined, vlan: string | undefined): Vlan {
  const fabric = findNamedRow(world.state.networks.fabrics, fabricText);
  const vlans = fabric === undefined ? [] : vlansOfFabric(world, fabric.id);
  const byVid = vlans.find((each) => String(each.vid) === vlan);
  return requireFound(byVid ?? vlans.find(({ name }) => name === vlan), "VLAN");
}

export function blockOfMask(address: Address, netmask: string): Block | undefined {
  const maxPrefix = address.version === 4 ? 32 : 128;
  const mask = parseAddress(netmask);
  for (let prefix = 0; prefix <= maxPrefix; prefix += 1) {
    const block = parseBlock(`${address.text}/${prefix}`);
    if (block !== undefined && (netmask === String(prefix) || netmaskOf(block) === mask?.text)) return block;
  }
  return undefined;
}

/** Searches 10.100.0.0 to 10.255.255.0 for an unused /24. */
export function findFreeBlock(world: World): Block {
  const usedBlocks = rowsOf(world.state.networks.subnets).map(blockOf);
  for (let number = 100 * 256; number < 256 * 256; number += 1) {
    const block = parseBlock(`10.${number >> 8}.${number & 255}.0/24`);
    if (block !== undefined && !usedBlocks.some((each) => blocksOverlap(each, block))) return block;
  }
  throw unavailable("No free block of addresses is left.");
}

export function checkBlock(world: World, errors: FieldErrors, block: Block, current?: Subnet): void {
  const other = rowsOf(world.state.networks.subnets).find(
    (each) => each !== current && blocksOverlap(blockOf(each), block),
  );
  if (other !== undefined) errors.addError("ip", `The network overlaps ${other.cidr}.`);
  if (current === undefined || current.cidr === block.text) return;
  const usedAddresses = [
    ...addressesOfSubnet(world.state.networks, current.id).map(({ ip }) => ip),
    ...rowsOf(world.state.networks.ranges)
      .filter((range) => range.subnetId === current.id)
      .flatMap((range) => [range.startIp, range.endIp]),
  ];
  const excludedAddress = usedAddresses.find((ip) => {
    const address = parseAddress(ip);
    return address !== undefined && !blockContains(block, address);
  });
  if (excludedAddress !== undefined)
    errors.addError("ip", `The network would no longer contain ${excludedAddress}.`);
}

export const findOrMakeVlan = (world: World, vid: number, currentVlan: Vlan | undefined): Vlan => {
  const fabricId = currentVlan?.fabricId ?? 0;
  return findVlan(world, fabricId, vid) ?? makeVlan(world, { fabricId, vid });
};

type NewSnippet = Partial<Snippet> & Pick<Snippet, "name"> & { readonly value: string };

export const makeRevision = ({ state, clock }: World, value: string): Revision => ({
  id: state.networks.nextRevisionId++,
  value,
  created: clock.now(),
});

export const makeSnippet = (world: World, { value, ...fields }: NewSnippet): Snippet =>
  insert(world.state.networks.snippets, (id) => ({
    id,
    ...snippetDefaults,
    history: [makeRevision(world, value)],
    ...fields,
  }));
