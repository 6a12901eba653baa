import type { WaitOutcome } from "../../client/lifecycle/progress-event.ts";
import { exitKindOf } from "../../client/lifecycle/wait-result.ts";
import type { ExitKind } from "../../core/exit-codes.ts";
import { type ChangeOutcome, Failure, isSignal } from "../../core/failure.ts";
import type { Invocation } from "../invocation/invocation.ts";
import type { Shape } from "../output/shape.ts";
import type { NodeRun } from "./submit.ts";

/** What became of one node of several. */
export interface ResultRow {
  readonly system_id: string;
  readonly hostname: string;
  readonly ok: boolean;
  /** The status name it has now, where the answer or the wait showed it. */
  readonly status: string | null;
  readonly error: string | null;
  /** What became of the change; left out for a read. */
  readonly outcome?: ChangeOutcome;
}

/** A row with the exit code that it asks for; undefined for none. */
export interface NodeResult {
  readonly row: ResultRow;
  readonly kind?: ExitKind | undefined;
}

/** Why a machine is not done, where the wait gave no reason. */
export const unfinished = {
  failed: "the operation failed",
  left: "left the operation",
  timeout: "still in progress when the time ran out",
  stopped: "not watched to its end",
  aborted: "aborted",
} as const;

/** What the wait for one machine came to. */
export function waitedResult(hostname: string, outcome: WaitOutcome): NodeResult {
  const { systemId, result, to, reason } = outcome;
  const error = result === "done" ? null : (reason ?? unfinished[result]);
  const ok = error === null;
  return {
    row: { system_id: systemId, hostname, ok, status: to ?? null, error, outcome: "done" },
    kind: exitKindOf(outcome),
  };
}

/** True where machines are not done rather than failed: nobody watches their operation, or it was aborted. */
export const areOpen = (outcomes: Iterable<WaitOutcome>): boolean =>
  [...outcomes].some(({ result }) => ["stopped", "timeout", "aborted"].includes(result));

export const rowShape: Shape = {
  identity: "system_id",
  columns: [
    { header: "NAME", path: "hostname", rank: "key" },
    { header: "ID", path: "system_id" },
    { header: "OK", path: "ok", as: "outcome" },
    { header: "STATUS", path: "status", as: "status", rank: "key" },
    { header: "ERROR", path: "error", rank: "text" },
  ],
};

/** The most failed nodes whose reasons are written to standard error where the output does not hold them. */
const maxReasons = 20;

/**
 * Writes a row for each node; under `-o name` those that went well alone, so that the next command of a pipe
 * takes no others. A table without rows is left out.
 */
export async function printRows(rows: readonly ResultRow[], invocation: Invocation): Promise<void> {
  if (rows.length === 0 && isTable(invocation)) return;
  const isNames = invocation.globals.output === "name";
  await invocation.print(isNames ? rows.filter(({ ok }) => ok) : rows, rowShape);
}

/** True where the output is a table for people. */
export function isTable({ outputSettings }: Invocation): boolean {
  const { format } = outputSettings(rowShape);
  return format === "table" || format === "wide";
}

/** What the failure of several nodes says beside their rows. */
interface Remarks {
  /** The output holds no reasons. */
  readonly showsReasons: boolean;
  /** Some are still in progress: they are not done, rather than failed. */
  readonly isUnfinished?: boolean;
  /** What ended the run early: its message and hint are added, and a signal decides the exit code. */
  readonly remark?: Failure | undefined;
  readonly hint?: string | undefined;
}

/**
 * The failure that the rows come to, with the names of those that failed ready to be used again, apart from
 * those in doubt and those that were not sent; undefined where all went well. A signal: its code. All failed
 * for the same reason: its own code. Otherwise some failed (10).
 */
export function failureOfRows(
  { entry: { group, operation }, label }: Pick<NodeRun, "entry" | "label">,
  results: readonly NodeResult[],
  { showsReasons, isUnfinished = false, remark, hint = remark?.details.hint }: Remarks,
): Failure | undefined {
  const rows = results.map(({ row }) => row);
  const bad = rows.filter(({ ok }) => !ok);
  if (bad.length === 0) return undefined;
  const reasons = showsReasons
    ? bad.slice(0, maxReasons).map(({ hostname, error }) => `${hostname}: ${error ?? "failed"}`)
    : [];
  const rest = showsReasons ? bad.length - reasons.length : 0;
  const failed = isUnfinished ? "not done" : "failed";
  const wordOf = ({ outcome }: ResultRow) =>
    outcome === "unknown" ? "without a clear answer" : outcome === "not_sent" ? "not sent" : failed;
  const counted = [failed, "without a clear answer", "not sent"]
    .map((word) => ({ word, some: bad.filter((row) => wordOf(row) === word) }))
    .filter(({ some }) => some.length > 0);
  const counts = counted.map(({ word, some }, index) =>
    index === 0 ? `${some.length} of ${rows.length} ${word}` : `${some.length} ${word}`,
  );
  const early = [undefined, "", remark?.kind].includes(remark?.message) ? "" : `; ${remark?.message}`;
  return new Failure(
    kindOf(results, remark, bad.length === rows.length),
    `${group.name} ${operation.verb}: ${counts.join(", ")}${early}`,
    {
      lines: [
        ...reasons,
        ...(rest > 0 ? [`and ${rest} more`] : []),
        ...counted.map(
          ({ word, some }) =>
            `${word}: ${some.map(({ system_id, hostname }) => label({ systemId: system_id, hostname })).join(" ")}`,
        ),
      ],
      machines: bad.map(({ system_id, hostname, status }) => ({ system_id, hostname, status })),
      ...(rows.some(({ outcome }) => outcome !== undefined) ? { outcome: outcomeOf(rows) } : {}),
      ...(hint === undefined ? {} : { hint }),
    },
  );
}

function outcomeOf(rows: readonly ResultRow[]): ChangeOutcome {
  const weighed = ["unknown", "done", "refused"] as const;
  return weighed.find((outcome) => rows.some((row) => row.outcome === outcome)) ?? "not_sent";
}

function kindOf(results: readonly NodeResult[], remark: Failure | undefined, isAll: boolean): ExitKind {
  if (remark !== undefined && isSignal(remark)) return remark.kind;
  const kinds = new Set(results.flatMap(({ row, kind }) => (row.ok || kind === undefined ? [] : [kind])));
  const signal = (["terminated", "interrupted"] as const).find((kind) => kinds.has(kind));
  if (signal !== undefined) return signal;
  const [only] = kinds;
  return isAll && kinds.size === 1 && only !== undefined ? only : "someFailed";
}
