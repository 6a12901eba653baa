import type { Node, ScriptChoice } from "../../state/node.ts";
import { type ResultIds, scriptTypes } from "../../state/settings.ts";
import type { SimulatedTime } from "../../state/table.ts";
import type { World } from "../../state/world.ts";
import { allScripts, builtinScripts, commissioningScripts } from "../settings/scripts.ts";
import { phaseRules } from "./transitions.ts";

/** Names of vendor-specific script sets. The sandbox has none of those scripts. */
const vendorScripts: readonly string[] = ["update_firmware", "configure_hba"];

const testsOf = (world: World, word: string): string[] =>
  allScripts(world)
    .filter(({ type, name, tags }) => type === scriptTypes.testing && (name === word || tags.includes(word)))
    .map(({ name }) => name);

const customScriptNames = (world: World): string[] => commissioningScripts(world).map(({ name }) => name);

export const defaultScripts = (world: World): ScriptChoice => ({
  commissioning: customScriptNames(world),
  testing: testsOf(world, "commissioning"),
});

export function scriptsByNameOrTag(world: World, type: keyof ScriptChoice, word: string) {
  const names =
    type === "testing" ? testsOf(world, word) : customScriptNames(world).filter((name) => name === word);
  if (names.length > 0) return names;
  return type === "commissioning" && vendorScripts.includes(word) ? [] : undefined;
}

export const resultTypes = { commissioning: 0, installation: 1, testing: 2 } as const;
export type ResultType = keyof typeof resultTypes;

const installLog = "/tmp/install.log";

const fixedScriptNames: readonly string[] = [
  ...builtinScripts.filter(({ type }) => type === scriptTypes.commissioning).map(({ name }) => name),
  "smartctl-validate",
  installLog,
];

export interface ScriptResult {
  readonly id: number;
  readonly name: string;
  readonly type: ResultType;
  readonly status: ResultStatus;
  /** Null if the script has not started. */
  readonly startedAt: SimulatedTime | null;
  readonly endedAt: SimulatedTime | null;
  /** From 0 to 1: how much of the output exists so far. */
  readonly share: number;
}

export const resultStatuses = {
  pending: 0,
  running: 1,
  passed: 2,
  failed: 3,
  timedOut: 4,
  aborted: 5,
} as const;
type ResultStatus = keyof typeof resultStatuses;

export const hasFailed = ({ status }: Pick<ScriptResult, "status">): boolean =>
  status === "failed" || status === "timedOut";

/** A run id that never changes: derived from the first interface's id. Null if there was no such run. */
export function runIdOf(node: Node, type: ResultType): number | null {
  const [first] = node.interfaces;
  if (first === undefined || node.runs?.[type] === null) return null;
  if (node.status === "new" && node.results.commissioning === 0) return null;
  const isInstalled =
    node.osystem !== "" || node.nodeType === "rackController" || node.runs?.installation !== undefined;
  if (type === "installation" && !isInstalled) return null;
  return first.id * 3 + { commissioning: 0, testing: 1, installation: 2 }[type];
}

export function resultsOf(world: World, node: Node, type: ResultType): ScriptResult[] {
  const names = scriptNamesOf(node, type);
  const run = runOf(world, node, type, names.length);
  if (run === undefined) return [];
  // The script that fails if the phase fails.
  const failedIndex = type === "commissioning" ? names.indexOf("20-svc-03-machine-resources") : 0;
  return names.map((name, index) => {
    const startsAt = run.startedAt + index * run.scriptMs;
    const id = resultIdOf(world, node, name);
    return { id, name, type, ...stateOf(run, startsAt, index - failedIndex) };
  });
}

interface Run {
  readonly startedAt: number;
  /** The current time while the run is in progress. */
  readonly end: number;
  readonly scriptMs: number;
  readonly outcome: "success" | "failure" | "silence" | "aborted";
  readonly isRunning: boolean;
}

type State = Pick<ScriptResult, "status" | "startedAt" | "endedAt" | "share">;

/** `offset` counts from the script that fails; negative for scripts before it. */
function stateOf({ end, scriptMs, outcome, isRunning }: Run, startedAt: number, offset: number): State {
  const endsAt = startedAt + scriptMs;
  const share = (end - startedAt) / scriptMs;
  const hangs = outcome === "silence" && offset === 0;
  const isBlocked = outcome === "silence" && offset > 0;
  const isAborted = isBlocked || (outcome === "aborted" && end < endsAt);
  if (isRunning && (isBlocked || end < startedAt))
    return { status: "pending", startedAt: null, endedAt: null, share: 0 };
  if (isRunning && (hangs || end < endsAt))
    return { status: "running", startedAt, endedAt: null, share: Math.min(0.9, share) };
  if (hangs) return { status: "timedOut", startedAt, endedAt: end, share: 0.5 };
  if (isAborted && (isBlocked || end < startedAt))
    return { status: "aborted", startedAt: null, endedAt: end, share: 0 };
  if (isAborted) return { status: "aborted", startedAt, endedAt: end, share };
  const status = outcome === "failure" && offset === 0 ? "failed" : "passed";
  return { status, startedAt, endedAt: endsAt, share: 1 };
}

const typePhases = { commissioning: "commissioning", testing: "testing", installation: "deploying" } as const;

/** Duration of the runs of generated machines, and the time from their start to the machine's creation. */
const seededRunMs = { commissioning: 52_000, testing: 95_000, installation: 184_000 } as const;
const seededLeadMs = { commissioning: 900_000, testing: 600_000, installation: 300_000 } as const;

function runOf(world: World, node: Node, type: ResultType, count: number): Run | undefined {
  const { activity } = node;
  const phase = typePhases[type];
  const perScript = (spanMs: number) => spanMs / Math.max(1, count);
  if (activity?.phase === phase) {
    const { startedAt, outcome } = activity;
    const scriptMs = perScript(phaseRules[phase].durationMs);
    return { startedAt, end: world.clock.now(), scriptMs, outcome, isRunning: true };
  }
  const lastRun = node.runs?.[type];
  if (lastRun === null) return undefined;
  if (lastRun !== undefined) {
    const { startedAt, endedAt, outcome } = lastRun;
    const isComplete = outcome === "success" || outcome === "failure";
    const scriptMs = perScript(isComplete ? endedAt - startedAt : phaseRules[phase].durationMs);
    return { startedAt, end: endedAt, scriptMs, outcome, isRunning: false };
  }
  const outcome = { ...node.results, installation: installationOutcome(node) }[type];
  if (outcome !== 2 && outcome !== 3) return undefined;
  const scriptMs = perScript(seededRunMs[type]);
  const startedAt = node.createdAt - seededLeadMs[type];
  const end = startedAt + count * scriptMs;
  return { startedAt, end, scriptMs, outcome: outcome === 2 ? "success" : "failure", isRunning: false };
}

function scriptNamesOf({ scripts }: Node, type: ResultType): readonly string[] {
  if (type === "installation") return [installLog];
  const builtin = type === "commissioning" ? fixedScriptNames.slice(0, -2) : [];
  return [...builtin, ...(scripts?.[type] ?? (type === "testing" ? ["smartctl-validate"] : []))];
}

function resultIdOf(world: World, { systemId }: Node, name: string): number {
  const { results } = world.state.settings;
  const index = fixedScriptNames.indexOf(name);
  if (index >= 0) {
    results.firstIds[systemId] ??= takeIds(results, fixedScriptNames.length);
    return (results.firstIds[systemId] ?? 0) + index;
  }
  const key = `${systemId} ${name}`;
  results.otherIds ??= {};
  results.otherIds[key] ??= takeIds(results, 1);
  return results.otherIds[key] ?? 0;
}

function takeIds(results: ResultIds, count: number): number {
  const first = results.nextId;
  results.nextId += count;
  return first;
}

function installationOutcome(node: Node): 2 | 3 | undefined {
  if (node.status === "failed_deployment") return 3;
  return node.osystem !== "" && node.status === "deployed" ? 2 : undefined;
}
