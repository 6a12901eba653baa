import type { EventLog } from "./events.ts";
import type { Faults } from "./faults.ts";
import type { Images } from "./images/images.ts";
import type { Networks } from "./networks/networks.ts";
import type { Nodes } from "./nodes/nodes.ts";
import type { Places } from "./nodes/places.ts";
import type { User } from "./people.ts";
import type { RandomState } from "./random.ts";
import type { Settings } from "./settings/settings.ts";
import type { StorageIds } from "./storage/storage.ts";

/** Simulated time in milliseconds since the epoch; it may run faster than the real one. */
export interface SimulatedClock {
  now(): number;
  /** Runs `task` when simulated time has reached `at`; the key replaces an earlier task of the same key. */
  schedule(key: string, at: number, task: () => void): void;
  cancel(key: string): void;
}

/** Random values that follow from the seed alone. */
export interface SeededRandom {
  /** A number in [0, 1). */
  next(): number;
  integer(minimum: number, maximum: number): number;
  pick<T>(values: readonly T[]): T;
  /** `length` letters and digits. */
  token(length: number): string;
  uuid(): string;
}

/**
 * Everything the sandbox knows. Each part is plain JSON data (so that it can be saved and loaded) in a file
 * of its own beside the functions that read and change it; nothing in it knows HTTP.
 */
export interface World {
  readonly clock: SimulatedClock;
  readonly random: SeededRandom;
  readonly state: State;
  /** The service's name segment, `SVC` unless told otherwise; prefix of every `resource_uri`. */
  readonly segment: string;
  readonly faults: Faults;
}

/** One line a slice. A slice is plain JSON data that its own file declares, reads and changes. */
export interface State {
  readonly random: RandomState;
  readonly users: User[];
  readonly nodes: Nodes;
  readonly places: Places;
  readonly events: EventLog;
  readonly storageIds: StorageIds;
  readonly images: Images;
  readonly settings: Settings;
  readonly networks: Networks;
}
