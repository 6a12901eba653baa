import type { SimulatedClock } from "../simulation/clock.ts";
import type { Faults } from "../simulation/faults.ts";
import type { SeededRandom } from "../simulation/random.ts";
import type { State } from "./state.ts";

/** Everything the sandbox knows, and what makes it move. It knows no HTTP. */
export interface World {
  readonly clock: SimulatedClock;
  readonly random: SeededRandom;
  readonly state: State;
  /** The service's name segment, `SVC` by default; prefix of every `resource_uri`. */
  readonly segment: string;
  readonly faults: Faults;
}
