import { canBeWatched, clearsDoubt } from "../../client/lifecycle/doubt.ts";
import type { MachineView } from "../../client/lifecycle/machine-view.ts";
import type { WaitOutcome } from "../../client/lifecycle/progress-event.ts";
import { type Submitted, unanswered } from "../../client/lifecycle/submitted.ts";
import { explainForbidden } from "../../client/names/lock.ts";
import { asFailure, type Failure, isInDoubt } from "../../core/failure.ts";
import { inParallel } from "../../core/parallel.ts";
import { nextCommand } from "../invocation/same-connection.ts";
import type { Selection } from "../selection/selection.ts";
import { resumeHint } from "../waiting/resume.ts";
import { type WaitReport, watchAfter } from "../waiting/wait.ts";
import { type CircuitBreaker, circuitBreaker } from "./circuit-breaker.ts";
import { doubtWith, nodeLook } from "./doubt.ts";
import { printNodeRows } from "./node-rows.ts";
import { readMany } from "./read-many.ts";
import {
  areOpen,
  failureOfRows,
  isTable,
  type NodeResult,
  printRows,
  unfinished,
  waitedResult,
} from "./rows.ts";
import { countSending } from "./sending.ts";
import { type NodeRun, submit } from "./submit.ts";
import { remarkOf } from "./watch.ts";

/** What became of one request of several: answered, refused, or in doubt, with both. */
type Submission =
  | { readonly target: Submitted; readonly failure?: Failure }
  | { readonly target?: never; readonly failure: Failure };

/**
 * Submits an operation for several nodes and writes a row for each; a read writes what it read. A wait watches
 * what was answered, and what may have been carried out.
 */
export async function submitToMany(run: NodeRun, nodes: readonly MachineView[]): Promise<void> {
  const { entry, invocation } = run;
  const { operation } = entry;
  if (operation.method === "GET") return await readMany(run, nodes);
  const breaker = circuitBreaker(invocation);
  const submissions = await submitAll(run, nodes, breaker);
  const targets = await watchableOf(run, submissions, breaker.signal);
  breaker.release();
  const stopped = breaker.signalled();
  const isWaitCut = stopped !== undefined && targets.length > 0;
  const watched =
    stopped === undefined && targets.length > 0 ? await watch(run, submissions, targets) : undefined;
  const outcomes = new Map(watched?.outcomes.map((outcome) => [outcome.systemId, outcome]));
  const notSent = breaker.reason() ?? "an earlier one failed";
  const results = nodes.map((node, index) =>
    resultOf(node, submissions[index] ?? notSent, outcomes.get(node.systemId), isWaitCut),
  );
  const rows = results.map(({ row }) => row);
  await (stopped === undefined ? printNodeRows(run, rows) : printRows(rows, invocation));
  const remark = stopped ?? remarkOf(watched);
  const sent = submissions.flatMap((submission) => submission?.target ?? []);
  const hint = [
    doubtHint(run, results),
    stopped && resumeHint(operation, sent, invocation),
    remark?.details.hint,
  ]
    .filter((part) => part !== undefined)
    .join("; ");
  const failure = failureOfRows(run, results, {
    showsReasons: invocation.globals.output === "name",
    isUnfinished: isWaitCut || areOpen(outcomes.values()),
    remark,
    hint: hint || undefined,
  });
  if (failure !== undefined) throw failure;
  if (stopped !== undefined)
    throw stopped.with({ outcome: "done", hint: hint || "the operation was carried out" });
}

/**
 * Sends with bounded concurrency. Failures do not stop the others unless the breaker opens; what was not begun
 * then is undefined.
 */
async function submitAll(
  run: NodeRun,
  nodes: readonly MachineView[],
  breaker: CircuitBreaker,
): Promise<readonly (Submission | undefined)[]> {
  const { operation } = run.entry;
  const sending = countSending(run.invocation, nodes.length);
  const submitOne = async (node: MachineView): Promise<Submission> => {
    try {
      const target = await submit(run, node, { signal: breaker.signal });
      breaker.passed();
      return { target };
    } catch (error) {
      const failure = asFailure(await explainForbidden(error, [node], operation.verb, run.label));
      breaker.failed(failure);
      if (!isInDoubt(failure)) return { failure };
      return { target: { ...unanswered(node, run.label), isUnclear: true }, failure };
    } finally {
      sending.answered();
    }
  };
  const submissions = await inParallel(
    nodes,
    breaker.parallel,
    submitOne,
    () => breaker.reason() !== undefined,
  );
  sending.end();
  return submissions;
}

/** What `--wait` is to watch: nothing where every node is in doubt and the service cannot be read either. */
async function watchableOf(
  { client, invocation }: NodeRun,
  submissions: readonly (Submission | undefined)[],
  signal: AbortSignal,
): Promise<readonly Submitted[]> {
  if (invocation.options["wait"] !== true) return [];
  const targets = submissions.flatMap((submission) => submission?.target ?? []);
  const [first] = targets;
  if (first === undefined) return [];
  const isAllDoubt = targets.every(({ isUnclear }) => isUnclear === true);
  return isAllDoubt && !(await canBeWatched(client, first.systemId, signal)) ? [] : targets;
}

async function watch(
  { entry, invocation }: NodeRun,
  submissions: readonly (Submission | undefined)[],
  targets: readonly Submitted[],
): Promise<WaitReport> {
  const { messages } = invocation;
  const total = submissions.length;
  const refused = submissions.filter((each) => each !== undefined && each.target === undefined).length;
  const doubtful = targets.filter(({ isUnclear }) => isUnclear === true).length;
  if (refused > 0) messages.note(`${refused} of ${total} were refused; waiting for the others`);
  if (doubtful > 0)
    messages.note(`${doubtful} of ${total} got no clear answer; watching what becomes of them`);
  return await watchAfter(invocation, entry.operation, targets);
}

/** The command that shows what became of the nodes in doubt. */
function doubtHint({ kind, label, invocation }: NodeRun, results: readonly NodeResult[]): string | undefined {
  const names = results.flatMap(({ row: { outcome, system_id, hostname } }) =>
    outcome === "unknown" ? [label({ systemId: system_id, hostname })] : [],
  );
  return names.length === 0 ? undefined : doubtWith(nextCommand(nodeLook(kind, names), invocation));
}

/** The row of one node; a text says why nothing was sent for it. `isWaitCut`: a signal came before it was watched. */
function resultOf(
  node: MachineView,
  submission: Submission | string,
  outcome: WaitOutcome | undefined,
  isWaitCut: boolean,
): NodeResult {
  const named = { system_id: node.systemId, hostname: node.hostname };
  const unsuccessful = { ...named, ok: false, status: node.statusName };
  if (typeof submission === "string")
    return { row: { ...unsuccessful, error: `not sent: ${submission}`, outcome: "not_sent" } };
  const { target, failure } = submission;
  if (target === undefined) {
    const { message: error, details, kind } = failure;
    return { row: { ...unsuccessful, error, outcome: details.outcome ?? "refused" }, kind };
  }
  const isClear = outcome !== undefined && (outcome.result === "done" || clearsDoubt([outcome]));
  if (failure !== undefined && !isClear) {
    const seen = outcome?.result === "left" ? outcome.reason : undefined;
    const error = `no clear answer; ${seen ?? "it may have been carried out"}: ${failure.message}`;
    const status = outcome?.to ?? node.statusName;
    return { row: { ...unsuccessful, status, error, outcome: "unknown" }, kind: failure.kind };
  }
  if (outcome !== undefined) return waitedResult(node.hostname, outcome);
  const error = isWaitCut ? unfinished.stopped : null;
  return { row: { ...named, ok: !isWaitCut, status: target.statusName ?? null, error, outcome: "done" } };
}

/** Reports that the selection is empty; the forms that programs read are an empty list. */
export async function printNone(run: NodeRun, selection: Selection): Promise<void> {
  const { entry, invocation, kind } = run;
  const what =
    selection.kind === "filters" ? `no ${kind} matches --where` : `standard input contains no ${kind}`;
  invocation.messages.note(`${what}: nothing to do`);
  if (entry.operation.method !== "GET") return await printRows([], invocation);
  if (!isTable(invocation)) await readMany(run, []);
}
