import { addTagsOfNodes, createNode } from "../../../src/sandbox/model/nodes/create.ts";
import type { DiskSpec } from "../../../src/sandbox/model/storage/disks.ts";
import { applyDefaultLayout } from "../../../src/sandbox/model/storage/layouts.ts";
import { seedFleet } from "../../../src/sandbox/seed/fleet.ts";
import { seedImages, seedNetworks, seedRackNetworking } from "../../../src/sandbox/seed/seed.ts";
import { startClock } from "../../../src/sandbox/simulation/clock.ts";
import { makeFaults } from "../../../src/sandbox/simulation/faults.ts";
import { seededRandom, seedState } from "../../../src/sandbox/simulation/random.ts";
import type { Node } from "../../../src/sandbox/state/node.ts";
import { emptyState, fleetSubnetId, type World } from "../../../src/sandbox/state/world.ts";
import { admin, bob, carol } from "./answering.ts";

/** A world with networks, images and a fleet, whose clock stands still until a test advances it. */
export function networkedWorld(machines = 12, seed = 1): World {
  const clock = startClock({ now: () => Date.UTC(2026, 10, 20, 12), speed: 1, instant: false });
  clock.setPaused(true);
  const random = seedState(seed);
  const world: World = {
    clock,
    random: seededRandom(random),
    state: { ...emptyState(seed), random, users: [admin, bob, carol] },
    segment: "SVC",
    faults: makeFaults(seededRandom(seedState(seed + 1))),
    answers: { style: "documented" },
  };
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
