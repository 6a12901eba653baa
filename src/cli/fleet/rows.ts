import type { ExitKind } from "../../contract/exit-codes.ts";
import { Failure } from "../../failure.ts";
import type { Shape } from "../../output/shape.ts";
import type { Invocation } from "../action.ts";

/** What became of one node of several. */
export interface ResultRow {
  readonly system_id: string;
  readonly hostname: string;
  readonly ok: boolean;
  /** The status name it has now, where the answer or the wait told. */
  readonly status: string | null;
  readonly error: string | null;
}

const shape: Shape = {
  identity: "system_id",
  columns: [
    { header: "NAME", path: "hostname" },
    { header: "ID", path: "system_id" },
    { header: "OK", path: "ok", as: "boolean" },
    { header: "STATUS", path: "status", as: "status" },
    { header: "ERROR", path: "error" },
  ],
};

/**
 * Failed nodes that are told with their reasons on standard error, where the output does not hold the
 * reasons.
 */
const mostReasons = 20;

/**
 * Writes a row for each node; under `-o name` those that went well alone, so that the next command of a pipe
 * takes no others.
 */
export async function printRows(rows: readonly ResultRow[], invocation: Invocation): Promise<void> {
  const isNames = invocation.globals.output === "name";
  await invocation.print(isNames ? rows.filter(({ ok }) => ok) : rows, shape);
}

/** What a run on several nodes came to. */
interface Told {
  readonly rows: readonly ResultRow[];
  readonly failures: readonly Failure[];
  /** The command, such as `machines deploy`. */
  readonly what: string;
  /** The output holds no reasons. */
  readonly tellsReasons: boolean;
  /** Some are still in progress: they are not done, rather than failed. */
  readonly isUnfinished?: boolean;
  /** What ended the run early; its message and hint are told with the rows. */
  readonly remark?: Failure | undefined;
  readonly hint?: string | undefined;
}

/**
 * The failure that the rows come to, with the system ids of those that failed ready to be used again;
 * undefined where all went well. A signal: its code. All failed for the same reason: its own code. Otherwise
 * some failed (10).
 */
export function failureOfRows({
  rows,
  failures,
  what,
  tellsReasons,
  isUnfinished = false,
  remark,
  hint = remark?.details.hint,
}: Told): Failure | undefined {
  const failed = rows.filter(({ ok }) => !ok);
  if (failed.length === 0) return undefined;
  const reasons = tellsReasons
    ? failed.slice(0, mostReasons).map(({ hostname, error }) => `${hostname}: ${error ?? "failed"}`)
    : [];
  const rest = tellsReasons ? failed.length - reasons.length : 0;
  const word = isUnfinished ? "not done" : "failed";
  const early = [undefined, "", remark?.kind].includes(remark?.message) ? "" : `; ${remark?.message}`;
  const message = `${what}: ${failed.length} of ${rows.length} ${word}${early}`;
  return new Failure(kindOf(failures, failed.length === rows.length), message, {
    lines: [
      ...reasons,
      ...(rest > 0 ? [`and ${rest} more`] : []),
      `${word}: ${failed.map(({ system_id }) => system_id).join(" ")}`,
    ],
    ...(hint === undefined ? {} : { hint }),
  });
}

function kindOf(failures: readonly Failure[], isAll: boolean): ExitKind {
  const kinds = new Set(failures.map(({ kind }) => kind));
  const signal = (["terminated", "interrupted"] as const).find((kind) => kinds.has(kind));
  if (signal !== undefined) return signal;
  const [only] = kinds;
  return isAll && kinds.size === 1 && only !== undefined ? only : "someFailed";
}
