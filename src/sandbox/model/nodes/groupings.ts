import { invalid } from "../../state/domain-error.ts";
import type { Node, Tag } from "../../state/node.ts";
import { removeFrom } from "../../state/table.ts";
import { allNodes, type World } from "../../state/world.ts";
import { defaultPoolId, defaultZoneId, type ZoneOrPool } from "../../state/zones-and-pools.ts";

export const findTag = (world: World, name: string | undefined): Tag | undefined =>
  world.state.tags.find((tag) => tag.name === name);

export const hasTag = (node: Node, name: string): boolean => node.tags.includes(name);

export function renameTag(world: World, tag: Tag, name: string): void {
  for (const node of allNodes(world)) node.tags = node.tags.map((each) => (each === tag.name ? name : each));
  tag.name = name;
}

export function removeTag(world: World, tag: Tag): void {
  for (const node of allNodes(world)) node.tags = node.tags.filter((each) => each !== tag.name);
  const { tags } = world.state;
  tags.splice(tags.indexOf(tag), 1);
}

export function addTagsOfNodes(world: World): void {
  for (const name of new Set(allNodes(world).flatMap((node) => node.tags)))
    if (findTag(world, name) === undefined) world.state.tags.push({ name, comment: "", kernelOpts: "" });
}

const placeKinds = {
  zone: {
    rows: "zones",
    lastIdMember: "lastZoneId",
    nodeMember: "zoneId",
    defaultId: defaultZoneId,
    subject: "This zone",
  },
  pool: {
    rows: "pools",
    lastIdMember: "lastPoolId",
    nodeMember: "poolId",
    defaultId: defaultPoolId,
    subject: "This",
  },
} as const;

type ZoneOrPoolKind = keyof typeof placeKinds;

export const zonesOrPoolsOf = ({ state: { places } }: World, kind: ZoneOrPoolKind): readonly ZoneOrPool[] =>
  kind === "zone" ? places.zones.toSorted((a, b) => (a.name < b.name ? -1 : 1)) : places.pools;

export function addZoneOrPool(
  { state: { places } }: World,
  kind: ZoneOrPoolKind,
  fields: Pick<ZoneOrPool, "name" | "description">,
): ZoneOrPool {
  const { rows, lastIdMember } = placeKinds[kind];
  const zoneOrPool = { id: ++places[lastIdMember], ...fields };
  places[rows].push(zoneOrPool);
  return zoneOrPool;
}

export function removeZoneOrPool(world: World, kind: ZoneOrPoolKind, zoneOrPool: ZoneOrPool): void {
  const { rows, nodeMember, defaultId, subject } = placeKinds[kind];
  if (zoneOrPool.id === defaultId) throw invalid(`${subject} is the default ${kind}, it cannot be deleted.`);
  const nodes = allNodes(world).filter((node) => node[nodeMember] === zoneOrPool.id);
  if (kind === "pool" && nodes.length > 0) throw invalid("Pool has machines in it, it cannot be deleted.");
  const hosts = world.state.places.pods.filter((host) => host[nodeMember] === zoneOrPool.id);
  for (const each of [...nodes, ...hosts]) each[nodeMember] = defaultId;
  removeFrom(world.state.places[rows], zoneOrPool);
}
