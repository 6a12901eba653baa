import { Refusal } from "../handler.ts";
import { nodeById } from "../nodes/nodes.ts";
import type { World } from "../world.ts";
import { type Address, formatAddress, parseAddress } from "./blocks.ts";
import { describeInterface, describeUnknownInterface, type Interface } from "./interfaces.ts";
import { describeOwner } from "./owner.ts";
import { endsOf, rangesOfSubnet } from "./ranges.ts";
import { blockOf, describeSubnet, type Subnet } from "./subnets.ts";
import { findRow } from "./table.ts";

/** What an address is taken for; numbers and names as the answers carry them. */
const addressKinds = {
  auto: { id: 0, name: "Automatic" },
  static: { id: 1, name: "Static" },
  userReserved: { id: 4, name: "User reserved" },
  dhcp: { id: 5, name: "DHCP" },
  observed: { id: 6, name: "Observed" },
} as const;

type AddressKind = keyof typeof addressKinds;

/** One taken address. Nothing else in the state decides whether an address is free. */
export interface TakenAddress {
  readonly id: number;
  readonly ip: string;
  readonly kind: AddressKind;
  readonly subnetId: number;
  /** The username of whoever reserved it. */
  readonly owner: string | null;
  /** The interface that has it. */
  systemId: string | null;
  interfaceId: number | null;
  /** The MAC address it was reserved for, where no node has that. */
  readonly mac: string | null;
  /** It was made for a DNS resource and goes with the last one. */
  readonly forDns: boolean;
  /** Simulated milliseconds since the epoch. */
  readonly created: number;
}

export interface AddressBook {
  nextId: number;
  /** By canonical text: the index that keeps an address from being taken twice. */
  byIp: Record<string, TakenAddress>;
  /** By subnet: no address that is given out below this one is free. */
  firstMaybeFree: Record<number, string>;
  /** By dynamic range: no address of it below this one is free. */
  firstMaybeLeased: Record<number, string>;
}

export interface Claim {
  readonly kind: AddressKind;
  readonly owner?: string | null;
  readonly systemId?: string | null;
  readonly interfaceId?: number | null;
  readonly mac?: string | null;
  readonly forDns?: boolean;
}

export const findAddress = (world: World, ip: string): TakenAddress | undefined => {
  const { byIp } = world.state.networks.addresses;
  return Object.hasOwn(byIp, ip) ? byIp[ip] : undefined;
};

/** Takes one address. The caller has made sure that it is free and lies in the subnet. */
export function takeAddress(world: World, subnet: Subnet, ip: string, claim: Claim): TakenAddress {
  const book = world.state.networks.addresses;
  if (Object.hasOwn(book.byIp, ip)) throw new Refusal(400, { ip: [`The address ${ip} is already in use.`] });
  const taken: TakenAddress = {
    id: book.nextId,
    ip,
    kind: claim.kind,
    subnetId: subnet.id,
    owner: claim.owner ?? null,
    systemId: claim.systemId ?? null,
    interfaceId: claim.interfaceId ?? null,
    mac: claim.mac ?? null,
    forDns: claim.forDns ?? false,
    created: world.clock.now(),
  };
  book.nextId += 1;
  book.byIp[ip] = taken;
  return taken;
}

/** Gives an address back. Links, DNS resources and observations that name it are the caller's to clear. */
export function freeAddress(world: World, ip: string): void {
  const book = world.state.networks.addresses;
  const taken = findAddress(world, ip);
  if (taken === undefined) return;
  delete book.byIp[ip];
  lower(book.firstMaybeFree, taken.subnetId, ip);
  for (const range of rangesOfSubnet(world, taken.subnetId)) lower(book.firstMaybeLeased, range.id, ip);
}

function lower(hints: Record<number, string>, key: number, ip: string): void {
  const hint = parseAddress(hints[key] ?? "");
  const value = parseAddress(ip)?.value;
  if (hint !== undefined && value !== undefined && value < hint.value) hints[key] = ip;
}

/** To be called when the ranges, the gateway or the name servers of a subnet have changed. */
export function forgetFreeHint(world: World, subnetId: number): void {
  const book = world.state.networks.addresses;
  delete book.firstMaybeFree[subnetId];
  for (const range of rangesOfSubnet(world, subnetId)) delete book.firstMaybeLeased[range.id];
}

interface Stretch {
  readonly first: bigint;
  readonly last: bigint;
}

/** What the service never gives out by itself: gateway, name servers and ranges, in ascending order. */
function keptOut(world: World, subnet: Subnet): Stretch[] {
  const single = [subnet.gatewayIp ?? "", ...subnet.dnsServers]
    .map(parseAddress)
    .filter((address): address is Address => address !== undefined)
    .map(({ value }) => ({ first: value, last: value }));
  return [...single, ...rangesOfSubnet(world, subnet.id).map(endsOf)].sort((a, b) =>
    a.first < b.first ? -1 : a.first > b.first ? 1 : 0,
  );
}

/**
 * Takes the lowest free address of a subnet outside its ranges; 503 when there is none (document 1,
 * "Errors").
 */
export function takeNextAddress(world: World, subnet: Subnet, claim: Claim): TakenAddress {
  const block = blockOf(subnet);
  const hasHostBits = block.last - block.first > 1n;
  const first = hasHostBits ? block.first + 1n : block.first;
  const last = hasHostBits && block.version === 4 ? block.last - 1n : block.last;
  const ip = lowestFree(world, subnet, first, last, keptOut(world, subnet));
  if (ip === undefined) throw new Refusal(503, `No more IPs available in subnet: ${subnet.cidr}.`);
  return takeAddress(world, subnet, ip, claim);
}

function lowestFree(world: World, subnet: Subnet, first: bigint, last: bigint, kept: readonly Stretch[]) {
  const book = world.state.networks.addresses;
  const { version } = blockOf(subnet);
  let value = startOf(book.firstMaybeFree[subnet.id], first);
  let stretch = 0;
  while (value <= last) {
    const next = kept[stretch];
    if (next !== undefined && next.first <= value) {
      if (next.last >= value) value = next.last + 1n;
      stretch += 1;
      continue;
    }
    const ip = formatAddress(version, value);
    if (!Object.hasOwn(book.byIp, ip)) {
      book.firstMaybeFree[subnet.id] = ip;
      return ip;
    }
    value += 1n;
  }
  book.firstMaybeFree[subnet.id] = formatAddress(version, last);
  return undefined;
}

/** Where to begin to look: at the hint, but never before the first address. */
function startOf(hint: string | undefined, first: bigint): bigint {
  const value = parseAddress(hint ?? "")?.value;
  return value === undefined || value < first ? first : value;
}

/**
 * Takes the lowest free address of the subnet's dynamic ranges, as a DHCP lease would; undefined when all are
 * gone.
 */
export function takeLease(world: World, subnet: Subnet, claim: Claim): TakenAddress | undefined {
  const hints = world.state.networks.addresses.firstMaybeLeased;
  const { version } = blockOf(subnet);
  for (const range of rangesOfSubnet(world, subnet.id)) {
    if (range.type !== "dynamic") continue;
    const { first, last } = endsOf(range);
    let value = startOf(hints[range.id], first);
    while (value <= last && findAddress(world, formatAddress(version, value)) !== undefined) value += 1n;
    if (value > last) continue;
    hints[range.id] = formatAddress(version, value);
    return takeAddress(world, subnet, formatAddress(version, value), claim);
  }
  return undefined;
}

/** Milliseconds since the epoch as answers write times: UTC without a zone. */
export const timestamp = (ms: number): string => new Date(ms).toISOString().slice(0, -1);

/** The interface that has an address. */
function interfaceOf(world: World, taken: TakenAddress): Record<string, unknown> | undefined {
  const node = taken.systemId === null ? undefined : nodeById(world, taken.systemId);
  const each: Interface | undefined = node?.interfaces.find(
    (candidate) => candidate.id === taken.interfaceId,
  );
  return node === undefined || each === undefined ? undefined : describeInterface(world, node, each);
}

/** In the recorded shape. */
export function describeAddress(world: World, taken: TakenAddress): Record<string, unknown> {
  const subnet = findRow(world.state.networks.subnets, taken.subnetId);
  const joined = interfaceOf(world, taken);
  const unknown = taken.mac === null ? [] : [describeUnknownInterface(taken.mac)];
  return {
    created: timestamp(taken.created),
    ip: taken.ip,
    alloc_type: addressKinds[taken.kind].id,
    subnet: subnet === undefined ? null : describeSubnet(world, subnet),
    owner: describeOwner(world, taken.owner),
    interface_set: joined === undefined ? unknown : [joined],
    alloc_type_name: addressKinds[taken.kind].name,
    resource_uri: `/${world.segment}/api/2.0/ipaddresses/`,
  };
}
