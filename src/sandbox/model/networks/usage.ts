import type { Subnet } from "../../state/networks.ts";
import type { World } from "../../state/world.ts";
import { parseAddress } from "../../values/blocks.ts";
import { endsOf, rangesOfSubnet } from "./ranges.ts";
import { blockOf } from "./subnets.ts";

/** Addresses side by side that are in use for the same purposes; none of them where they are unused. */
export interface UsedRange {
  readonly first: bigint;
  readonly last: bigint;
  readonly purposes: readonly string[];
}

/** What of a subnet may be given to machines: all but the network's own addresses. */
export function hostsOf(subnet: Subnet): { readonly first: bigint; readonly last: bigint } {
  const { first, last, version } = blockOf(subnet);
  if (last - first <= 1n) return { first, last };
  return { first: first + 1n, last: version === 4 ? last - 1n : last };
}

/** The number of the bounds that is nearest to a value. */
function within({ first, last }: { readonly first: bigint; readonly last: bigint }, value: bigint): bigint {
  if (value < first) return first;
  if (value > last) return last;
  return value;
}

/** All of a subnet, in ascending order and without gaps. */
export function usageOf(world: World, subnet: Subnet): UsedRange[] {
  const hosts = hostsOf(subnet);
  const changes = new Map<bigint, { readonly purpose: string; readonly by: 1 | -1 }[]>();
  const change = (at: bigint, purpose: string, by: 1 | -1) => {
    const known = changes.get(at);
    if (known === undefined) changes.set(at, [{ purpose, by }]);
    else known.push({ purpose, by });
  };
  for (const { first, last, purpose } of usesOf(world, subnet)) {
    if (last < hosts.first || first > hosts.last) continue;
    change(within(hosts, first), purpose, 1);
    change(within(hosts, last) + 1n, purpose, -1);
  }
  const counts = new Map<string, number>();
  const purposes = () => [...counts].flatMap(([purpose, count]) => (count > 0 ? [purpose] : [])).sort();
  const found: UsedRange[] = [];
  let from = hosts.first;
  const close = (end: bigint) => {
    if (end < from) return;
    const before = found.at(-1);
    const now = purposes();
    if (before !== undefined && before.purposes.join() === now.join())
      found[found.length - 1] = { ...before, last: end };
    else found.push({ first: from, last: end, purposes: now });
    from = end + 1n;
  };
  for (const at of [...changes.keys()].sort((a, b) => (a < b ? -1 : 1))) {
    close(at - 1n);
    for (const { purpose, by } of changes.get(at) ?? []) counts.set(purpose, (counts.get(purpose) ?? 0) + by);
  }
  close(hosts.last);
  return found;
}

/** Every use of addresses of a subnet, in the words of deployed services. */
function usesOf(world: World, subnet: Subnet) {
  const single = (ip: string | null, purpose: string) => {
    const value = parseAddress(ip ?? "")?.value;
    return value === undefined ? [] : [{ first: value, last: value, purpose }];
  };
  const taken = Object.values(world.state.networks.addresses.byIp).filter(
    (each) => each.subnetId === subnet.id,
  );
  return [
    ...single(subnet.gatewayIp, "gateway-ip"),
    ...subnet.dnsServers.flatMap((ip) => single(ip, "dns-server")),
    ...rangesOfSubnet(world, subnet.id).map((range) => ({ ...endsOf(range), purpose: range.type })),
    ...taken.flatMap(({ ip }) => single(ip, "assigned-ip")),
  ];
}
