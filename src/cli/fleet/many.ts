import { Failure } from "../../failure.ts";
import type { MachineView } from "../../lifecycle/machine-view.ts";
import type { Outcome, Target } from "../../lifecycle/progress-event.ts";
import { shapeOf } from "../result.ts";
import { watchAfter } from "../wait.ts";
import { explainForbidden, type NodeRun, sendForWait } from "./node-run.ts";
import { inParallel } from "./pool.ts";
import { finishRows, type ResultRow } from "./rows.ts";

/** Requests under way at once where `--parallel` says nothing. */
const defaultParallel = 8;

/** What became of one request of several. */
type Sent =
  | { readonly node: MachineView; readonly target: Target; readonly value: unknown }
  | { readonly node: MachineView; readonly failure: Failure };

/**
 * Sends one operation to several nodes with bounded concurrency and writes a row for each; a read writes what it read.
 * Failures do not stop the others unless `--fail-fast` is given.
 */
export async function runOnMany(run: NodeRun, nodes: readonly MachineView[]): Promise<void> {
  const { entry, invocation } = run;
  const isRead = entry.operation.method === "GET";
  const failFast = invocation.options["fail-fast"] === true;
  let failed = false;
  const results = await inParallel(
    nodes,
    parallelOf(invocation.options["parallel"]),
    async (node): Promise<Sent> => {
      try {
        return isRead
          ? await readOne(run, node)
          : { node, target: await sendForWait(run, node), value: undefined };
      } catch (error) {
        failed = true;
        return { node, failure: asFailure(await explainForbidden(error, run, node.systemId)) };
      }
    },
    () => failed && failFast,
  );
  if (isRead && !failed) {
    return await invocation.print(
      results.map((sent) => (sent !== undefined && "value" in sent ? sent.value : null)),
      shapeOf(entry),
    );
  }
  const sent = results.flatMap((result) =>
    result !== undefined && "target" in result ? [result.target] : [],
  );
  const outcomes =
    invocation.options["wait"] === true && sent.length > 0
      ? await watchAfter(invocation, entry.operation, sent)
      : [];
  const rows = nodes.map((node, index) =>
    rowOf(
      node,
      results[index],
      outcomes.find(({ systemId }) => systemId === node.systemId),
    ),
  );
  const failures = results.flatMap((result) =>
    result !== undefined && "failure" in result ? [result.failure] : [],
  );
  await finishRows(
    rows,
    [...failures, ...outcomes.flatMap(failureOf)],
    `${entry.group.name} ${entry.operation.verb}`,
    invocation,
  );
}

function parallelOf(typed: unknown): number {
  if (typed === undefined) return defaultParallel;
  const width = Number(typed);
  if (!Number.isInteger(width) || width < 1 || width > 64) {
    throw new Failure("usage", `--parallel takes a number from 1 to 64, not '${typed}'`);
  }
  return width;
}

async function readOne(run: NodeRun, node: MachineView): Promise<Sent> {
  const answer = await run.client.call(run.entry.operation, {
    ...run.values,
    [run.parameter]: node.systemId,
  });
  return { node, target: node, value: await answer.value() };
}

const asFailure = (error: unknown): Failure =>
  error instanceof Failure
    ? error
    : new Failure("other", error instanceof Error ? error.message : String(error));

function rowOf(node: MachineView, sent: Sent | undefined, outcome: Outcome | undefined): ResultRow {
  const named = { system_id: node.systemId, hostname: node.hostname };
  if (sent === undefined)
    return { ...named, ok: false, status: null, error: "not sent: an earlier one failed" };
  if ("failure" in sent) return { ...named, ok: false, status: node.statusName, error: sent.failure.message };
  if (outcome !== undefined) {
    const ok = outcome.result === "done";
    return {
      ...named,
      ok,
      status: outcome.to ?? null,
      error: ok ? null : (outcome.reason ?? outcome.result),
    };
  }
  return { ...named, ok: true, status: null, error: null };
}

/** What an outcome counts as for the exit code. */
function failureOf(outcome: Outcome): readonly Failure[] {
  if (outcome.result === "done") return [];
  const kind =
    outcome.result === "timeout" || outcome.result === "stopped" ? "stillInProgress" : "operationFailed";
  return [outcome.failure ?? new Failure(kind, outcome.reason ?? outcome.result)];
}
