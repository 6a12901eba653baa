import { type Submission, sendToEach, watchableOf } from "../../client/execute/many.ts";
import type { WaitReport } from "../../client/execute/wait.ts";
import type { MachineView } from "../../client/lifecycle/machine-view.ts";
import type { WaitOutcome } from "../../client/lifecycle/progress-event.ts";
import type { Submitted } from "../../client/lifecycle/submitted.ts";
import { clearsDoubt } from "../../client/lifecycle/submitted.ts";
import { nameList } from "../../core/text/name-list.ts";
import { nextCommand } from "../invocation/same-connection.ts";
import type { Selection } from "../selection/selection.ts";
import { resumeHint, watchAfter } from "../waiting/wait.ts";
import { doubtWith, nodeLook } from "./doubt.ts";
import { readMany } from "./read-many.ts";
import {
  areOpen,
  failureOfRows,
  isTable,
  type NodeResult,
  printNodeRows,
  printRows,
  remarkOf,
  unfinished,
  waitedResult,
} from "./rows.ts";
import { circuitBreaker, countSending } from "./sending.ts";
import { callOn, type NodeRun, noteNextStep } from "./submit.ts";

/** Sends the operation to the nodes in `wanted`; the others get a row that says nothing was sent. */
export async function submitToMany(
  run: NodeRun,
  nodes: readonly MachineView[],
  wanted: ReadonlySet<MachineView> = new Set(nodes),
): Promise<void> {
  const { entry, invocation } = run;
  const { operation } = entry;
  if (operation.method === "GET") return await readMany(run, nodes);
  const breaker = circuitBreaker(invocation);
  const { signal } = breaker;
  const sending = countSending(invocation, wanted.size);
  const calls = [...wanted].map((node) => callOn(run, node));
  const submissions = await sendToEach(calls, breaker, { signal }, sending.answered);
  sending.end();
  const waits = invocation.options["wait"] === true;
  const targets = waits ? await watchableOf(submissions, run.client, signal) : [];
  breaker.release();
  const stopped = breaker.signalled();
  const isWaitCut = stopped !== undefined && targets.length > 0;
  const watched =
    stopped === undefined && targets.length > 0 ? await watch(run, submissions, targets) : undefined;
  const outcomes = new Map(watched?.outcomes.map((outcome) => [outcome.systemId, outcome]));
  const notSent = breaker.reason() ?? "an earlier one failed";
  const sent = new Map([...wanted].map((node, index) => [node, submissions[index] ?? notSent]));
  const results = nodes.map((node) => {
    const submission = sent.get(node);
    if (submission === undefined) return needlessResult(node);
    return resultOf(node, submission, outcomes.get(node.systemId), isWaitCut);
  });
  const rows = results.map(({ row }) => row);
  await (stopped === undefined ? printNodeRows(run, rows) : printRows(rows, invocation));
  const targeted = submissions.flatMap((submission) => submission?.target ?? []);
  const clear = targeted.filter(({ isUnclear }) => isUnclear !== true);
  if (stopped === undefined) await noteNextStep(operation, clear, invocation);
  const remark = stopped ?? remarkOf(watched);
  const hint = [
    doubtHint(run, results),
    submissions.length === 1 ? submissions[0]?.failure?.details.hint : undefined,
    stopped && resumeHint(operation, targeted, invocation),
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

async function watch(
  { entry, invocation }: NodeRun,
  submissions: readonly (Submission | undefined)[],
  targets: readonly Submitted[],
): Promise<WaitReport> {
  const { messages } = invocation;
  const total = submissions.length;
  const refused = submissions.flatMap((each) => (each?.target === undefined ? (each?.failure ?? []) : []));
  const doubtful = targets.filter(({ isUnclear }) => isUnclear === true).length;
  if (refused.length > 0) {
    const verb = refused.length === 1 ? "was" : "were";
    const reasons = refused.map(
      ({ message, details }) => `${details.machines?.[0]?.hostname ?? "one"} (${message})`,
    );
    messages.note(
      `${refused.length} of ${total} ${verb} refused: ${nameList(reasons)}; waiting for the others`,
    );
  }
  if (doubtful > 0)
    messages.note(`${doubtful} of ${total} got no clear answer; watching what becomes of them`);
  return await watchAfter(invocation, entry.operation, targets);
}

/** The command that shows the outcome for nodes in doubt. */
function doubtHint({ kind, label, invocation }: NodeRun, results: readonly NodeResult[]): string | undefined {
  const names = results.flatMap(({ row: { outcome, system_id, hostname } }) =>
    outcome === "unknown" ? [label({ systemId: system_id, hostname })] : [],
  );
  return names.length === 0 ? undefined : doubtWith(nextCommand(nodeLook(kind, names), invocation));
}

const needlessResult = ({ systemId, hostname, statusName }: MachineView): NodeResult => ({
  row: {
    ...{ system_id: systemId, hostname, ok: true, status: statusName, error: null },
    outcome: "not_sent",
  },
});

/** A text explains why nothing was sent. `isWaitCut`: a signal came before the wait. */
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

/** Reports an empty selection; formats for programs print an empty list. */
export async function printNone(run: NodeRun, selection: Selection): Promise<void> {
  const { entry, invocation, kind } = run;
  const what =
    selection.kind === "filters" ? `no ${kind} matches --where` : `standard input contains no ${kind}`;
  invocation.messages.note(`${what}: nothing to do`);
  if (entry.operation.method !== "GET") return await printRows([], invocation);
  if (!isTable(invocation)) await readMany(run, []);
}
