import type { Node } from "../../state/node.ts";
import type { World } from "../../state/world.ts";
import { assignAddresses } from "../networks/assignment.ts";
import { type BridgeOptions, bridgeInterfaces } from "../networks/bridges.ts";
import { startTransition } from "./lifecycle.ts";
import { type Actor, recordNodeEvent } from "./node-events.ts";
import type { OsRelease } from "./os-releases.ts";
import { acquire } from "./ownership.ts";
import { requireTransition } from "./status.ts";

interface Deployment {
  readonly release: OsRelease;
  readonly hweKernel: string;
  readonly ephemeral: boolean;
  readonly hwSync: boolean;
  readonly userData: string | null;
  readonly agentName: string;
  /** Made of the configured interfaces. */
  readonly bridges: BridgeOptions | undefined;
}

/**
 * Deploys an allocated machine, or a ready one, which is acquired first. Unavailable where no address is
 * left, and nothing has changed.
 */
export function startDeployment(world: World, node: Node, actor: Actor, deployment: Deployment): void {
  requireTransition(node, "deploy");
  assignAddresses(world, node);
  if (node.status === "ready") acquire(world, node, actor, deployment.agentName);
  const { random } = world;
  node.agentName = deployment.agentName;
  node.osystem = deployment.release.osystem;
  node.distroSeries = deployment.release.series;
  node.hweKernel = deployment.hweKernel;
  node.ephemeralDeploy = deployment.ephemeral;
  node.enableHwSync = deployment.hwSync;
  node.userData = deployment.userData;
  node.token = { key: random.token(18), secret: random.token(32), consumerKey: random.token(18) };
  if (actor.comment) recordNodeEvent(world, node, "User starting deployment", actor.comment, actor.username);
  startTransition(world, node, "deploy");
  if (deployment.bridges !== undefined) bridgeInterfaces(world, node, deployment.bridges);
}
