import { fleetSubnetId } from "../state/access.ts";
import type { World } from "../state/world.ts";
import { seedCaches } from "./caches.ts";
import { seedFleet, seedPrinter } from "./fleet.ts";
import { seedImages } from "./images.ts";
import { seedLeftovers, seedNetworks, seedRackNetworking } from "./networks.ts";
import { seedSettings } from "./settings.ts";

interface Sizes {
  readonly machines: number;
}

/**
 * Fills an empty world: networks and images first, then the fleet that stands on them, then what
 * people did there.
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
