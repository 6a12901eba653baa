import { allNodes } from "../state/access.ts";
import type { World } from "../state/world.ts";
import { resumeImport } from "./images/importing.ts";
import { resumeScan } from "./networks/scan.ts";
import { resumeWork } from "./nodes/lifecycle.ts";

/**
 * Schedules again what was under way in a state that was loaded: the work and power of machines, an
 * import, a scan.
 */
export function resumeWorld(world: World): void {
  for (const node of allNodes(world)) resumeWork(world, node);
  resumeImport(world);
  resumeScan(world);
}
