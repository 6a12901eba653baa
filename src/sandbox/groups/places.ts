import { addPool, addZone, removePool, removeZone } from "../model/nodes/places.ts";
import { serializePool, serializeZone } from "../serialize/references.ts";
import { requireFound } from "../state/domain-error.ts";
import type { ZoneOrPool } from "../state/zones-and-pools.ts";
import type { group as pools } from "../undocumented/resource-pools.ts";
import type { group as zones } from "../undocumented/zones.ts";
import { defined } from "../values/defined.ts";
import type { Call, HandlersFor } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";
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
    create: (call) => addZone(call.world, readNew(call, zonesOf(call), "Physical zone")),
    update: (call, zone) => Object.assign(zone, readPlace(call, zonesOf(call), "Physical zone", zone)),
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
    create: (call) => addPool(call.world, readNew(call, poolsOf(call), "Resource pool")),
    update: (call, pool) => Object.assign(pool, readPlace(call, poolsOf(call), "Resource pool", pool)),
    remove: removePool,
    removed: 204,
  }),
} satisfies HandlersFor<typeof zones> & HandlersFor<typeof pools>;

const readNew = (call: Call, all: readonly ZoneOrPool[], kind: string) => ({
  name: "",
  description: "",
  ...readPlace(call, all, kind),
});

/** A name and a description, either of which may be absent; the name belongs to no other of its kind. */
function readPlace(call: Call, all: readonly ZoneOrPool[], kind: string, own?: ZoneOrPool) {
  const form = readForm(call);
  const name = form.text("name");
  if (name === "") form.required("name");
  else if (name !== undefined && !/^\w[ \w-]*$/.test(name)) form.fail("name", "Enter a valid value.");
  else if (name !== undefined && name.length > 256)
    form.fail("name", "Ensure this value has at most 256 characters.");
  if (all.some((each) => each !== own && each.name === name))
    form.fail("name", `${kind} with this Name already exists.`);
  form.check();
  return defined({ name, description: form.text("description") });
}
