import { invalidChoice, invalidField } from "../../state/domain-error.ts";
import type { World } from "../../state/world.ts";
import type { ZoneOrPool } from "../../state/zones-and-pools.ts";

/** The zone of that name; an `invalid` error that names the field where it does not exist. */
export const findZone = (world: World, name: string): ZoneOrPool =>
  findNamed(world.state.places.zones, name, "zone");

/** The pool of that name; an `invalid` error that names the field where it does not exist. */
export const findPool = (world: World, name: string): ZoneOrPool =>
  findNamed(world.state.places.pools, name, "pool");

function findNamed(all: readonly ZoneOrPool[], name: string, field: string): ZoneOrPool {
  const found = all.find((each) => each.name === name);
  if (found !== undefined) return found;
  const names = all.map((each) => each.name);
  throw invalidField(field, invalidChoice(name, names));
}
