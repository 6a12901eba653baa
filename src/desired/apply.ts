import { createLedger } from "../client/http/ledger.ts";
import { asFailure, type Failure } from "../core/failure.ts";
import { carryOut, type StepContext } from "./carry-out.ts";
import type { Action, OrderedStep, Plan, Step } from "./change.ts";
import { unsetVariables } from "./item.ts";
import type { Observation } from "./observe.ts";
import { readyNodes } from "./order.ts";
import type { Problem } from "./problems.ts";
import type { ObjectChange, StepLedger } from "./send.ts";
import type { Entry } from "./service-objects.ts";

export interface StepResult {
  readonly step: Step;
  readonly state: "done" | "failed" | "skipped" | "notBegun";
  readonly failure?: Failure;
  readonly carriedOutAction?: Action;
  readonly failedStep?: Step;
}

type ContextOptions = "client" | "clock" | "random" | "retries" | "signal" | "isStopped" | "note";

interface ApplyOptions extends Pick<StepContext, ContextOptions> {
  readonly parallel: number;
  onEnd(result: StepResult): void;
}

/**
 * After a failure, skips only the steps that depend on the failed one. Never throws; results are in the order of
 * the steps.
 */
export async function applyPlan(
  { steps, waitGroups }: Plan,
  { state, entryIndex }: Observation,
  options: ApplyOptions,
): Promise<readonly StepResult[]> {
  const { client, parallel, signal, isStopped, onEnd } = options;
  const context: StepContext = {
    ...options,
    entryIndex,
    nodes: state.nodes,
    objects: new Map(),
    baseChecks: new Map(),
    reader: { client, parallel, signal },
  };
  const graphNodes = [...steps, ...waitGroups.map((follows) => ({ needs: [], follows }))];
  const outcomes = await runGraph(graphNodes, parallel, {
    isStopped,
    isSuccess: (result: StepResult | undefined) => result === undefined || result.state === "done",
    work: async (index) => {
      const step = steps[index]?.step;
      const result = step === undefined ? undefined : await resultOf(step, context);
      if (result !== undefined) onEnd(result);
      return result;
    },
  });
  return steps.flatMap(({ step }, index): readonly StepResult[] => {
    const outcome = outcomes[index];
    if (outcome?.state === "ended") return outcome.result === undefined ? [] : [outcome.result];
    const failedStep = outcome?.state === "skipped" ? steps[outcome.failedIndex]?.step : undefined;
    return [{ step, state: outcome?.state ?? "notBegun", ...(failedStep && { failedStep }) }];
  });
}

async function resultOf(step: Step, context: StepContext): Promise<StepResult> {
  const ledger: StepLedger = createLedger();
  try {
    await carryOut(step, context, ledger);
    return { step, state: "done" };
  } catch (error) {
    const failure = failureOfStep(asFailure(error), step, ledger);
    const carriedOutAction = carriedOutActionOf(step, ledger);
    return { step, state: "failed", failure, ...(carriedOutAction && { carriedOutAction }) };
  }
}

/** A plan that creates objects from unset variables can be shown, but not applied. */
export function missingVariableProblems({ steps }: Plan): readonly Problem[] {
  return steps.flatMap(({ step: { action, entry, kind, name, place } }) => {
    if (place === undefined || (action !== "create" && action !== "replace")) return [];
    return missingVariables(entry).map((variable) => ({
      place,
      kind: "usage" as const,
      text: `${variable} is not set, and ${kind.name} ${name} cannot be created without it`,
    }));
  });
}

type NodeResult<Result> =
  | { readonly state: "ended"; readonly result: Result }
  | { readonly state: "skipped"; readonly failedIndex: number }
  | { readonly state: "notBegun" };

type GraphNode = Pick<OrderedStep, "needs" | "follows">;

interface GraphWork<Result> {
  work(index: number): Promise<Result>;
  isSuccess(result: Result): boolean;
  isStopped(): boolean;
}

export async function runGraph<Result>(
  nodes: readonly GraphNode[],
  maxRunning: number,
  { work, isSuccess, isStopped }: GraphWork<Result>,
): Promise<readonly NodeResult<Result>[]> {
  const results = new Array<NodeResult<Result> | undefined>(nodes.length).fill(undefined);
  const { ready, end } = readyNodes(nodes.map(({ needs, follows }) => new Set([...needs, ...follows])));
  const runningWork = new Set<Promise<void>>();
  const settle = (index: number, result: NodeResult<Result>) => {
    results[index] = result;
    end(index);
  };
  const failedNeed = (index: number) =>
    nodes[index]?.needs.find((other) => {
      const result = results[other];
      return result?.state === "skipped" || (result?.state === "ended" && !isSuccess(result.result));
    });
  const begin = (index: number) => {
    const failedIndex = failedNeed(index);
    if (failedIndex !== undefined) return settle(index, { state: "skipped", failedIndex });
    const running = work(index).then((result) => {
      settle(index, { state: "ended", result });
      runningWork.delete(running);
    });
    runningWork.add(running);
  };
  for (;;) {
    while (runningWork.size < maxRunning && ready.size > 0 && !isStopped()) {
      const next = Math.min(...someIndices(ready));
      ready.delete(next);
      begin(next);
    }
    if (runningWork.size === 0) break;
    await Promise.race(runningWork);
  }
  return results.map((result) => result ?? { state: "notBegun" });
}

/** Returns at most 64, because searching thousands for the lowest index would be slow. */
function someIndices(ready: ReadonlySet<number>): readonly number[] {
  const indices: number[] = [];
  for (const index of ready) {
    indices.push(index);
    if (indices.length === 64) break;
  }
  return indices;
}

const missingVariables = ({ kind, item }: Entry): readonly string[] =>
  [...(item?.fields ?? [])].flatMap(([name, value]) => (kind.fields.has(name) ? unsetVariables(value) : []));

function carriedOutActionOf({ entry }: Step, ledger: StepLedger): Action | undefined {
  const done = doneChanges(ledger).filter((change) => change.entry === entry);
  const isDone = (action: ObjectChange["action"]) => done.some((change) => change.action === action);
  if (isDone("delete")) return isDone("create") ? "replace" : "delete";
  return isDone("create") ? "create" : isDone("set") ? "update" : undefined;
}

function failureOfStep(failure: Failure, step: Step, ledger: StepLedger): Failure {
  const isUnclear = ledger.outcome() === "unknown";
  if (doneChanges(ledger).length === 0) return isUnclear ? failure.with({ outcome: "unknown" }) : failure;
  return failure.with(
    { outcome: isUnclear ? "unknown" : "partial" },
    `${doneText(step, ledger)}; ${failedText(step, ledger)}: ${failure.message}`,
  );
}

const doneChanges = (ledger: StepLedger): readonly ObjectChange[] =>
  ledger.changes().flatMap(({ request, outcome }) => (outcome === "done" ? [request] : []));

function doneText(step: Step, ledger: StepLedger): string {
  const action = carriedOutActionOf(step, ledger);
  const fields = doneChanges(ledger).flatMap(({ fields }) => fields ?? []);
  const setText =
    fields.length === 0 ? [] : [`${fields.join(", ")} ${fields.length === 1 ? "was" : "were"} set`];
  if (action === undefined || action === "update") return setText.join();
  const isHalfReplaced = action === "delete" && step.action === "replace";
  return [isHalfReplaced ? "the old one was deleted" : `${action}d`, ...setText].join(", ");
}

function failedText(step: Step, ledger: StepLedger): string {
  const lastChange = ledger.changes().at(-1);
  if (lastChange === undefined || lastChange.outcome === "done") return "the rest failed";
  const { action, entry, fields = [] } = lastChange.request;
  const isBase = entry !== step.entry;
  const object = isBase ? `${entry.kind.name} ${entry.name}` : "it";
  const isRecreation = isBase || carriedOutActionOf(step, ledger) === "delete";
  const actionText = {
    create: `creating ${object}${isRecreation ? " again" : ""}`,
    set: `setting ${fields.join(", ")}`,
    delete: `deleting ${object}`,
  }[action];
  return `${actionText} ${lastChange.outcome === "unknown" ? "got no clear answer" : "failed"}`;
}
