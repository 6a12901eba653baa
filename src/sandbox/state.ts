import { emptyImages } from "./images/images.ts";
import { resumeImport } from "./images/importing.ts";
import { emptyNetworks } from "./networks/networks.ts";
import { resumeScan } from "./networks/scan.ts";
import { resumeWork } from "./nodes/lifecycle.ts";
import { allNodes } from "./nodes/nodes.ts";
import { seedPlaces } from "./nodes/places.ts";
import { seedUsers } from "./people.ts";
import { seededRandom, seedState } from "./random.ts";
import { emptySettings } from "./settings/settings.ts";
import { emptyStorageIds } from "./storage/storage.ts";
import type { State, World } from "./world.ts";

/** The state of a service that has people and places, and nothing else. */
export function emptyState(seed: number): State {
  const random = seedState(seed);
  return {
    random,
    users: seedUsers(seededRandom(random)),
    nodes: { bySystemId: {} },
    places: seedPlaces(),
    events: { nextId: 1, records: [] },
    networks: emptyNetworks(),
    storageIds: emptyStorageIds(),
    images: emptyImages(),
    settings: emptySettings(),
  };
}

/**
 * Schedules again what was under way in a state that was loaded: the work and power of machines, an import, a
 * scan.
 */
export function resumeWorld(world: World): void {
  for (const node of allNodes(world)) resumeWork(world, node);
  resumeImport(world);
  resumeScan(world);
}
