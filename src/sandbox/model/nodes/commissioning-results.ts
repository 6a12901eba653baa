import type { Node } from "../../state/node.ts";
import type { World } from "../../state/world.ts";
import { observeAddress, resetNetworking } from "../networks/assignment.ts";
import { addDisk } from "../storage/disks.ts";
import { restoreStorage } from "../storage/layouts.ts";

/** What the scripts find out about a machine that nobody has described, and what they lay out anew. */
export function applyCommissioningResults(world: World, node: Node): void {
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
  if (!node.commissioning.skipStorage) restoreStorage(world, node);
  if (!node.commissioning.skipNetworking) resetNetworking(world, node);
  if (node.interfaces.every((each) => each.observed === null)) observeAddress(world, node);
}
