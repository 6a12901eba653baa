import {
  addressesOfSubnet,
  type IpRange,
  type RangeType,
  type Subnet,
  type Vlan,
} from "../../state/networks.ts";
import type { FieldErrors } from "../../state/service-error.ts";
import { rowsOf } from "../../state/table.ts";
import type { World } from "../../state/world.ts";
import { type Address, blockContains, parseAddress } from "../../values/blocks.ts";
import { blockOf, subnetsOfVlan } from "./subnets.ts";

export const rangesOfSubnet = (world: World, subnetId: number): IpRange[] =>
  rowsOf(world.state.networks.ranges).filter((range) => range.subnetId === subnetId);

export interface Interval {
  readonly first: bigint;
  readonly last: bigint;
}

export const boundsOf = ({ startIp, endIp }: IpRange): Interval => ({
  first: parseAddress(startIp)?.value ?? 0n,
  last: parseAddress(endIp)?.value ?? 0n,
});

const contains = ({ first, last }: Interval, value: bigint): boolean => first <= value && value <= last;

export const rangeContaining = (world: World, subnetId: number, address: Address): IpRange | undefined =>
  rangesOfSubnet(world, subnetId).find((range) => contains(boundsOf(range), address.value));

interface NewRange {
  readonly subnet: Subnet;
  readonly type: RangeType;
  readonly start: Address | undefined;
  readonly end: Address | undefined;
}

export function checkRange(world: World, errors: FieldErrors, range: NewRange, current?: IpRange): void {
  const { subnet, start, end } = range;
  const block = blockOf(subnet);
  for (const [name, address] of [
    ["start_ip", start],
    ["end_ip", end],
  ] as const)
    if (address !== undefined && !blockContains(block, address))
      errors.addError(name, `IP address must be within subnet: ${subnet.cidr}.`);
  if (start === undefined || end === undefined || !blockContains(block, start) || !blockContains(block, end))
    return;
  if (start.value > end.value) {
    errors.addError("end_ip", "End IP address must not be less than Start IP address.");
    return;
  }
  const interval = { first: start.value, last: end.value };
  for (const conflict of conflictsOf(world, range, interval, current))
    errors.addError("start_ip", `Requested ${range.type} range ${conflict}.`);
}

function conflictsOf(
  world: World,
  { subnet, type }: NewRange,
  interval: Interval,
  current: IpRange | undefined,
): string[] {
  const containsIp = (ip: string) => contains(interval, parseAddress(ip)?.value ?? -1n);
  const conflicts = rangesOfSubnet(world, subnet.id)
    .filter((other) => {
      const { first, last } = boundsOf(other);
      return other.id !== current?.id && first <= interval.last && interval.first <= last;
    })
    .map((other) => `conflicts with an existing range: ${other.startIp} to ${other.endIp}`);
  if (type !== "dynamic") return conflicts;
  if (subnet.gatewayIp !== null && containsIp(subnet.gatewayIp))
    conflicts.push(`contains the gateway ${subnet.gatewayIp}`);
  const address = addressesOfSubnet(world.state.networks, subnet.id).find(
    (each) => each.kind !== "observed" && containsIp(each.ip),
  );
  if (address !== undefined) conflicts.push(`conflicts with the existing address ${address.ip}`);
  return conflicts;
}

export function dhcpProblem(world: World, vlan: Vlan): string | undefined {
  if (vlan.primaryRack === null) return "DHCP can only be turned on when a primary rack controller is set.";
  if (vlan.relayVlanId !== null) return "DHCP cannot be turned on while a relay VLAN is set.";
  const hasDynamicRange = subnetsOfVlan(world, vlan.id).some((subnet) =>
    rangesOfSubnet(world, subnet.id).some((range) => range.type === "dynamic"),
  );
  return hasDynamicRange ? undefined : "DHCP can only be turned on when a dynamic IP range is defined.";
}

export function turnOffUnusableDhcp(world: World, vlanId: number): void {
  const vlan = world.state.networks.vlans.rows[vlanId];
  if (vlan !== undefined && dhcpProblem(world, vlan) !== undefined) vlan.dhcpOn = false;
}

export interface UsageRange extends Interval {
  readonly purposes: readonly string[];
}

export function hostRange(subnet: Subnet): Interval {
  const { first, last, version } = blockOf(subnet);
  if (last - first <= 1n) return { first, last };
  return { first: first + 1n, last: version === 4 ? last - 1n : last };
}

function clamp({ first, last }: Interval, value: bigint): bigint {
  if (value < first) return first;
  return value > last ? last : value;
}

export const ascending = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

export function usageOf(world: World, subnet: Subnet): UsageRange[] {
  const hosts = hostRange(subnet);
  const changes = new Map<bigint, { readonly purpose: string; readonly delta: 1 | -1 }[]>();
  const addChange = (at: bigint, purpose: string, delta: 1 | -1) => {
    const existing = changes.get(at);
    if (existing === undefined) changes.set(at, [{ purpose, delta }]);
    else existing.push({ purpose, delta });
  };
  for (const { first, last, purpose } of usesOf(world, subnet)) {
    if (last < hosts.first || first > hosts.last) continue;
    addChange(clamp(hosts, first), purpose, 1);
    addChange(clamp(hosts, last) + 1n, purpose, -1);
  }
  const counts = new Map<string, number>();
  const activePurposes = () => [...counts].flatMap(([purpose, count]) => (count > 0 ? [purpose] : [])).sort();
  const ranges: UsageRange[] = [];
  let from = hosts.first;
  const closeRange = (end: bigint) => {
    if (end < from) return;
    const previousRange = ranges.at(-1);
    const currentPurposes = activePurposes();
    if (previousRange !== undefined && previousRange.purposes.join() === currentPurposes.join())
      ranges[ranges.length - 1] = { ...previousRange, last: end };
    else ranges.push({ first: from, last: end, purposes: currentPurposes });
    from = end + 1n;
  };
  for (const boundary of [...changes.keys()].sort(ascending)) {
    closeRange(boundary - 1n);
    for (const { purpose, delta } of changes.get(boundary) ?? [])
      counts.set(purpose, (counts.get(purpose) ?? 0) + delta);
  }
  closeRange(hosts.last);
  return ranges;
}

/**
 * The gateway is the first address, or the last one if the first is in use. The dynamic range is at the end
 * of the largest gap; it has at most a quarter of all addresses and half of the unused ones.
 */
export function suggestionsFor(world: World, subnet: Subnet) {
  const { first, last } = hostRange(subnet);
  const unused = usageOf(world, subnet).filter(({ purposes }) => purposes.length === 0);
  const gateway = [first, last].find((each) => unused.some((range) => contains(range, each)));
  const gaps = unused
    .map((range) => ({
      first: range.first === gateway ? range.first + 1n : range.first,
      last: range.last === gateway ? range.last - 1n : range.last,
    }))
    .map((range) => ({ ...range, size: range.last - range.first + 1n }));
  const [largest] = gaps.toSorted((a, b) => ascending(b.size, a.size));
  const available = gaps.reduce((sum, { size }) => sum + size, 0n);
  const limits = [largest?.size ?? 0n, (last - first + 1n) / 4n, available / 2n];
  const [size = 0n] = limits.sort(ascending);
  if (largest === undefined || size < 1n) return { gateway, dynamic: undefined };
  return { gateway, dynamic: { first: largest.last - size + 1n, last: largest.last } };
}

function usesOf(world: World, subnet: Subnet) {
  const singleAddress = (ip: string | null, purpose: string) => {
    const value = parseAddress(ip ?? "")?.value;
    return value === undefined ? [] : [{ first: value, last: value, purpose }];
  };
  return [
    ...singleAddress(subnet.gatewayIp, "gateway-ip"),
    ...subnet.dnsServers.flatMap((ip) => singleAddress(ip, "dns-server")),
    ...rangesOfSubnet(world, subnet.id).map((range) => ({ ...boundsOf(range), purpose: range.type })),
    ...addressesOfSubnet(world.state.networks, subnet.id).flatMap(({ ip }) =>
      singleAddress(ip, "assigned-ip"),
    ),
  ];
}
