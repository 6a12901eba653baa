import { addTagsOfNodes, createNode } from "../../../src/sandbox/model/nodes/create.ts";
import type { DiskSpec } from "../../../src/sandbox/model/storage/disks.ts";
import { applyDefaultLayout } from "../../../src/sandbox/model/storage/layouts.ts";
import { seedFleet } from "../../../src/sandbox/seed/fleet.ts";
import { seedImages, seedNetworks, seedRackNetworking } from "../../../src/sandbox/seed/seed.ts";
import { makeFaults } from "../../../src/sandbox/simulation/faults.ts";
import { seededRandom, seedState } from "../../../src/sandbox/simulation/random.ts";
import { emptyImages } from "../../../src/sandbox/state/images.ts";
import { emptyNetworks } from "../../../src/sandbox/state/networks.ts";
import type { Node } from "../../../src/sandbox/state/node.ts";
import { emptySettings } from "../../../src/sandbox/state/settings.ts";
import { emptyStorageIds } from "../../../src/sandbox/state/storage.ts";
import { fleetSubnetId, seedPlaces, type World } from "../../../src/sandbox/state/world.ts";
import { admin, bob, carol } from "./answering.ts";

interface NetworkedWorld extends World {
  /** Advances simulated time and runs due tasks. */
  advance(milliseconds: number): void;
}

/** A world with networks, images, a fleet, and a clock that a test advances. */
export function networkedWorld(machines = 12, seed = 1): NetworkedWorld {
  let now = Date.UTC(2026, 10, 20, 12);
  const tasks = new Map<string, { readonly at: number; readonly run: () => void }>();
  const random = seedState(seed);
  const state = {
    random,
    users: [admin, bob, carol],
    nodes: { bySystemId: {} },
    places: seedPlaces(),
    tags: [],
    events: { nextId: 1, records: [] },
    networks: emptyNetworks(),
    storageIds: emptyStorageIds(),
    images: emptyImages(),
    settings: emptySettings(),
  };
  const world = {
    clock: {
      now: () => now,
      schedule: (key: string, at: number, run: () => void) => void tasks.set(key, { at, run }),
      cancel: (key: string) => void tasks.delete(key),
      pass: (ms: number) => new Promise<void>((run) => tasks.set(`pass:${ms}`, { at: now + ms, run })),
    },
    random: seededRandom(random),
    state,
    segment: "SVC",
    faults: makeFaults(seededRandom(seedState(seed + 1))),
    answers: { style: "documented" as const },
    advance(milliseconds: number) {
      now += milliseconds;
      for (const [key, task] of [...tasks])
        if (task.at <= now) {
          tasks.delete(key);
          task.run();
        }
    },
  } as unknown as NetworkedWorld;
  seedNetworks(world, machines);
  seedImages(world);
  seedRackNetworking(world, seedFleet(world, machines, fleetSubnetId(world)));
  addTagsOfNodes(world);
  return world;
}

export const GB = 1_000_000_000;

/** Disks as on the recorded machines. */
const recordedDisks: readonly DiskSpec[] = [
  { sizeBytes: 40 * GB, tags: ["ssd", "sata"] },
  { sizeBytes: 60 * GB, tags: ["ssd", "sata"] },
];

/** Adds a commissioned machine without a network, with the configured storage layout. */
export function addMachine(
  world: World,
  systemId = "abc123",
  disks: readonly DiskSpec[] = recordedDisks,
  changes: Partial<Node> = {},
): Node {
  const { bySystemId } = world.state.nodes;
  const node = createNode(world, { nodeType: "machine", hostname: systemId, macAddresses: [], disks });
  delete bySystemId[node.systemId];
  const results = { commissioning: 2, testing: -1 } as const;
  bySystemId[systemId] = Object.assign(node, { systemId, status: "ready", cpuCount: 4, results, ...changes });
  applyDefaultLayout(world, node);
  return node;
}
