import { addPool, addZone, removePool, removeZone } from "../model/nodes/places.ts";
import { serializePool, serializeZone } from "../serialize/references.ts";
import { requireFound } from "../state/domain-error.ts";
import type { group as pools } from "../undocumented/resource-pools.ts";
import type { group as zones } from "../undocumented/zones.ts";
import type { Call, HandlersFor } from "../wire/call.ts";
import { readNamed, readNewNamed } from "./named-rows.ts";
import { resource } from "./resource.ts";

const zonesOf = ({ world }: Call) => world.state.places.zones;
const poolsOf = ({ world }: Call) => world.state.places.pools;

/** Physical zones and resource pools. */
export const handlers = {
  ...resource(["zones", "zone"], {
    rows: (call) => zonesOf(call).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    find: (call) =>
      requireFound(
        zonesOf(call).find(({ name }) => name === call.path.name),
        "Zone",
      ),
    serialize: (world, zone) => serializeZone(world, zone.id),
    create: (call) => addZone(call.world, readNewNamed(call, zonesOf(call), "Physical zone")),
    update: (call, zone) => Object.assign(zone, readNamed(call, zonesOf(call), "Physical zone", zone)),
    remove: removeZone,
    removed: 204,
  }),
  ...resource(["resource-pools", "resource-pool"], {
    rows: poolsOf,
    find: (call) =>
      requireFound(
        poolsOf(call).find(({ id }) => String(id) === call.path.id),
        "ResourcePool",
      ),
    serialize: (world, pool) => serializePool(world, pool.id),
    create: (call) => addPool(call.world, readNewNamed(call, poolsOf(call), "Resource pool")),
    update: (call, pool) => Object.assign(pool, readNamed(call, poolsOf(call), "Resource pool", pool)),
    remove: removePool,
    removed: 204,
  }),
} satisfies HandlersFor<typeof zones> & HandlersFor<typeof pools>;
