import type { AnswerStyle } from "../../catalogue/commands/sandbox-commands.ts";
import type { SimulatedClock } from "../simulation/clock.ts";
import type { Faults } from "../simulation/faults.ts";
import { type SeededRandom, seededRandom, seedState } from "../simulation/random.ts";
import type { EventLog } from "./events.ts";
import { emptyImages } from "./images.ts";
import { emptyNetworks } from "./networks.ts";
import type { Nodes } from "./node.ts";
import { emptySettings } from "./settings.ts";
import { emptyStorageIds } from "./storage.ts";
import type { Tag } from "./tags.ts";
import { seedUsers } from "./users.ts";
import { seedPlaces } from "./zones-and-pools.ts";

/** Everything the sandbox knows, and what makes it move. It knows no HTTP. */
export interface World {
  readonly clock: SimulatedClock;
  readonly random: SeededRandom;
  readonly state: State;
  /** The service's name segment, `SVC` by default; prefix of every `resource_uri`. */
  readonly segment: string;
  readonly faults: Faults;
  /** Whose answers are given where documents and deployed services differ; may change while it runs. */
  readonly answers: { style: AnswerStyle };
}

/** The state of a service that has users, zones and pools, and nothing else. */
export function emptyState(seed: number) {
  const random = seedState(seed);
  return {
    random,
    users: seedUsers(seededRandom(random)),
    nodes: { bySystemId: {} } as Nodes,
    places: seedPlaces(),
    tags: [] as Tag[],
    events: { nextId: 1, records: [] } as EventLog,
    networks: emptyNetworks(),
    storageIds: emptyStorageIds(),
    images: emptyImages(),
    settings: emptySettings(),
  };
}

/** One line a slice. All of it is plain JSON data, which is saved and loaded as it stands. */
export type State = Readonly<ReturnType<typeof emptyState>>;
