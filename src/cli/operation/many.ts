import { Failure, isInDoubt, isSignal } from "../../failure.ts";
import type { MachineView } from "../../lifecycle/machine-view.ts";
import type { Outcome } from "../../lifecycle/progress-event.ts";
import { nextCommand } from "../invocation/same-connection.ts";
import { explainForbidden } from "../selection/lock.ts";
import { inParallel } from "../selection/pool.ts";
import { resumeHint } from "../waiting/resume.ts";
import { type WaitReport, watchAfter } from "../waiting/wait.ts";
import { doubtWith, nodeLook } from "./doubt.ts";
import { canBeWatched } from "./doubtful.ts";
import { printNodeRows } from "./node-rows.ts";
import { type NodeRun, type SentTarget, sendTo, unanswered } from "./node-run.ts";
import { readMany } from "./read-many.ts";
import { failureOfRows, printRows, type ResultRow } from "./rows.ts";
import { countSending } from "./sending.ts";
import { asFailure, stopRule } from "./stop-rule.ts";

/** What became of one request of several: answered, refused, or in doubt. */
type Sent =
  | { readonly target: SentTarget; readonly failure?: never }
  | { readonly target?: never; readonly failure: Failure }
  | { readonly target: SentTarget; readonly failure: Failure };

/**
 * Sends one operation to several nodes with bounded concurrency and writes a row for each; a read writes what
 * it read. Failures do not stop the others unless `--fail-fast` is given or every further request would fail
 * the same way. A wait watches what was sent, and what may have been.
 */
export async function runOnMany(run: NodeRun, nodes: readonly MachineView[]): Promise<void> {
  const { entry, invocation } = run;
  const { operation } = entry;
  if (operation.method === "GET") return await readMany(run, nodes);
  const rule = stopRule(invocation);
  const sending = countSending(invocation, nodes.length);
  const results = await inParallel(
    nodes,
    rule.parallel,
    async (node): Promise<Sent> => {
      try {
        const target = await sendTo(run, node, { signal: rule.signal });
        rule.passed();
        return { target };
      } catch (error) {
        const failure = asFailure(await explainForbidden(error, [node], operation.verb, run.label));
        rule.failed(failure);
        return isInDoubt(failure) ? { target: unanswered(run, node), failure } : { failure };
      } finally {
        sending.answered();
      }
    },
    () => rule.reason() !== undefined,
  );
  sending.end();
  const watchable = await watchableOf(run, results, rule.signal);
  rule.release();
  const stopped = rule.signalled();
  const isWaitCut = stopped !== undefined && watchable.length > 0;
  const watched =
    stopped === undefined && watchable.length > 0 ? await watch(run, results, watchable) : undefined;
  const outcomes = new Map(watched?.outcomes.map((outcome) => [outcome.systemId, outcome]));
  const rows = nodes.map((node, index) =>
    rowOf(node, results[index], {
      outcome: outcomes.get(node.systemId),
      hasMoved: watched?.moved.has(node.systemId) === true,
      isWaitCut,
      reason: rule.reason() ?? "an earlier one failed",
    }),
  );
  await (stopped === undefined ? printNodeRows(run, rows) : printRows(rows, invocation));
  const failures = rows.flatMap((row, index) => {
    if (row.ok) return [];
    const failure = results[index]?.failure;
    const outcome = outcomes.get(row.system_id);
    if (failure !== undefined && row.outcome !== "done") return [failure];
    return outcome === undefined ? [] : failureOf(outcome);
  });
  const targets = results.flatMap((result) => result?.target ?? []);
  const remark = stopped ?? endOf(watched);
  const hints = [
    ...doubtHints(run, rows),
    ...(stopped === undefined ? [] : [resumeHint(operation, targets, invocation) ?? []].flat()),
    ...(remark?.details.hint === undefined ? [] : [remark.details.hint]),
  ];
  const failure = failureOfRows({
    rows,
    failures: [...failures, ...(remark !== undefined && isSignal(remark) ? [remark] : [])],
    what: `${entry.group.name} ${operation.verb}`,
    tellsReasons: invocation.globals.output === "name",
    label: labelFor(run),
    isUnfinished: isWaitCut || [...outcomes.values()].some(({ result }) => isOpen(result)),
    remark,
    hint: hints.length === 0 ? undefined : hints.join("; "),
  });
  if (failure !== undefined) throw failure;
  if (stopped !== undefined) {
    const hint = hints.length === 0 ? "the operation was carried out" : hints.join("; ");
    throw stopped.with({ outcome: "done", hint });
  }
}

/**
 * What `--wait` is to watch. Where every one is in doubt and the service cannot be read either, watching tells
 * nothing.
 */
async function watchableOf(
  { client, invocation }: NodeRun,
  results: readonly (Sent | undefined)[],
  signal: AbortSignal,
): Promise<readonly SentTarget[]> {
  if (invocation.options["wait"] !== true) return [];
  const sent = results.flatMap((result) => (result?.target === undefined ? [] : [result]));
  const [first] = sent;
  if (first === undefined) return [];
  const isAllDoubt = sent.every(({ failure }) => failure !== undefined);
  if (isAllDoubt && !(await canBeWatched(client, first.target.systemId, signal))) return [];
  return sent.map(({ target }) => target);
}

async function watch(
  run: NodeRun,
  results: readonly (Sent | undefined)[],
  targets: readonly SentTarget[],
): Promise<WaitReport> {
  const { messages } = run.invocation;
  const refused = results.filter((result) => result !== undefined && result.target === undefined).length;
  const doubtful = results.filter((result) => result?.target && result.failure).length;
  if (refused > 0) messages.note(`${refused} of ${results.length} were refused; waiting for the others`);
  if (doubtful > 0)
    messages.note(`${doubtful} of ${results.length} got no clear answer; watching what becomes of them`);
  return await watchAfter(run.invocation, run.entry.operation, targets);
}

/**
 * Told in words where the watching was stopped; at a deadline the rows say enough, and the hint how to go on.
 */
export function endOf(watched: WaitReport | undefined): Failure | undefined {
  const results = new Set(watched?.outcomes.map(({ result }) => result));
  if (results.has("stopped") || results.has("aborted")) return watched?.failure;
  const { hint } = watched?.failure?.details ?? {};
  return results.has("timeout") ? new Failure("stillInProgress", "", { hint }) : undefined;
}

function doubtHints(run: NodeRun, rows: readonly ResultRow[]): readonly string[] {
  const doubtful = rows.filter(({ outcome }) => outcome === "unknown").map(labelFor(run));
  if (doubtful.length === 0) return [];
  return [doubtWith(nextCommand(nodeLook(run.kind, doubtful), run.invocation))];
}

const labelFor =
  (run: NodeRun) =>
  ({ system_id, hostname }: ResultRow): string =>
    run.label({ systemId: system_id, hostname });

/** What is known beside the answer when a row is made. */
interface Known {
  readonly outcome: Outcome | undefined;
  /** It was seen to change its status while it was watched. */
  readonly hasMoved: boolean;
  /** A signal came before it could be watched. */
  readonly isWaitCut: boolean;
  /** Why it was not sent, where it was not. */
  readonly reason: string;
}

function rowOf(node: MachineView, sent: Sent | undefined, known: Known): ResultRow {
  const { outcome, hasMoved, isWaitCut, reason } = known;
  const named = { system_id: node.systemId, hostname: node.hostname };
  const unsuccessful = { ...named, ok: false, status: node.statusName };
  if (sent === undefined) return { ...unsuccessful, error: `not sent: ${reason}`, outcome: "not_sent" };
  const { target, failure } = sent;
  if (target === undefined)
    return { ...unsuccessful, error: failure.message, outcome: failure.details.outcome ?? "refused" };
  const isClear =
    failure === undefined ||
    (outcome !== undefined && (hasMoved || outcome.result === "done" || outcome.result === "failed"));
  if (!isClear) {
    const seen = outcome?.result === "left" ? outcome.reason : undefined;
    const error = `no clear answer; ${seen ?? "it may have been carried out"}: ${failure.message}`;
    return { ...unsuccessful, status: outcome?.to ?? node.statusName, error, outcome: "unknown" };
  }
  if (outcome === undefined) {
    const error = isWaitCut ? unfinished.stopped : null;
    return { ...named, ok: !isWaitCut, status: target.statusName ?? null, error, outcome: "done" };
  }
  const ok = outcome.result === "done";
  return {
    ...named,
    ok,
    status: outcome.to ?? null,
    error: ok ? null : (outcome.reason ?? unfinished[outcome.result]),
    outcome: "done",
  };
}

/** True where the machine is not done rather than failed: nobody watches its operation, or it was aborted. */
export const isOpen = (result: Outcome["result"]): boolean =>
  result === "stopped" || result === "timeout" || result === "aborted";

export const unfinished = {
  failed: "the operation failed",
  left: "left the operation",
  timeout: "still in progress when the time ran out",
  stopped: "not watched to its end",
  aborted: "aborted",
} as const;

/** What an outcome counts as for the exit code. */
export function failureOf(outcome: Outcome): readonly Failure[] {
  switch (outcome.result) {
    case "done":
      return [];
    case "timeout":
      return [new Failure("stillInProgress", unfinished.timeout)];
    case "stopped":
    case "aborted":
      return [outcome.failure ?? new Failure("interrupted", unfinished.stopped)];
    default:
      return [new Failure("operationFailed", outcome.reason ?? unfinished[outcome.result])];
  }
}
