import { invalid } from "../../state/domain-error.ts";
import type { Node, Tag } from "../../state/node.ts";
import { removeFrom } from "../../state/table.ts";
import { allNodes, type World } from "../../state/world.ts";
import { defaultPoolId, defaultZoneId, type ZoneOrPool } from "../../state/zones-and-pools.ts";

export const findTag = (world: World, name: string | undefined): Tag | undefined =>
  world.state.tags.find((tag) => tag.name === name);

export const hasTag = (node: Node, name: string): boolean => node.tags.includes(name);

/** The caller ensures the name is unique; nodes keep the tag. */
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

type Given = Pick<ZoneOrPool, "name" | "description">;

export function addZone({ state: { places } }: World, given: Given): ZoneOrPool {
  const zone = { id: ++places.lastZoneId, ...given };
  places.zones.push(zone);
  return zone;
}

export function addPool({ state: { places } }: World, given: Given): ZoneOrPool {
  const pool = { id: ++places.lastPoolId, ...given };
  places.pools.push(pool);
  return pool;
}

/** Its nodes move to the default zone, which cannot be removed. */
export function removeZone(world: World, zone: ZoneOrPool): void {
  if (zone.id === defaultZoneId) throw invalid("This zone is the default zone, it cannot be deleted.");
  for (const node of allNodes(world)) if (node.zoneId === zone.id) node.zoneId = defaultZoneId;
  removeFrom(world.state.places.zones, zone);
}

/** Its machines move to the default pool, which cannot be removed. */
export function removePool(world: World, pool: ZoneOrPool): void {
  if (pool.id === defaultPoolId) throw invalid("This is the default pool, it cannot be deleted.");
  for (const node of allNodes(world)) if (node.poolId === pool.id) node.poolId = defaultPoolId;
  removeFrom(world.state.places.pools, pool);
}
