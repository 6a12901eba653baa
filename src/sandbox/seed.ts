import { seedImages } from "./images/seed.ts";
import { fleetSubnetId } from "./networks/networks.ts";
import { seedNetworks, seedRackNetworking } from "./networks/seed.ts";
import { seedLeftovers } from "./networks/seed-leftovers.ts";
import { seedFleet, seedPrinter } from "./nodes/fleet.ts";
import { seedSettings } from "./settings/seed.ts";
import { seedCaches } from "./storage/seed.ts";
import type { World } from "./world.ts";

interface Sizes {
  readonly machines: number;
}

/**
 * Fills an empty world: networks and images first, then the fleet that stands on them, then what people did
 * there.
 */
export function seedWorld(world: World, sizes: Sizes): void {
  seedNetworks(world, sizes.machines);
  seedImages(world);
  const rack = seedFleet(world, sizes.machines, fleetSubnetId(world));
  seedRackNetworking(world, rack);
  seedPrinter(world);
  seedLeftovers(world);
  seedCaches(world);
  seedSettings(world);
}
