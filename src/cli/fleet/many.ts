import { waiters } from "../../api/statuses.ts";
import { Failure } from "../../failure.ts";
import type { MachineView } from "../../lifecycle/machine-view.ts";
import type { Outcome } from "../../lifecycle/progress-event.ts";
import { type WaitReport, watchAfter } from "../waiting/wait.ts";
import { resumeCommand } from "../waiting/wait-result.ts";
import { conditionsOf, conditionText } from "../waiting/wait-target.ts";
import { explainForbidden } from "./lock.ts";
import { type NodeRun, type SentTarget, sendTo } from "./node-run.ts";
import { inParallel } from "./pool.ts";
import { readMany } from "./read-many.ts";
import { failureOfRows, printRows, type ResultRow } from "./rows.ts";
import { countSending } from "./sending.ts";
import { asFailure, stopRule } from "./stop-rule.ts";

/** What became of one request of several. */
type Sent = { readonly target: SentTarget } | { readonly failure: Failure };

/**
 * Sends one operation to several nodes with bounded concurrency and writes a row for each; a read writes what
 * it read. Failures do not stop the others unless `--fail-fast` is given or every further request would fail
 * the same way. A wait watches what was sent.
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
        const target = await sendTo(run, node);
        rule.passed();
        return { target };
      } catch (error) {
        const failure = asFailure(await explainForbidden(error, [node], operation.verb));
        rule.failed(failure);
        return { failure };
      } finally {
        sending.answered();
      }
    },
    () => rule.reason() !== undefined,
  );
  sending.end();
  rule.release();
  const stopped = rule.signalled();
  const sent = results.flatMap((result) =>
    result !== undefined && "target" in result ? [result.target] : [],
  );
  const isWaiting = invocation.options["wait"] === true && sent.length > 0;
  const refused = results.filter((result) => result !== undefined && "failure" in result).length;
  if (isWaiting && stopped === undefined && refused > 0)
    invocation.messages.note(`${refused} of ${nodes.length} were refused; waiting for the others`);
  const watched =
    isWaiting && stopped === undefined ? await watchAfter(invocation, operation, sent) : undefined;
  const outcomes = watched?.outcomes ?? [];
  const byId = new Map(outcomes.map((outcome) => [outcome.systemId, outcome]));
  const rows = nodes.map((node, index) =>
    rowOf(node, results[index], byId.get(node.systemId), rule.reason() ?? "an earlier one failed"),
  );
  await printRows(rows, invocation);
  const failures = results.flatMap((result) =>
    result !== undefined && "failure" in result ? [result.failure] : [],
  );
  const failure = failureOfRows({
    rows,
    failures: [...failures, ...outcomes.flatMap(failureOf), ...(stopped === undefined ? [] : [stopped])],
    what: `${entry.group.name} ${operation.verb}`,
    tellsReasons: invocation.globals.output === "name",
    isUnfinished: outcomes.some(({ result }) => result === "stopped" || result === "timeout"),
    remark: stopped ?? endOf(watched),
    hint: isWaiting && stopped !== undefined ? `wait for what was sent: ${resumeOf(run, sent)}` : undefined,
  });
  if (failure !== undefined) throw failure;
}

/**
 * Told in words where the watching was stopped; at a deadline the rows say enough, and the hint how to go on.
 */
function endOf(watched: WaitReport | undefined): Failure | undefined {
  const results = new Set(watched?.outcomes.map(({ result }) => result));
  if (results.has("stopped")) return watched?.failure;
  const { hint } = watched?.failure?.details ?? {};
  return results.has("timeout") ? new Failure("stillInProgress", "", { hint }) : undefined;
}

function resumeOf({ entry, invocation }: NodeRun, sent: readonly SentTarget[]): string {
  const { waiter } = entry.operation;
  const conditions = waiter === undefined ? [] : conditionsOf(waiters[waiter], sent).map(conditionText);
  return resumeCommand(
    sent.map(({ systemId }) => systemId),
    conditions,
    false,
    invocation,
  );
}

function rowOf(
  node: MachineView,
  sent: Sent | undefined,
  outcome: Outcome | undefined,
  reason: string,
): ResultRow {
  const named = { system_id: node.systemId, hostname: node.hostname };
  if (sent === undefined)
    return { ...named, ok: false, status: node.statusName, error: `not sent: ${reason}` };
  if ("failure" in sent) return { ...named, ok: false, status: node.statusName, error: sent.failure.message };
  if (outcome === undefined)
    return { ...named, ok: true, status: sent.target.statusName ?? null, error: null };
  const ok = outcome.result === "done";
  return {
    ...named,
    ok,
    status: outcome.to ?? null,
    error: ok ? null : (outcome.reason ?? unfinished[outcome.result]),
  };
}

const unfinished = {
  failed: "the operation failed",
  left: "left the operation",
  timeout: "still in progress when the time ran out",
  stopped: "not watched to its end",
} as const;

/** What an outcome counts as for the exit code. */
function failureOf(outcome: Outcome): readonly Failure[] {
  switch (outcome.result) {
    case "done":
      return [];
    case "timeout":
      return [new Failure("stillInProgress", unfinished.timeout)];
    case "stopped":
      return [outcome.failure ?? new Failure("interrupted", unfinished.stopped)];
    default:
      return [new Failure("operationFailed", outcome.reason ?? unfinished[outcome.result])];
  }
}
