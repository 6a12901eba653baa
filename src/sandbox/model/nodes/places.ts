import { allNodes } from "../../state/access.ts";
import { invalid } from "../../state/domain-error.ts";
import { removeFrom } from "../../state/table.ts";
import type { World } from "../../state/world.ts";
import { defaultPoolId, defaultZoneId, type ZoneOrPool } from "../../state/zones-and-pools.ts";

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

/** Removes a zone, whose nodes move to the default one; that one is invalid to remove. */
export function removeZone(world: World, zone: ZoneOrPool): void {
  if (zone.id === defaultZoneId) throw invalid("This zone is the default zone, it cannot be deleted.");
  for (const node of allNodes(world)) if (node.zoneId === zone.id) node.zoneId = defaultZoneId;
  removeFrom(world.state.places.zones, zone);
}

/** Removes a pool, whose machines move to the default one; that one is invalid to remove. */
export function removePool(world: World, pool: ZoneOrPool): void {
  if (pool.id === defaultPoolId) throw invalid("This is the default pool, it cannot be deleted.");
  for (const node of allNodes(world)) if (node.poolId === pool.id) node.poolId = defaultPoolId;
  removeFrom(world.state.places.pools, pool);
}
