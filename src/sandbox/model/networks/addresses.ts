import type { Subnet, TakenAddress } from "../../state/networks.ts";
import { invalidField, unavailable } from "../../state/service-error.ts";
import type { World } from "../../state/world.ts";
import { type Address, formatAddress, parseAddress } from "../../values/blocks.ts";
import { ascending, boundsOf, hostRange, type Interval, rangesOfSubnet } from "./ranges.ts";
import { blockOf } from "./subnets.ts";

export type AddressUse = Pick<TakenAddress, "kind"> &
  Partial<Pick<TakenAddress, "owner" | "systemId" | "interfaceId" | "mac">>;

export const findAddress = (world: World, ip: string): TakenAddress | undefined => {
  const { byIp } = world.state.networks.addresses;
  return Object.hasOwn(byIp, ip) ? byIp[ip] : undefined;
};

export function takeAddress(world: World, subnet: Subnet | undefined, ip: string, use: AddressUse) {
  const addresses = world.state.networks.addresses;
  if (Object.hasOwn(addresses.byIp, ip)) throw invalidField("ip", `The address ${ip} is already in use.`);
  const unassigned = { owner: null, systemId: null, interfaceId: null, mac: null };
  const created = world.clock.now();
  const subnetId = subnet?.id ?? null;
  const address: TakenAddress = { id: addresses.nextId++, ip, subnetId, ...unassigned, ...use, created };
  addresses.byIp[ip] = address;
  return address;
}

/** The caller removes the address from links, DNS resources and observations. */
export function freeAddress(world: World, ip: string): void {
  const addresses = world.state.networks.addresses;
  const address = findAddress(world, ip);
  if (address === undefined) return;
  delete addresses.byIp[ip];
  if (address.subnetId === null) return;
  lowerHint(addresses.firstMaybeFree, address.subnetId, ip);
  for (const range of rangesOfSubnet(world, address.subnetId))
    lowerHint(addresses.firstMaybeLeased, range.id, ip);
}

function lowerHint(hints: Record<number, string>, key: number, ip: string): void {
  const hint = parseAddress(hints[key] ?? "");
  const value = parseAddress(ip)?.value;
  if (hint !== undefined && value !== undefined && value < hint.value) hints[key] = ip;
}

/** Call this after a change of the subnet's ranges, gateway or name servers. */
export function clearAddressHints(world: World, subnetId: number): void {
  const addresses = world.state.networks.addresses;
  delete addresses.firstMaybeFree[subnetId];
  for (const range of rangesOfSubnet(world, subnetId)) delete addresses.firstMaybeLeased[range.id];
}

/** Addresses that are never assigned automatically. In an unmanaged subnet: all addresses outside reserved ranges. */
function excludedIntervals(world: World, subnet: Subnet): Interval[] {
  const singleAddresses = [subnet.gatewayIp ?? "", ...subnet.dnsServers]
    .map(parseAddress)
    .filter((address): address is Address => address !== undefined)
    .map(({ value }) => ({ first: value, last: value }));
  const ranges = rangesOfSubnet(world, subnet.id);
  const reservedIntervals = ranges.filter(({ type }) => type === "reserved").map(boundsOf);
  const excluded = subnet.managed ? ranges.map(boundsOf) : complementOf(reservedIntervals, blockOf(subnet));
  return [...singleAddresses, ...excluded].sort(byFirst);
}

const byFirst = (a: Interval, b: Interval) => ascending(a.first, b.first);

function complementOf(intervals: readonly Interval[], { first, last }: Interval): Interval[] {
  const gaps: Interval[] = [];
  let start = first;
  for (const each of intervals.toSorted(byFirst)) {
    if (each.first > start) gaps.push({ first: start, last: each.first - 1n });
    if (each.last >= start) start = each.last + 1n;
  }
  return start > last ? gaps : [...gaps, { first: start, last }];
}

export function takeNextAddress(world: World, subnet: Subnet, use: AddressUse): TakenAddress {
  const ip = findLowestFree(world, subnet, hostRange(subnet), excludedIntervals(world, subnet));
  if (ip === undefined) throw unavailable(`No more IPs available in subnet: ${subnet.cidr}.`);
  return takeAddress(world, subnet, ip, use);
}

function findLowestFree(
  world: World,
  subnet: Subnet,
  { first, last }: Interval,
  excluded: readonly Interval[],
) {
  const addresses = world.state.networks.addresses;
  const { version } = blockOf(subnet);
  let value = firstToTry(addresses.firstMaybeFree[subnet.id], first);
  let index = 0;
  while (value <= last) {
    const next = excluded[index];
    if (next !== undefined && next.first <= value) {
      if (next.last >= value) value = next.last + 1n;
      index += 1;
      continue;
    }
    const ip = formatAddress(version, value);
    if (!Object.hasOwn(addresses.byIp, ip)) {
      addresses.firstMaybeFree[subnet.id] = ip;
      return ip;
    }
    value += 1n;
  }
  addresses.firstMaybeFree[subnet.id] = formatAddress(version, last);
  return undefined;
}

function firstToTry(hint: string | undefined, first: bigint): bigint {
  const value = parseAddress(hint ?? "")?.value;
  return value === undefined || value < first ? first : value;
}

export function takeLease(world: World, subnet: Subnet, use: AddressUse): TakenAddress | undefined {
  const hints = world.state.networks.addresses.firstMaybeLeased;
  const { version } = blockOf(subnet);
  for (const range of rangesOfSubnet(world, subnet.id)) {
    if (range.type !== "dynamic") continue;
    const { first, last } = boundsOf(range);
    let value = firstToTry(hints[range.id], first);
    while (value <= last && findAddress(world, formatAddress(version, value)) !== undefined) value += 1n;
    if (value > last) continue;
    hints[range.id] = formatAddress(version, value);
    return takeAddress(world, subnet, formatAddress(version, value), use);
  }
  return undefined;
}
