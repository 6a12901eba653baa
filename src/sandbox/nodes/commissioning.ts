import type { FormReading } from "../networks/form.ts";
import type { World } from "../world.ts";
import { startTransition } from "./lifecycle.ts";
import type { Node } from "./node.ts";

/** What commissioning is told: whether to test afterwards, and what to leave as it is. */
interface CommissioningOptions {
  readonly tests: boolean;
  readonly skipNetworking: boolean;
  readonly skipStorage: boolean;
}

/**
 * The fields that create and commission share (document 3); the scripts' own parameters may have any name.
 */
export function readCommissioning(reading: FormReading): CommissioningOptions {
  const isOn = (name: string) => reading.integer(name, 0, 1) === 1;
  isOn("enable_ssh");
  isOn("skip_bmc_config");
  return {
    tests: reading.text("testing_scripts") !== "none",
    skipNetworking: isOn("skip_networking"),
    skipStorage: isOn("skip_storage"),
  };
}

/** Starts it: 409 from a status that does not allow it. */
export function startCommissioning(world: World, node: Node, options: CommissioningOptions): void {
  startTransition(world, node, "commission", options.tests ? undefined : ["commissioning"]);
  node.commissioning = { skipNetworking: options.skipNetworking, skipStorage: options.skipStorage };
}
