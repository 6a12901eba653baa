import type { ExitKind } from "../../contract/exit-codes.ts";
import { type ChangeOutcome, Failure } from "../../failure.ts";
import type { Shape } from "../../output/shape.ts";
import type { Invocation } from "../invocation/invocation.ts";

/** What became of one node of several. */
export interface ResultRow {
  readonly system_id: string;
  readonly hostname: string;
  readonly ok: boolean;
  /** The status name it has now, where the answer or the wait told. */
  readonly status: string | null;
  readonly error: string | null;
  /** What became of the change; left out for a read. */
  readonly outcome?: ChangeOutcome;
}

export const rowShape: Shape = {
  identity: "system_id",
  columns: [
    { header: "NAME", path: "hostname", rank: "key" },
    { header: "ID", path: "system_id" },
    { header: "OK", path: "ok", as: "boolean" },
    { header: "STATUS", path: "status", as: "status", rank: "key" },
    { header: "ERROR", path: "error", rank: "text" },
  ],
};

/**
 * Failed nodes that are told with their reasons on standard error, where the output does not hold the
 * reasons.
 */
const mostReasons = 20;

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

/** What a run on several nodes came to. */
interface Told {
  readonly rows: readonly ResultRow[];
  readonly failures: readonly Failure[];
  /** The command, such as `machines deploy`. */
  readonly what: string;
  /** The output holds no reasons. */
  readonly tellsReasons: boolean;
  /** How the operator calls the node of a row. */
  readonly label: (row: ResultRow) => string;
  /** Some are still in progress: they are not done, rather than failed. */
  readonly isUnfinished?: boolean;
  /** What ended the run early; its message and hint are told with the rows. */
  readonly remark?: Failure | undefined;
  readonly hint?: string | undefined;
}

/**
 * The failure that the rows come to, with the names of those that failed ready to be used again, apart from
 * those in doubt and those that were not sent; undefined where all went well. A signal: its code. All failed
 * for the same reason: its own code. Otherwise some failed (10).
 */
export function failureOfRows({
  rows,
  failures,
  what,
  tellsReasons,
  label,
  isUnfinished = false,
  remark,
  hint = remark?.details.hint,
}: Told): Failure | undefined {
  const bad = rows.filter(({ ok }) => !ok);
  if (bad.length === 0) return undefined;
  const reasons = tellsReasons
    ? bad.slice(0, mostReasons).map(({ hostname, error }) => `${hostname}: ${error ?? "failed"}`)
    : [];
  const rest = tellsReasons ? bad.length - reasons.length : 0;
  const counted = (
    [
      [
        isUnfinished ? "not done" : "failed",
        ({ outcome }) => outcome !== "unknown" && outcome !== "not_sent",
      ],
      ["without a clear answer", ({ outcome }) => outcome === "unknown"],
      ["not sent", ({ outcome }) => outcome === "not_sent"],
    ] satisfies (readonly [string, (row: ResultRow) => boolean])[]
  ).flatMap(([word, isCounted]) => {
    const some = bad.filter(isCounted);
    return some.length === 0 ? [] : [{ word, some }];
  });
  const counts = counted.map(({ word, some }, index) =>
    index === 0 ? `${some.length} of ${rows.length} ${word}` : `${some.length} ${word}`,
  );
  const early = [undefined, "", remark?.kind].includes(remark?.message) ? "" : `; ${remark?.message}`;
  return new Failure(kindOf(failures, bad.length === rows.length), `${what}: ${counts.join(", ")}${early}`, {
    lines: [
      ...reasons,
      ...(rest > 0 ? [`and ${rest} more`] : []),
      ...counted.map(({ word, some }) => `${word}: ${some.map(label).join(" ")}`),
    ],
    machines: bad.map(({ system_id, hostname, status }) => ({ system_id, hostname, status })),
    ...(rows.some(({ outcome }) => outcome !== undefined) ? { outcome: outcomeOf(rows) } : {}),
    ...(hint === undefined ? {} : { hint }),
  });
}

function outcomeOf(rows: readonly ResultRow[]): ChangeOutcome {
  const weighed = ["unknown", "done", "refused"] as const;
  return weighed.find((outcome) => rows.some((row) => row.outcome === outcome)) ?? "not_sent";
}

function kindOf(failures: readonly Failure[], isAll: boolean): ExitKind {
  const kinds = new Set(failures.map(({ kind }) => kind));
  const signal = (["terminated", "interrupted"] as const).find((kind) => kinds.has(kind));
  if (signal !== undefined) return signal;
  const [only] = kinds;
  return isAll && kinds.size === 1 && only !== undefined ? only : "someFailed";
}
