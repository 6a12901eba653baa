import { blockOf } from "../model/networks/subnets.ts";
import { hostsOf, type UsedRange, usageOf } from "../model/networks/usage.ts";
import { fqdn, nodeById } from "../state/access.ts";
import { addressKinds, type Subnet, type TakenAddress } from "../state/networks.ts";
import { nodeTypes } from "../state/node.ts";
import type { World } from "../state/world.ts";
import { formatAddress } from "../values/blocks.ts";
import { timestamp } from "../values/times.ts";
import type { Json } from "./references.ts";

const countOf = ({ first, last }: Pick<UsedRange, "first" | "last">): number => Number(last - first + 1n);

const serializeEnds = (subnet: Subnet, range: UsedRange): Json => {
  const { version } = blockOf(subnet);
  return {
    start: formatAddress(version, range.first),
    end: formatAddress(version, range.last),
    num_addresses: countOf(range),
  };
};

/** The ranges in use of a subnet, and what for. */
export const serializeReserved = (world: World, subnet: Subnet): Json[] =>
  usageOf(world, subnet)
    .filter(({ purposes }) => purposes.length > 0)
    .map((range) => ({ ...serializeEnds(subnet, range), purpose: range.purposes }));

/** The ranges of a subnet that nothing has. */
export const serializeUnreserved = (world: World, subnet: Subnet): Json[] =>
  usageOf(world, subnet)
    .filter(({ purposes }) => purposes.length === 0)
    .map((range) => serializeEnds(subnet, range));

/** Numbers beyond 2^53, those of large IPv6 networks, are rounded. */
export function serializeStatistics(world: World, subnet: Subnet, withRanges: boolean): Json {
  const ranges = usageOf(world, subnet);
  const free = ranges.filter(({ purposes }) => purposes.length === 0).map(countOf);
  const hosts = hostsOf(subnet);
  const total = countOf(hosts);
  const available = free.reduce((sum, count) => sum + count, 0);
  const usage = (total - available) / total;
  const percent = (share: number) => `${Math.round(share * 100)}%`;
  const { version } = blockOf(subnet);
  return {
    num_available: available,
    largest_available: Math.max(0, ...free),
    num_unavailable: total - available,
    total_addresses: total,
    usage,
    usage_string: percent(usage),
    available_string: percent(1 - usage),
    first_address: formatAddress(version, hosts.first),
    last_address: formatAddress(version, hosts.last),
    ip_version: version,
    ...(withRanges
      ? {
          ranges: ranges.map((range) => ({
            ...serializeEnds(subnet, range),
            purpose: range.purposes.length === 0 ? ["unused"] : range.purposes,
          })),
        }
      : {}),
  };
}

/** One address of a subnet, with who and what has it where that is asked for and known. */
export function serializeUse(world: World, taken: TakenAddress, withUser: boolean, withNode: boolean): Json {
  const node = withNode && taken.systemId !== null ? nodeById(world, taken.systemId) : undefined;
  return {
    ip: taken.ip,
    alloc_type: addressKinds[taken.kind].id,
    created: timestamp(taken.created),
    updated: timestamp(taken.created),
    ...(withUser && taken.owner !== null ? { user: taken.owner } : {}),
    ...(node === undefined
      ? {}
      : {
          node_summary: {
            system_id: node.systemId,
            node_type: nodeTypes[node.nodeType].id,
            fqdn: fqdn(world, node),
            hostname: node.hostname,
            via: node.interfaces.find(({ id }) => id === taken.interfaceId)?.name ?? null,
          },
        }),
  };
}
