import { type StatusValue, statuses } from "../../../catalogue/statuses.ts";
import type { Activity, LinkMode, Node, Phase, ScriptRun, ScriptStatus } from "../../state/node.ts";
import { invalid, invalidForm } from "../../state/service-error.ts";
import { removeRow, rowsOf } from "../../state/table.ts";
import {
  type Actor,
  allNodes,
  recordEvent,
  recordNodeEvent,
  usesDeployedStyle,
  type World,
} from "../../state/world.ts";
import { capitalize } from "../../values/spellings.ts";
import { recordImageDeployment } from "../images.ts";
import { clearLinks, detectNetworkCards, observeAddress, resetNetworking } from "../networks/interfaces.ts";
import { connectToNewFabrics } from "../networks/subnets.ts";
import { configValue } from "../settings/config.ts";
import { addDisk } from "../storage/disks.ts";
import { applyDefaultLayout } from "../storage/layouts.ts";
import { cancelPowerChange, schedulePowerChange, turnPower } from "./power.ts";
import {
  clearOwner,
  enterStatus,
  type PhaseRule,
  phaseRules,
  requireTransition,
  runningStatuses,
  type TransitionName,
  transitionRules,
  uninstall,
  wrongState,
} from "./transitions.ts";

const workKey = (node: Node) => `work:${node.systemId}`;

export function startTransition(
  world: World,
  node: Node,
  name: TransitionName,
  phases: readonly Phase[] = transitionRules[name].phases,
): void {
  const rule = transitionRules[name];
  if (name === "commission" || name === "test") requireAction(world, node, name);
  requireTransition(node, name);
  world.clock.cancel(workKey(node));
  if (name === "commission") node.previousStatus = "ready";
  else if (name === "test" || (name === "rescue_mode" && !rescueFailures.includes(node.status)))
    node.previousStatus = node.status;
  const [first, ...then] = phases;
  if (first !== undefined) beginPhase(world, node, first, then, rule.to);
}

/** A new attempt from one of these statuses must not overwrite the status that the machine returns to. */
const rescueFailures: readonly StatusValue[] = ["failed_entering_rescue_mode", "failed_exiting_rescue_mode"];

function requireAction(world: World, node: Node, name: "commission" | "test"): void {
  const from: readonly StatusValue[] = transitionRules[name].from;
  if (from.includes(node.status) || !usesDeployedStyle(world, "unavailable-action")) return;
  throw invalidForm(`${capitalize(name)} is not available because of the current state of the node.`);
}

function beginPhase(
  world: World,
  node: Node,
  phase: Phase,
  then: readonly Phase[],
  to: StatusValue | "before",
): void {
  const rule: PhaseRule = phaseRules[phase];
  const isPowered = turnPower(world, node, phase === "releasing" ? "off" : "on");
  // A machine without power never boots, so it fails at the end of the phase.
  const outcome = isPowered ? world.faults.outcome(phase, node) : "failure";
  const startedAt = world.clock.now();
  const durationMs = outcome === "silence" ? limitMs(world, rule) : rule.durationMs;
  const endsAt = durationMs === null ? null : startedAt + durationMs;
  enterStatus(world, node, rule.status);
  node.activity = { phase, then, to, outcome, startedAt, endsAt };
  setScriptStatus(node, phase, 1);
  recordNodeEvent(world, node, rule.events[0]);
  scheduleWork(world, node);
}

function limitMs(world: World, rule: PhaseRule): number | null {
  if (rule.limit === "none") return null;
  return rule.limit === "node_timeout" ? Number(configValue(world, "node_timeout")) * 60_000 : rule.limit;
}

export function scheduleWork(world: World, node: Node): void {
  schedulePowerChange(world, node);
  const { activity } = node;
  if (activity === null || activity.endsAt === null) return;
  world.clock.schedule(workKey(node), activity.endsAt, () => endPhase(world, node));
}

function endPhase(world: World, node: Node): void {
  const { activity } = node;
  if (activity === null) return;
  const { phase, outcome, to } = activity;
  const rule: PhaseRule = phaseRules[phase];
  node.activity = null;
  recordRun(world, node, activity, outcome);
  setScriptStatus(node, phase, outcome === "success" ? 2 : 3);
  if (outcome !== "success") {
    failPhase(world, node, rule, outcome);
    return;
  }
  if (phase === "commissioning") applyCommissioningResults(world, node);
  if (phase === "releasing") clearOwner(world, node);
  if (phase === "deploying") {
    const image = `${node.osystem}/${node.distroSeries}/${node.architecture}`;
    recordImageDeployment(world, node);
    recordEvent(world, { type: "Image Deployed", description: `deployed ${image}`, node });
  }
  recordNodeEvent(world, node, rule.events[1]);
  if (phase === "releasing" && node.isComposed) {
    removeNode(world, node);
    return;
  }
  const [next, ...then] = activity.then;
  if (next !== undefined) beginPhase(world, node, next, then, to);
  else enterLastingStatus(world, node, to === "before" ? statusToRestore(node, phase) : to);
}

function applyCommissioningResults(world: World, node: Node): void {
  if (node.cpuCount === 0) node.cpuCount = world.random.pick([4, 8, 16]);
  if (node.memoryMiB === 0) node.memoryMiB = world.random.pick([8192, 16_384, 32_768]);
  if (node.cpuSpeedMHz === 0) node.cpuSpeedMHz = 2400;
  detectNetworkCards(node);
  if (node.minHweKernel === "") node.minHweKernel = defaultMinKernel(world);
  if (node.storage.devices.length === 0)
    addDisk(world, node.storage, {
      sizeBytes: 64e9,
      tags: ["ssd"],
      model: "Sandbox disk",
      serial: world.random.token(12),
    });
  if (!node.commissioning.skipStorage) applyDefaultLayout(world, node);
  if (!node.commissioning.skipNetworking) {
    if (configValue(world, "auto_vlan_creation") === true) connectToNewFabrics(world, node);
    resetNetworking(world, node, bootLinkMode(world));
  }
  if (node.interfaces.every((each) => each.observed === null)) observeAddress(world, node);
}

const runTypes: Readonly<Partial<Record<Phase, "commissioning" | "testing" | "installation">>> = {
  commissioning: "commissioning",
  testing: "testing",
  deploying: "installation",
};

function recordRun(world: World, node: Node, activity: Activity, outcome: ScriptRun["outcome"]): void {
  const { phase, startedAt } = activity;
  const type = runTypes[phase];
  if (type === undefined) return;
  node.runs = { ...node.runs, [type]: { startedAt, endedAt: world.clock.now(), outcome } };
  if (type === "commissioning") delete node.deletedDevices;
  delete node.suppressed;
}

function setScriptStatus(node: Node, phase: Phase, status: ScriptStatus): void {
  if (phase === "commissioning" || phase === "testing") node.results[phase] = status;
}

function failPhase(world: World, node: Node, rule: PhaseRule, outcome: "failure" | "silence"): void {
  enterStatus(world, node, rule.failure);
  const description =
    outcome === "silence"
      ? `Node operation '${statuses[rule.status].name}' timed out`
      : node.powerState === "error"
        ? "The power controller does not answer"
        : "Failed because of a fault of the sandbox";
  recordEvent(world, { type: rule.events[2], level: "ERROR", description, node });
  node.statusMessage = `${rule.events[2]} - ${description}`;
  node.errorDescription = description;
  if (outcome === "silence") turnPower(world, node, "off");
}

function statusToRestore(node: Node, phase: Phase): StatusValue {
  const before = node.previousStatus ?? "ready";
  if (phase !== "testing" || before === "failed_commissioning") return before;
  return before === "broken" || statuses[before].kind === "failure" ? "ready" : before;
}

/** Ends any work on the node. */
export function enterLastingStatus(world: World, node: Node, status: StatusValue): void {
  world.clock.cancel(workKey(node));
  node.activity = null;
  enterStatus(world, node, status);
  // A machine that can be allocated has no owner, even after tests or a repair.
  const isFree = status === "ready" || status === "new";
  if (isFree && (node.owner !== null || node.osystem !== "")) clearOwner(world, node);
  if (statuses[status].kind === "stable") node.errorDescription = "";
  turnPower(world, node, runningStatuses.includes(status) ? "on" : "off");
}

export function abortWork(world: World, node: Node, actor: Actor): void {
  const { activity } = node;
  const rule: PhaseRule | undefined = activity === null ? undefined : phaseRules[activity.phase];
  const isUnabortable =
    rule?.cannotAbortInDeployedStyle === true && usesDeployedStyle(world, "abortable-work");
  if (activity === null || rule === undefined || isUnabortable) throw wrongState("abort", node);
  if (activity.phase === "deploying") uninstall(world, node);
  recordRun(world, node, activity, "aborted");
  setScriptStatus(node, activity.phase, -1);
  enterLastingStatus(
    world,
    node,
    rule.abortsTo === "before" ? (node.previousStatus ?? "ready") : rule.abortsTo,
  );
  recordNodeEvent(world, node, `Aborted ${statuses[rule.status].name.toLowerCase()}`, actor);
}

export const defaultMinKernel = (world: World): string =>
  String(configValue(world, "default_min_hwe_kernel") ?? "");

const linkModes: readonly LinkMode[] = ["auto", "dhcp", "link_up", "static"];

export const bootLinkMode = (world: World): LinkMode =>
  linkModes.find((mode) => mode === configValue(world, "default_boot_interface_link_type")) ?? "auto";

export function removeNode(world: World, node: Node): void {
  world.clock.cancel(workKey(node));
  cancelPowerChange(world, node);
  detachNode(world, node);
  delete world.state.nodes.bySystemId[node.systemId];
  for (const child of allNodes(world)) if (child.parent === node.systemId) child.parent = null;
}

function detachNode(world: World, node: Node): void {
  const { networks } = world.state;
  for (const each of node.interfaces) clearLinks(world, each);
  for (const snippet of rowsOf(networks.snippets))
    if (snippet.node === node.systemId) removeRow(networks.snippets, snippet.id);
  for (const vlan of rowsOf(networks.vlans)) {
    if (vlan.secondaryRack === node.systemId) vlan.secondaryRack = null;
    if (vlan.primaryRack !== node.systemId) continue;
    vlan.primaryRack = vlan.secondaryRack;
    vlan.secondaryRack = null;
    if (vlan.primaryRack === null) vlan.dhcpOn = false;
  }
  for (const neighbour of networks.neighbours.rows)
    if (neighbour.observer === node.systemId) neighbour.observer = null;
}

export function composedMachines(world: World, host: Node): Node[] {
  const podIds = world.state.places.pods.filter((pod) => pod.host === host.systemId).map((pod) => pod.id);
  return allNodes(world, "machine").filter((node) => node.podId !== null && podIds.includes(node.podId));
}

export function removeMachine(world: World, node: Node, vms: readonly Node[], force: boolean): void {
  if (vms.length > 0 && !force)
    throw invalid(
      `Machine ${node.hostname} cannot be removed because it hosts pod machines: ${vms.map((each) => each.hostname).join(", ")}.`,
    );
  for (const each of vms) removeNode(world, each);
  removeNode(world, node);
  for (const pod of world.state.places.pods) if (pod.host === node.systemId) pod.host = null;
}
