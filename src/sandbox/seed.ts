import { seedImages } from "./images/seed.ts";
import { fleetSubnetId } from "./networks/networks.ts";
import { seedNetworks, seedRackNetworking } from "./networks/seed.ts";
import { seedFleet } from "./nodes/fleet.ts";
import type { World } from "./world.ts";

export interface Sizes {
  readonly machines: number;
}

/** Fills an empty world: networks and images first, then the fleet that stands on them. */
export function seedWorld(world: World, sizes: Sizes): void {
  seedNetworks(world, sizes.machines);
  seedImages(world);
  const rack = seedFleet(world, sizes.machines, fleetSubnetId(world));
  seedRackNetworking(world, rack);
}
