import { addPlace, type PlaceKind, placesOf, removePlace } from "../model/nodes/groupings.ts";
import { serializePool, serializeZone } from "../serialize/references.ts";
import { requireFound } from "../state/domain-error.ts";
import type { World } from "../state/world.ts";
import type { ZoneOrPool } from "../state/zones-and-pools.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readNamed } from "./named-rows.ts";
import { assign, resource } from "./resource.ts";

const actionsOn = (kind: PlaceKind, type: string, word: string) => ({
  rows: ({ world }: Call) => placesOf(world, kind),
  find: ({ world, path: { id, name } }: Call) =>
    requireFound(
      placesOf(world, kind).find((each) => String(each.id) === id) ??
        placesOf(world, kind).find((each) => each.name === (name ?? id)),
      type,
    ),
  read: readNamed(word, ({ world }) => placesOf(world, kind)),
  create: ({ world }: Call, values: Partial<ZoneOrPool>) =>
    addPlace(world, kind, { name: "", description: "", ...values }),
  update: assign<ZoneOrPool>,
  remove: (world: World, place: ZoneOrPool) => removePlace(world, kind, place),
});

export const zones = resource(["zones", "zone"], {
  ...actionsOn("zone", "Zone", "Physical zone"),
  serialize: (world, { id }) => serializeZone(world, id),
  mayBeAbsent: true,
}) satisfies HandlersOf<"zones">;

export const resourcePools = resource(["resource-pools", "resource-pool"], {
  ...actionsOn("pool", "ResourcePool", "Resource pool"),
  serialize: (world, { id }) => serializePool(world, id),
}) satisfies HandlersOf<"resourcepools">;
