import type { FieldErrors } from "../../state/domain-error.ts";
import type { IpRange, RangeType, Subnet, Vlan } from "../../state/networks.ts";
import { rowsOf } from "../../state/table.ts";
import type { World } from "../../state/world.ts";
import { type Address, blockHolds, parseAddress } from "../../values/blocks.ts";
import { blockOf, subnetsOfVlan } from "./subnets.ts";

export const rangesOfSubnet = (world: World, subnetId: number): IpRange[] =>
  rowsOf(world.state.networks.ranges).filter((range) => range.subnetId === subnetId);

/** The ends of a range as numbers. */
export function endsOf(range: IpRange): { readonly first: bigint; readonly last: bigint } {
  return { first: parseAddress(range.startIp)?.value ?? 0n, last: parseAddress(range.endIp)?.value ?? 0n };
}

/** The range of a subnet that holds an address. */
export const rangeHolding = (world: World, subnetId: number, address: Address): IpRange | undefined =>
  rangesOfSubnet(world, subnetId).find((range) => {
    const { first, last } = endsOf(range);
    return first <= address.value && address.value <= last;
  });

interface RangeEnds {
  readonly subnet: Subnet;
  readonly type: RangeType;
  readonly start: Address | undefined;
  readonly end: Address | undefined;
}

/**
 * Refuses ends outside the subnet, in the wrong order, or over another range, the gateway or (dynamic)
 * a taken address.
 */
export function checkEnds(world: World, errors: FieldErrors, ends: RangeEnds, own?: IpRange): void {
  const { subnet, start, end } = ends;
  const block = blockOf(subnet);
  for (const [name, address] of [
    ["start_ip", start],
    ["end_ip", end],
  ] as const)
    if (address !== undefined && !blockHolds(block, address))
      errors.fail(name, `IP address must be within subnet: ${subnet.cidr}.`);
  if (start === undefined || end === undefined || !blockHolds(block, start) || !blockHolds(block, end))
    return;
  if (start.value > end.value) {
    errors.fail("end_ip", "End IP address must not be less than Start IP address.");
    return;
  }
  for (const conflict of conflictsOf(world, ends, start.value, end.value, own))
    errors.fail("start_ip", `Requested ${ends.type} range ${conflict}.`);
}

/** What a range would lie over: other ranges and, where it is dynamic, the gateway and taken addresses. */
function conflictsOf(
  world: World,
  { subnet, type }: RangeEnds,
  from: bigint,
  to: bigint,
  own: IpRange | undefined,
): string[] {
  const holds = (ip: string) => {
    const value = parseAddress(ip)?.value;
    return value !== undefined && from <= value && value <= to;
  };
  const found = rangesOfSubnet(world, subnet.id)
    .filter((other) => {
      const { first, last } = endsOf(other);
      return other.id !== own?.id && first <= to && from <= last;
    })
    .map((other) => `conflicts with an existing range: ${other.startIp} to ${other.endIp}`);
  if (type !== "dynamic") return found;
  if (subnet.gatewayIp !== null && holds(subnet.gatewayIp))
    found.push(`holds the gateway ${subnet.gatewayIp}`);
  const taken = Object.values(world.state.networks.addresses.byIp).find(
    (each) => each.subnetId === subnet.id && each.kind !== "observed" && holds(each.ip),
  );
  if (taken !== undefined) found.push(`conflicts with the existing address ${taken.ip}`);
  return found;
}

/** Why DHCP cannot be served on a VLAN; undefined where it can. */
export function dhcpObstacle(world: World, vlan: Vlan): string | undefined {
  if (vlan.primaryRack === null) return "DHCP can only be turned on when a primary rack controller is set.";
  if (vlan.relayVlanId !== null) return "DHCP cannot be turned on while a relay VLAN is set.";
  const hasDynamicRange = subnetsOfVlan(world, vlan.id).some((subnet) =>
    rangesOfSubnet(world, subnet.id).some((range) => range.type === "dynamic"),
  );
  return hasDynamicRange ? undefined : "DHCP can only be turned on when a dynamic IP range is defined.";
}
