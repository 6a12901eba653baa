import { blockOf } from "../model/networks/subnets.ts";
import { ascending, hostsOf, suggestionsFor, type UsedRange, usageOf } from "../model/networks/usage.ts";
import { fqdn, nodeById } from "../state/access.ts";
import { addressKinds, type Subnet, type TakenAddress } from "../state/networks.ts";
import { nodeTypes } from "../state/node.ts";
import type { World } from "../state/world.ts";
import { formatAddress } from "../values/blocks.ts";
import { timestamp } from "../values/times.ts";
import type { Json } from "./references.ts";

const countOf = ({ first, last }: Pick<UsedRange, "first" | "last">): bigint => last - first + 1n;

const serializeEnds = (subnet: Subnet, range: Pick<UsedRange, "first" | "last">): Json => {
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

/** What `statistics` adds where it is asked for. */
interface Additions {
  readonly ranges: boolean;
  readonly suggestions: boolean;
}

/** Counts are bigints: those of large IPv6 networks have more digits than a number holds. */
export function serializeStatistics(world: World, subnet: Subnet, add: Additions): Json {
  const ranges = usageOf(world, subnet);
  const free = ranges.filter(({ purposes }) => purposes.length === 0).map(countOf);
  const hosts = hostsOf(subnet);
  const total = countOf(hosts);
  const available = free.reduce((sum, count) => sum + count, 0n);
  const usage = Number(total - available) / Number(total);
  const percent = (share: number) => `${Math.round(share * 100)}%`;
  const { version } = blockOf(subnet);
  return {
    num_available: available,
    largest_available: free.toSorted(ascending).at(-1) ?? 0n,
    num_unavailable: total - available,
    total_addresses: total,
    usage,
    usage_string: percent(usage),
    available_string: percent(1 - usage),
    first_address: formatAddress(version, hosts.first),
    last_address: formatAddress(version, hosts.last),
    ip_version: version,
    ...(add.ranges
      ? {
          ranges: ranges.map((range) => ({
            ...serializeEnds(subnet, range),
            purpose: range.purposes.length === 0 ? ["unused"] : range.purposes,
          })),
        }
      : {}),
    ...(add.suggestions ? serializeSuggestions(world, subnet) : {}),
  };
}

function serializeSuggestions(world: World, subnet: Subnet): Json {
  const { gateway, dynamic } = suggestionsFor(world, subnet);
  return {
    suggested_gateway: gateway === undefined ? null : formatAddress(blockOf(subnet).version, gateway),
    suggested_dynamic_range: dynamic === undefined ? null : serializeEnds(subnet, dynamic),
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
