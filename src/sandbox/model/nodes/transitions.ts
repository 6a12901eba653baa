import { lastingStatuses, type StatusValue, statuses } from "../../../catalogue/statuses.ts";
import type { Node, Phase } from "../../state/node.ts";
import { conflict, invalidField } from "../../state/service-error.ts";
import { type Actor, recordEvent, recordNodeEvent, type World } from "../../state/world.ts";
import type { Constraints } from "../../values/spellings.ts";
import { removeBridges } from "../networks/interface-changes.ts";
import { releaseAddresses } from "../networks/interfaces.ts";

const seconds = 1000;
const minutes = 60 * seconds;

export interface PhaseRule {
  readonly status: StatusValue;
  readonly failure: StatusValue;
  readonly durationMs: number;
  /** Milliseconds without a report after which the phase fails; `node_timeout` means the configured time. */
  readonly limit: "node_timeout" | number | "none";
  /** The status after an abort. According to the API documentation, any work can be aborted. */
  readonly abortsTo: StatusValue | "before";
  readonly cannotAbortInDeployedStyle?: true;
  readonly events: readonly [begin: string, success: string, failure: string];
}

export const phaseRules = {
  commissioning: {
    status: "commissioning",
    failure: "failed_commissioning",
    durationMs: 4 * seconds,
    limit: "node_timeout",
    abortsTo: "new",
    events: ["Commissioning", "Commissioned", "Failed commissioning"],
  },
  testing: {
    status: "testing",
    failure: "failed_testing",
    durationMs: 3 * seconds,
    limit: "node_timeout",
    abortsTo: "before",
    events: ["Testing", "Tested", "Failed testing"],
  },
  deploying: {
    status: "deploying",
    failure: "failed_deployment",
    durationMs: 6 * seconds,
    limit: "node_timeout",
    abortsTo: "allocated",
    events: ["Deploying", "Deployed", "Failed deployment"],
  },
  erasing: {
    status: "disk_erasing",
    failure: "failed_disk_erasing",
    durationMs: 5 * seconds,
    limit: "none",
    abortsTo: "failed_disk_erasing",
    events: ["Erasing disks", "Disks erased", "Failed disk erasing"],
  },
  releasing: {
    status: "releasing",
    failure: "failed_releasing",
    durationMs: 2 * seconds,
    limit: 5 * minutes,
    abortsTo: "failed_releasing",
    cannotAbortInDeployedStyle: true,
    events: ["Releasing", "Released", "Releasing failed"],
  },
  entering_rescue_mode: {
    status: "entering_rescue_mode",
    failure: "failed_entering_rescue_mode",
    durationMs: 3 * seconds,
    limit: "node_timeout",
    abortsTo: "before",
    cannotAbortInDeployedStyle: true,
    events: ["Entering rescue mode", "Rescue mode", "Failed to enter rescue mode"],
  },
  exiting_rescue_mode: {
    status: "exiting_rescue_mode",
    failure: "failed_exiting_rescue_mode",
    durationMs: 3 * seconds,
    limit: 5 * minutes,
    abortsTo: "rescue_mode",
    cannotAbortInDeployedStyle: true,
    events: ["Exiting rescue mode", "Exited rescue mode", "Failed to exit rescue mode"],
  },
} as const satisfies Record<Phase, PhaseRule>;

interface TransitionRule {
  readonly from: readonly StatusValue[];
  readonly phases: readonly Phase[];
  readonly to: StatusValue | "before";
  readonly verb: string;
}

export const transitionRules = {
  commission: {
    from: ["new", "failed_commissioning", "ready", "broken", "failed_testing"],
    phases: ["commissioning", "testing"],
    to: "ready",
    verb: "commission",
  },
  test: {
    from: lastingStatuses,
    phases: ["testing"],
    to: "before",
    verb: "test",
  },
  deploy: { from: ["ready", "allocated"], phases: ["deploying"], to: "deployed", verb: "deploy" },
  release: {
    from: [
      "reserved",
      "deployed",
      "broken",
      "deploying",
      "allocated",
      "failed_deployment",
      "failed_releasing",
      "failed_disk_erasing",
    ],
    phases: ["releasing"],
    to: "ready",
    verb: "release",
  },
  rescue_mode: {
    from: lastingStatuses,
    phases: ["entering_rescue_mode"],
    to: "rescue_mode",
    verb: "enter rescue mode on",
  },
  exit_rescue_mode: {
    from: ["rescue_mode", "failed_entering_rescue_mode", "failed_exiting_rescue_mode"],
    phases: ["exiting_rescue_mode"],
    to: "before",
    verb: "exit rescue mode on",
  },
} as const satisfies Record<string, TransitionRule>;

export type TransitionName = keyof typeof transitionRules;

/** Releasing such a machine again is not an error. */
export const releasedStatuses: readonly StatusValue[] = ["ready", "releasing"];

/** Accepting such a machine again is not an error. */
export const acceptedStatuses: readonly StatusValue[] = ["ready", "commissioning", "testing"];

export const runningStatuses: readonly StatusValue[] = ["deployed", "rescue_mode"];

/** Statuses in which networks and file systems can be configured. */
export const configurableStatuses: readonly StatusValue[] = [
  "new",
  "ready",
  "allocated",
  "broken",
  "failed_testing",
];

export const wrongState = (verb: string, node: Node) =>
  conflict(`Can't ${verb} a machine that is in the '${statuses[node.status].name}' state`);

export function requireStatus(node: Node, allowed: readonly StatusValue[], verb: string): void {
  if (!allowed.includes(node.status)) throw wrongState(verb, node);
}

export const requireTransition = (node: Node, name: TransitionName): void =>
  requireStatus(node, transitionRules[name].from, transitionRules[name].verb);

/** The only function that may set a status: sandboxes copied from a site record each change. */
export function enterStatus(world: World, node: Node, status: StatusValue): void {
  if (node.status === status) return;
  const [previousName, name] = [statuses[node.status].name, statuses[status].name];
  const { copied } = world.state;
  if (copied) {
    const previousNames = copied.statuses[node.systemId] ?? [previousName];
    if (previousNames.length < maxStatuses) copied.statuses[node.systemId] = [...previousNames, name];
  }
  node.status = status;
  const description = `From '${previousName}' to '${name}'`;
  recordEvent(world, { type: "Node changed status", level: "DEBUG", description, node });
}

const maxStatuses = 100;

export function allocateNode(world: World, node: Node, actor: Actor, agentName: string): void {
  requireStatus(node, ["ready"], "allocate");
  node.owner = actor.username;
  node.agentName = agentName;
  enterStatus(world, node, "allocated");
  const comment = actor.comment || `to ${actor.username}`;
  recordNodeEvent(world, node, "Allocated", { ...actor, comment });
}

export function uninstall(world: World, node: Node): void {
  releaseAddresses(world, node);
  node.osystem = "";
  node.distroSeries = "";
  node.hweKernel = "";
  node.userData = null;
  node.token = null;
  node.ephemeralDeploy = false;
  node.enableHwSync = false;
}

export function clearOwner(world: World, node: Node): void {
  uninstall(world, node);
  removeBridges(world, node);
  node.owner = null;
  node.agentName = "";
  node.annotations = {};
  node.locked = false;
  node.previousStatus = null;
}

export function lockNode(world: World, node: Node, actor: Actor): void {
  requireStatus(node, ["deploying", "deployed"], "lock");
  node.locked = true;
  recordNodeEvent(world, node, "Locked", actor);
}

export function unlockNode(world: World, node: Node, actor: Actor): void {
  node.locked = false;
  recordNodeEvent(world, node, "Unlocked", actor);
}

export function annotate(node: Node, parameters: Constraints, needsKey = true): void {
  const changes = [...parameters];
  if (changes.length === 0 && needsKey) throw invalidField("key", "At least one key must be given.");
  const annotations = new Map(Object.entries(node.annotations));
  for (const [name, values] of changes) {
    const value = values.at(-1) ?? "";
    if (value === "") annotations.delete(name);
    else annotations.set(name, value);
  }
  // Unlike an assignment, this makes `__proto__` an ordinary key.
  node.annotations = Object.fromEntries(annotations);
}
