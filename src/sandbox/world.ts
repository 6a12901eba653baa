import type { SimulatedClock } from "./clock.ts";
import type { EventLog } from "./events.ts";
import type { Faults } from "./faults.ts";
import type { Images } from "./images/images.ts";
import type { Networks } from "./networks/networks.ts";
import type { Nodes } from "./nodes/nodes.ts";
import type { Places } from "./nodes/places.ts";
import type { User } from "./people.ts";
import type { RandomState, SeededRandom } from "./random.ts";
import type { Settings } from "./settings/settings.ts";
import type { StorageIds } from "./storage/storage.ts";

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
