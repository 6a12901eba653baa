import type { StatusValue } from "../../../catalogue/statuses.ts";
import type { Node, ScriptChoice } from "../../state/node.ts";
import type { FieldErrors } from "../../state/service-error.ts";
import {
  type Actor,
  recordEvent,
  recordNodeEvent,
  usesDeployedStyle,
  type World,
} from "../../state/world.ts";
import { type BridgeOptions, bridgeInterfaces } from "../networks/interface-changes.ts";
import { assignAddresses, cloneInterfaces } from "../networks/interfaces.ts";
import { cloneStorage, storageCloneProblem } from "../storage/cloning.ts";
import { enterLastingStatus, startTransition } from "./lifecycle.ts";
import {
  allocateNode,
  clearOwner,
  enterStatus,
  releasedStatuses,
  requireStatus,
  requireTransition,
  transitionRules,
} from "./transitions.ts";

export type CommissioningOptions = Node["commissioning"] & { readonly scripts: ScriptChoice };

export function startCommissioning(
  world: World,
  node: Node,
  { scripts, ...options }: CommissioningOptions,
): void {
  startTransition(world, node, "commission", scripts.testing.length > 0 ? undefined : ["commissioning"]);
  node.commissioning = options;
  node.scripts = scripts;
}

export function startTests(world: World, node: Node, testing: readonly string[]): void {
  startTransition(world, node, "test");
  node.scripts = { commissioning: [], ...node.scripts, testing };
}

type Deployment = Pick<
  Node,
  "agentName" | "osystem" | "distroSeries" | "hweKernel" | "ephemeralDeploy" | "enableHwSync" | "userData"
>;

export function startDeployment(
  world: World,
  node: Node,
  actor: Actor,
  deployment: Deployment,
  bridges: BridgeOptions | undefined,
): void {
  requireTransition(node, "deploy");
  assignAddresses(world, node);
  if (node.status === "ready") allocateNode(world, node, actor, deployment.agentName);
  const { random } = world;
  Object.assign(node, deployment);
  node.token = { key: random.token(18), secret: random.token(32), consumerKey: random.token(18) };
  if (actor.comment) recordNodeEvent(world, node, "User starting deployment", actor);
  startTransition(world, node, "deploy");
  if (bridges !== undefined) bridgeInterfaces(world, node, bridges);
}

export type EraseMethod = "none" | "quick" | "secure" | "full";

const eraseDescriptions: Readonly<Record<EraseMethod, string>> = {
  none: "",
  quick: "quick erase: 2 MiB at the start and the end of each disk",
  secure: "no disk supports secure erase: whole disks are overwritten",
  full: "whole disks are overwritten",
};

export const isReleased = (node: Node): boolean => releasedStatuses.includes(node.status);

export function startRelease(world: World, node: Node, erase: EraseMethod, actor: Actor): void {
  const erasesDisks = erase !== "none";
  startTransition(world, node, "release", erasesDisks ? ["erasing", "releasing"] : ["releasing"]);
  if (actor.comment) recordNodeEvent(world, node, "User releasing node", actor);
  if (erasesDisks)
    recordNodeEvent(world, node, "Erasing disks", { ...actor, comment: eraseDescriptions[erase] });
}

export const releasableStatuses: readonly StatusValue[] = transitionRules.release.from;

/** Live services first release a machine that can be released. Otherwise, a deployed machine becomes Deployed again when fixed. */
export function markBroken(world: World, node: Node, actor: Actor): void {
  const statusBefore = node.status;
  const releasesFirst =
    usesDeployedStyle(world, "broken-release") && releasableStatuses.includes(statusBefore);
  const wasDeployed =
    statusBefore === "deployed" || (statusBefore === "broken" && node.previousStatus === "deployed");
  const returnsToDeployed = wasDeployed && !releasesFirst;
  if (!returnsToDeployed) clearOwner(world, node);
  recordBroken(world, node, actor, () => {
    if (releasesFirst) for (const status of ["releasing", "ready"] as const) enterStatus(world, node, status);
    enterLastingStatus(world, node, "broken");
  });
  node.previousStatus = returnsToDeployed ? "deployed" : "ready";
  node.errorDescription = actor.comment ?? "";
}

/** Live services record the comment before the status changes. */
export function recordBroken(world: World, node: Node, actor: Actor, changeStatus: () => void): void {
  const { username, comment } = actor;
  const isDeployedStyle = usesDeployedStyle(world, "broken-comment");
  if (isDeployedStyle)
    recordEvent(world, {
      type: "User marking node broken",
      description: comment ? `(${username}) - ${comment}` : `(${username})`,
      level: "DEBUG",
      node,
      username,
    });
  changeStatus();
  if (!isDeployedStyle) recordNodeEvent(world, node, "Marked broken", actor);
}

export function markFixed(world: World, node: Node, actor: Actor): void {
  requireStatus(node, ["broken"], "mark fixed");
  enterLastingStatus(world, node, node.previousStatus === "deployed" ? "deployed" : "ready");
  node.errorDescription = "";
  recordNodeEvent(world, node, "Marked fixed", actor);
}

export function overrideFailedTesting(world: World, node: Node, actor: Actor): void {
  requireStatus(node, ["failed_testing"], "override failed testing on");
  enterLastingStatus(world, node, node.osystem === "" ? "ready" : "deployed");
  recordNodeEvent(world, node, "Overrode failed testing", actor);
}

type CloneParts = Readonly<Record<"interfaces" | "storage", boolean>>;

export function cloneConfiguration(
  world: World,
  errors: FieldErrors,
  source: Node,
  destinations: readonly Node[],
  parts: CloneParts,
): void {
  for (const node of destinations)
    for (const problem of findCloneProblems(source, node, parts)) errors.addError("destinations", problem);
  errors.throwErrors();
  for (const destination of destinations) {
    if (parts.interfaces) cloneInterfaces(world, source, destination);
    if (parts.storage) cloneStorage(world, source, destination);
  }
}

function findCloneProblems(source: Node, node: Node, { interfaces, storage }: CloneParts): string[] {
  const problems: string[] = [];
  const name = `machine ${node.systemId}`;
  if (node === source) problems.push(`Source ${name} cannot be a destination machine.`);
  if (node.status !== "ready" && node.status !== "failed_testing")
    problems.push(`Destination ${name} must be Ready or Failed testing.`);
  const problem = storage ? storageCloneProblem(source, node) : undefined;
  if (problem !== undefined) problems.push(problem);
  const missingNic = source.interfaces.find(
    (each) => each.type === "physical" && !node.interfaces.some((other) => other.name === each.name),
  );
  if (interfaces && missingNic !== undefined)
    problems.push(`Destination ${name} has no interface ${missingNic.name}.`);
  return problems;
}
