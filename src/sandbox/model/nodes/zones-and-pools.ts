import { invalidField } from "../../state/domain-error.ts";
import type { World } from "../../state/world.ts";
import type { ZoneOrPool } from "../../state/zones-and-pools.ts";

const choices = (all: readonly ZoneOrPool[]) => all.map((each) => each.name).join(", ");

/** The zone of that name; an `invalid` error that names the field where it does not exist. */
export function findZone(world: World, name: string, field = "zone"): ZoneOrPool {
  const zone = world.state.places.zones.find((each) => each.name === name);
  if (zone !== undefined) return zone;
  throw invalidField(
    field,
    `Select a valid choice. ${name} is not one of the available choices (${choices(world.state.places.zones)}).`,
  );
}

/** The pool of that name; an `invalid` error that names the field where it does not exist. */
export function findPool(world: World, name: string, field = "pool"): ZoneOrPool {
  const pool = world.state.places.pools.find((each) => each.name === name);
  if (pool !== undefined) return pool;
  throw invalidField(
    field,
    `Select a valid choice. ${name} is not one of the available choices (${choices(world.state.places.pools)}).`,
  );
}
