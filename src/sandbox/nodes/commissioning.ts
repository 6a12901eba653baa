import { observeAddress, resetNetworking } from "../networks/assignment.ts";
import type { FormReading } from "../networks/form.ts";
import { addDisk } from "../storage/disks.ts";
import { restoreStorage } from "../storage/layouts.ts";
import type { World } from "../world.ts";
import type { Node } from "./node.ts";

/** What commissioning is told: whether to test afterwards, and what to leave as it is. */
export interface CommissioningOptions {
  readonly tests: boolean;
  readonly skipNetworking: boolean;
  readonly skipStorage: boolean;
}

/** The fields that create and commission share (document 3); the scripts' own parameters may have any name. */
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

/** What the scripts find out about a machine that nobody has described, and what they lay out anew. */
export function finishCommissioning(world: World, node: Node, options: Partial<CommissioningOptions>): void {
  if (node.cpuCount === 0) node.cpuCount = world.random.pick([4, 8, 16]);
  if (node.memoryMiB === 0) node.memoryMiB = world.random.pick([8192, 16_384, 32_768]);
  if (node.cpuSpeedMHz === 0) node.cpuSpeedMHz = 2400;
  if (node.storage.devices.length === 0)
    addDisk(world, node.storage, {
      sizeBytes: 64e9,
      tags: ["ssd"],
      model: "Sandbox disk",
      serial: world.random.token(12),
    });
  if (options.skipStorage !== true) restoreStorage(world, node);
  if (options.skipNetworking !== true) resetNetworking(world, node);
  if (node.interfaces.every((each) => each.observed === null)) observeAddress(world, node);
}
