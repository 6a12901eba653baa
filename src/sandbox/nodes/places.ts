import { Refusal } from "../handler.ts";
import type { World } from "../world.ts";

/** A physical zone or a resource pool: the documents name them and offer no operation on them. */
interface Place {
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
  readonly zones: Place[];
  readonly pools: Place[];
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

export const describeZone = (world: World, id: number): unknown => {
  const zone = world.state.places.zones.find((each) => each.id === id);
  return zone && { ...zone, resource_uri: `/${world.segment}/api/2.0/zones/${zone.name}/` };
};

export const describePool = (world: World, id: number): unknown => {
  const pool = world.state.places.pools.find((each) => each.id === id);
  return pool && { ...pool, resource_uri: `/${world.segment}/api/2.0/resourcepool/${pool.id}/` };
};

export const describePod = (world: World, id: number | null): unknown => {
  const pod = world.state.places.pods.find((each) => each.id === id);
  return pod === undefined
    ? null
    : { id: pod.id, name: pod.name, resource_uri: `/${world.segment}/api/2.0/pods/${pod.id}/` };
};

const choices = (places: readonly Place[]) => places.map((each) => each.name).join(", ");

/** The zone of that name; a 400 that names the field where there is none. */
export function findZone(world: World, name: string, field = "zone"): Place {
  const zone = world.state.places.zones.find((each) => each.name === name);
  if (zone !== undefined) return zone;
  throw new Refusal(400, {
    [field]: [
      `Select a valid choice. ${name} is not one of the available choices (${choices(world.state.places.zones)}).`,
    ],
  });
}

/** The pool of that name; a 400 that names the field where there is none. */
export function findPool(world: World, name: string, field = "pool"): Place {
  const pool = world.state.places.pools.find((each) => each.name === name);
  if (pool !== undefined) return pool;
  throw new Refusal(400, {
    [field]: [
      `Select a valid choice. ${name} is not one of the available choices (${choices(world.state.places.pools)}).`,
    ],
  });
}
