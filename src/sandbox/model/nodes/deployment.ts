import type { Node } from "../../state/node.ts";
import type { World } from "../../state/world.ts";
import { assignAddresses } from "../networks/assignment.ts";
import { startTransition } from "./lifecycle.ts";
import { type Asker, note } from "./node-events.ts";
import type { Release } from "./os-releases.ts";
import { acquire } from "./ownership.ts";

interface Deployment {
  readonly release: Release;
  readonly hweKernel: string;
  readonly ephemeral: boolean;
  readonly hwSync: boolean;
  readonly userData: string | null;
  readonly agentName: string;
}

/**
 * Deploys an allocated machine, or a ready one, which is acquired first. 503 where no address is left, and
 * nothing has changed.
 */
export function startDeployment(world: World, node: Node, asker: Asker, deployment: Deployment): void {
  assignAddresses(world, node);
  if (node.status === "ready") acquire(world, node, asker, deployment.agentName);
  const { random } = world;
  node.agentName = deployment.agentName;
  node.osystem = deployment.release.osystem;
  node.distroSeries = deployment.release.series;
  node.hweKernel = deployment.hweKernel;
  node.ephemeralDeploy = deployment.ephemeral;
  node.enableHwSync = deployment.hwSync;
  node.userData = deployment.userData;
  node.token = { key: random.token(18), secret: random.token(32), consumerKey: random.token(18) };
  if (asker.comment) note(world, node, "User starting deployment", asker.comment, asker.username);
  startTransition(world, node, "deploy");
}
