import { invalidChoice, invalidField } from "./domain-error.ts";
import type { World } from "./world.ts";

/** A physical zone or a resource pool: the documents name them and offer no operation on them. */
export interface ZoneOrPool {
  readonly id: number;
  readonly name: string;
  readonly description: string;
}

/** A virtual machine host that composed machines belong to. */
interface Pod {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  /** The machine that is the host. */
  host: string | null;
}

export interface Places {
  readonly zones: ZoneOrPool[];
  readonly pools: ZoneOrPool[];
  readonly pods: Pod[];
}

/** The zones, pools and pods of a new fleet; the first zone and pool are the defaults. */
export const seedPlaces = (): Places => ({
  zones: [
    { id: 1, name: "default", description: "" },
    { id: 2, name: "north", description: "North hall" },
    { id: 3, name: "south", description: "South hall" },
  ],
  pools: [
    { id: 0, name: "default", description: "Default pool" },
    { id: 1, name: "build", description: "Build farm" },
    { id: 2, name: "web", description: "Web front ends" },
  ],
  pods: [{ id: 1, name: "vmhost-1", type: "virsh", host: null }],
});

export const defaultZoneId = 1;
export const defaultPoolId = 0;

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
