import { type StatusValue, statuses } from "../../api/statuses.ts";
import { recordEvent } from "../events.ts";
import { Refusal } from "../handler.ts";
import { assignAddresses, releaseAddresses } from "../networks/addresses.ts";
import { configValue } from "../storage/config.ts";
import type { World } from "../world.ts";
import type { Phase } from "./activity.ts";
import type { Node } from "./node.ts";
import { cancelPower, resumePower, turnPower } from "./power.ts";
import {
  afterTesting,
  phaseRules,
  type PhaseRule,
  runningStatuses,
  type TransitionName,
  transitionRules,
} from "./transitions.ts";

const key = (node: Node) => `work:${node.systemId}`;

/** A 409 in the words of deployed services, where the machine's status does not allow what is asked. */
export const wrongState = (verb: string, node: Node) =>
  new Refusal(409, `Can't ${verb} a machine that is in the '${statuses[node.status].name}' state`);

export function requireStatus(node: Node, allowed: readonly StatusValue[], verb: string): void {
  if (!allowed.includes(node.status)) throw wrongState(verb, node);
}

/** Writes an event about a machine and shows it as its status message. */
export function note(world: World, node: Node, type: string, description = "", username?: string): void {
  recordEvent(world, { type, description, node, ...(username === undefined ? {} : { username }) });
  node.statusMessage = description === "" ? type : `${type} - ${description}`;
}

/** Starts an operation that takes time: 409 from a status that does not allow it. `phases` replaces the rule's own. */
export function startTransition(
  world: World,
  node: Node,
  name: TransitionName,
  phases: readonly Phase[] = transitionRules[name].phases,
): void {
  const rule = transitionRules[name];
  requireStatus(node, rule.from, rule.verb);
  if (name === "commission") node.previousStatus = "ready";
  else if (name === "test" || name === "rescue_mode") node.previousStatus = node.status;
  const [first, ...then] = phases;
  if (first !== undefined) beginPhase(world, node, first, then, rule.to);
}

function beginPhase(
  world: World,
  node: Node,
  phase: Phase,
  then: readonly Phase[],
  to: StatusValue | "before",
): void {
  const rule: PhaseRule = phaseRules[phase];
  const powered = turnPower(world, node, phase === "releasing" ? "off" : "on");
  // A machine that cannot be turned on never boots: it fails when the phase would have ended.
  const outcome = powered ? world.faults.outcome(phase, node) : "failure";
  const startedAt = world.clock.now();
  const lastsMs = outcome === "silence" ? limitMs(world, rule) : rule.durationMs;
  node.status = rule.status;
  const endsAt = lastsMs === null ? null : startedAt + lastsMs;
  node.activity = { phase, then, to, outcome, startedAt, endsAt };
  note(world, node, rule.events[0]);
  resumeWork(world, node);
}

function limitMs(world: World, rule: PhaseRule): number | null {
  if (rule.limit === "none") return null;
  return rule.limit === "node_timeout" ? Number(configValue(world, "node_timeout")) * 60_000 : rule.limit;
}

/** Schedules the end of what a machine does; also for one that was loaded in the middle of it. */
export function resumeWork(world: World, node: Node): void {
  resumePower(world, node);
  const { activity } = node;
  if (activity === null || activity.endsAt === null) return;
  world.clock.schedule(key(node), activity.endsAt, () => endPhase(world, node));
}

function endPhase(world: World, node: Node): void {
  const { activity } = node;
  if (activity === null) return;
  const rule: PhaseRule = phaseRules[activity.phase];
  node.activity = null;
  if (activity.outcome !== "success") {
    failPhase(world, node, rule, activity.outcome);
    return;
  }
  if (activity.phase === "deploying")
    recordEvent(world, {
      type: "Image Deployed",
      description: `deployed ${node.osystem}/${node.distroSeries}/${node.architecture}`,
      node,
    });
  note(world, node, rule.events[1]);
  const [next, ...then] = activity.then;
  if (next !== undefined) {
    beginPhase(world, node, next, then, activity.to);
    return;
  }
  if (activity.phase === "releasing") forgetOwner(world, node);
  settle(world, node, activity.to === "before" ? statusBefore(node, activity.phase) : activity.to);
}

function failPhase(world: World, node: Node, rule: PhaseRule, outcome: "failure" | "silence"): void {
  node.status = rule.failure;
  const description =
    outcome === "silence"
      ? `Node operation '${statuses[rule.status].name}' timed out`
      : "The sandbox was asked to let it fail";
  recordEvent(world, { type: rule.events[2], level: "ERROR", description, node });
  node.statusMessage = `${rule.events[2]} - ${description}`;
  node.errorDescription = description;
  // Document 1, "Events": a node that times out is powered off.
  if (outcome === "silence") turnPower(world, node, "off");
}

function statusBefore(node: Node, phase: Phase): StatusValue {
  const before = node.previousStatus ?? "ready";
  return phase === "testing" ? afterTesting(before) : before;
}

/** Puts a machine into a status that stays; its power follows. */
export function settle(world: World, node: Node, status: StatusValue): void {
  world.clock.cancel(key(node));
  node.activity = null;
  node.status = status;
  if (status !== "broken" && statuses[status].kind === "stable") node.errorDescription = "";
  turnPower(world, node, runningStatuses.includes(status) ? "on" : "off");
}

/** Document 3, "abort": where it leads depends on what is aborted; 409 for what cannot be. */
export function abortWork(world: World, node: Node): void {
  const { activity } = node;
  const rule: PhaseRule | undefined = activity === null ? undefined : phaseRules[activity.phase];
  if (activity === null || rule?.abortsTo === undefined) throw wrongState("abort", node);
  if (activity.phase === "deploying") uninstall(world, node);
  settle(world, node, rule.abortsTo === "before" ? (node.previousStatus ?? "ready") : rule.abortsTo);
  note(world, node, `Aborted ${statuses[rule.status].name.toLowerCase()}`);
}

/** Takes a machine for somebody. */
export function acquire(world: World, node: Node, username: string, agentName: string): void {
  requireStatus(node, ["ready"], "allocate");
  node.owner = username;
  node.agentName = agentName;
  node.status = "allocated";
  note(world, node, "Allocated", `to ${username}`, username);
}

/** What a deploy leaves behind, gone again. */
export function uninstall(world: World, node: Node): void {
  releaseAddresses(world, node);
  Object.assign(node, {
    osystem: "",
    distroSeries: "",
    hweKernel: "",
    userData: null,
    token: null,
    ephemeralDeploy: false,
    enableHwSync: false,
  } satisfies Partial<Node>);
}

/** The end of a release: nobody's machine, without annotations (document 1, "States and transitions"). */
export function forgetOwner(world: World, node: Node): void {
  uninstall(world, node);
  node.owner = null;
  node.agentName = "";
  node.annotations = {};
  node.locked = false;
  node.previousStatus = null;
}

/** Starts a deployment of an allocated machine; 503 without a free address, and nothing has changed. */
export function startDeployment(world: World, node: Node): void {
  requireStatus(node, transitionRules.deploy.from, transitionRules.deploy.verb);
  assignAddresses(world, node);
  const { random } = world;
  node.token = { key: random.token(18), secret: random.token(32), consumerKey: random.token(18) };
  startTransition(world, node, "deploy");
}

/** Stops everything that is scheduled for a machine, before it is deleted. */
export function forgetWork(world: World, node: Node): void {
  world.clock.cancel(key(node));
  cancelPower(world, node);
}
