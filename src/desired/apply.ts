import type { Client } from "../client/http/call.ts";
import type { Clock, Random } from "../core/clock.ts";
import { asFailure, type Failure } from "../core/failure.ts";
import { type Carrier, carryOut } from "./carry-out.ts";
import type { Action, Plan, Step } from "./change.ts";
import type { Observation } from "./observe.ts";
import type { Problem } from "./problems.ts";
import { carriedOutOf, createStepLedger, failureOfStep, missingVariables } from "./send.ts";

export interface StepResult {
  readonly step: Step;
  readonly state: "done" | "failed" | "skipped" | "notBegun";
  /** Its message tells what was carried out before it. */
  readonly failure?: Failure;
  readonly carriedOut?: Action;
  readonly because?: Step;
}

interface Application {
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  readonly parallel: number;
  readonly retries: number;
  readonly signal?: AbortSignal | undefined;
  isStopped(): boolean;
  onEnd(result: StepResult): void;
  note(text: string): void;
}

/** Failures skip only dependent steps. Never throws; results are in the order of the steps. */
export async function applyPlan(
  { steps, waitGroups }: Plan,
  { state, directory }: Observation,
  application: Application,
): Promise<readonly StepResult[]> {
  const { client, clock, random, retries, parallel, signal, isStopped, onEnd, note } = application;
  const carrier: Carrier = {
    ...{ client, clock, random, retries, signal, note, directory },
    nodes: state.nodes,
    objects: new Map(),
    keeping: new Map(),
    reader: { client, parallel, signal },
  };
  const nodes = [...steps, ...waitGroups.map((follows) => ({ needs: [], follows }))];
  const endings = await runGraph(nodes, parallel, {
    isStopped,
    isWell: (result: StepResult | undefined) => result === undefined || result.state === "done",
    work: async (index) => {
      const step = steps[index]?.step;
      const result = step === undefined ? undefined : await resultOf(step, carrier);
      if (result !== undefined) onEnd(result);
      return result;
    },
  });
  return steps.flatMap(({ step }, index): readonly StepResult[] => {
    const ending = endings[index];
    if (ending?.state === "ended") return ending.result === undefined ? [] : [ending.result];
    const because = ending?.state === "skipped" ? steps[ending.because]?.step : undefined;
    return [{ step, state: ending?.state ?? "notBegun", ...(because === undefined ? {} : { because }) }];
  });
}

async function resultOf(step: Step, carrier: Carrier): Promise<StepResult> {
  const ledger = createStepLedger();
  try {
    await carryOut(step, carrier, ledger);
    return { step, state: "done" };
  } catch (error) {
    const failure = failureOfStep(asFailure(error), step, ledger);
    const carriedOut = carriedOutOf(step, ledger);
    return { step, state: "failed", failure, ...(carriedOut === undefined ? {} : { carriedOut }) };
  }
}

/** Problems that allow planning but not applying: unset variables of new objects. */
export function unsetForNew({ steps }: Plan): readonly Problem[] {
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
  | { readonly state: "skipped"; readonly because: number }
  | { readonly state: "notBegun" };

interface GraphNode {
  readonly needs: readonly number[];
  readonly follows: readonly number[];
}

interface GraphWork<Result> {
  /** Never rejects. */
  work(index: number): Promise<Result>;
  isWell(result: Result): boolean;
  isStopped(): boolean;
}

/** At most `width` nodes at once, ties in order. Nodes that need a failed one are skipped. */
export async function runGraph<Result>(
  nodes: readonly GraphNode[],
  width: number,
  { work, isWell, isStopped }: GraphWork<Result>,
): Promise<readonly NodeResult<Result>[]> {
  const results = new Array<NodeResult<Result> | undefined>(nodes.length).fill(undefined);
  const open = nodes.map(({ needs, follows }) => new Set([...needs, ...follows]));
  const after: number[][] = nodes.map(() => []);
  for (const [index, each] of open.entries()) for (const other of each) after[other]?.push(index);
  const ready = new Set(open.flatMap((each, index) => (each.size === 0 ? [index] : [])));
  const underWay = new Set<Promise<void>>();
  const settle = (index: number, result: NodeResult<Result>) => {
    results[index] = result;
    for (const next of after[index] ?? []) {
      open[next]?.delete(index);
      if (open[next]?.size === 0) ready.add(next);
    }
  };
  const failedNeed = (index: number) =>
    nodes[index]?.needs.find((other) => {
      const result = results[other];
      return result?.state === "skipped" || (result?.state === "ended" && !isWell(result.result));
    });
  const begin = (index: number) => {
    const because = failedNeed(index);
    if (because !== undefined) return settle(index, { state: "skipped", because });
    const running = work(index).then((result) => {
      settle(index, { state: "ended", result });
      underWay.delete(running);
    });
    underWay.add(running);
  };
  for (;;) {
    while (underWay.size < width && ready.size > 0 && !isStopped()) {
      const next = Math.min(...firstOf(ready));
      ready.delete(next);
      begin(next);
    }
    if (underWay.size === 0) break;
    await Promise.race(underWay);
  }
  return results.map((result) => result ?? { state: "notBegun" });
}

/** The first few ready nodes: they are added nearly in order, so comparing more is a waste. */
function firstOf(ready: ReadonlySet<number>): readonly number[] {
  const first: number[] = [];
  for (const index of ready) {
    first.push(index);
    if (first.length === 64) break;
  }
  return first;
}
