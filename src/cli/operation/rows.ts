import type { IdentifierKind } from "../../catalogue/operation.ts";
import type { Call } from "../../client/execute/resolve.ts";
import type { WaitReport } from "../../client/execute/wait.ts";
import type { Answer } from "../../client/http/call.ts";
import { createMemberReader, openElements } from "../../client/json/elements.ts";
import { parseExact, stringifyExact } from "../../client/json/exact.ts";
import { textOf as textIn } from "../../client/lifecycle/machine-view.ts";
import type { WaitOutcome } from "../../client/lifecycle/progress-event.ts";
import { exitKindOf } from "../../client/lifecycle/wait-result.ts";
import { listOperation } from "../../client/names/resolve.ts";
import type { ExitKind } from "../../core/exit-codes.ts";
import { type ChangeOutcome, Failure, isSignal } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import type { Invocation } from "../invocation/invocation.ts";
import type { Shape } from "../output/columns.ts";

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
  { entry: { group, operation }, label }: Pick<Call, "entry" | "label">,
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

/**
 * What a watch that ended early adds to the failure of its rows: words where it was stopped; at a deadline the
 * rows say enough, and the hint says how to go on.
 */
export function remarkOf(watched: WaitReport | undefined): Failure | undefined {
  const results = new Set(watched?.outcomes.map(({ result }) => result));
  if (results.has("stopped") || results.has("aborted")) return watched?.failure;
  const { hint } = watched?.failure?.details ?? {};
  return results.has("timeout") ? new Failure("stillInProgress", "", { hint }) : undefined;
}

/** Nodes read in one request: the request line stays well under the 8 kB that services take. */
const nodesPerRequest = 50;

/** Forms of the output that hold whole objects. */
const objectFormats: ReadonlySet<string> = new Set(["json", "ndjson", "yaml"]);

/** What of a run says which nodes to read, and how. */
interface Reading extends Pick<Call, "entry" | "client"> {
  readonly kind: IdentifierKind;
  readonly invocation: Invocation;
}

/** A node as it is now. */
interface Current {
  readonly json: Buffer;
  readonly statusName: string | undefined;
}

/**
 * Writes a row for each node. Where the form of the output holds objects, a row has the node as it is now as a
 * member of its kind's name (`machine`); where not, nodes are read again only for a status that no answer held.
 */
export async function printNodeRows(run: Reading, rows: readonly ResultRow[]): Promise<void> {
  const { invocation, kind, entry } = run;
  const { format, query } = invocation.outputSettings(rowShape);
  const isAboutNodes = entry.group.name === `${kind}s` && entry.operation.method !== "DELETE";
  if (isAboutNodes && (objectFormats.has(format) || query !== undefined))
    return await invocation.printAnswer(
      answerOf(() => listOf(run, rows)),
      rowShape,
    );
  const isBlank = ({ ok, status }: ResultRow) => ok && status === null;
  if (!isAboutNodes || !rows.some(isBlank)) return await printRows(rows, invocation);
  const filled: ResultRow[] = [];
  for (const piece of piecesOf(rows)) {
    const current = piece.some(isBlank)
      ? await readAgain(run, piece.filter(isBlank))
      : new Map<string, Current>();
    for (const row of piece)
      filled.push({ ...row, status: row.status ?? current.get(row.system_id)?.statusName ?? null });
  }
  await printRows(filled, invocation);
}

async function* listOf(run: Reading, rows: readonly ResultRow[]): AsyncGenerator<Uint8Array> {
  let separator = "[";
  for (const piece of piecesOf(rows)) {
    const current = await readAgain(run, piece);
    for (const row of piece) {
      const { json, statusName } = current.get(row.system_id) ?? {};
      const text = stringifyExact({ ...row, status: row.status ?? statusName ?? null });
      yield Buffer.from(`${separator}${text.slice(0, -1)},"${run.kind}":${json ?? "null"}}`);
      separator = ",";
    }
  }
  yield Buffer.from(separator === "[" ? "[]" : "]");
}

function* piecesOf(rows: readonly ResultRow[]): Generator<readonly ResultRow[]> {
  for (let start = 0; start < rows.length; start += nodesPerRequest)
    yield rows.slice(start, start + nodesPerRequest);
}

const readMember = createMemberReader(["system_id", "status_name"]);

/** The nodes of rows by system_id; none where they cannot be read: the rows are what matters. */
async function readAgain(
  { client, kind }: Reading,
  rows: readonly ResultRow[],
): Promise<ReadonlyMap<string, Current>> {
  const current = new Map<string, Current>();
  try {
    const answer = await client.call(await listOperation(kind), {
      id: rows.map(({ system_id }) => system_id),
    });
    const elements = await openElements(answer.bytes({ isFollowed: true }), undefined);
    if (!elements.list) return current;
    for await (const element of elements.each) {
      const node = readMember(element);
      const systemId = isRecord(node) ? textIn(node["system_id"]) : undefined;
      if (!isRecord(node) || systemId === undefined) continue;
      current.set(systemId, { json: Buffer.from(element.json), statusName: textIn(node["status_name"]) });
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
  return current;
}

/** A list made here in the place of one that the service answers with. */
export function answerOf(bytes: () => AsyncIterable<Uint8Array>): Answer {
  return {
    status: 200,
    contentType: "application/json",
    headers: {},
    bytes,
    value: async () => parseExact(await textOf(answerOf(bytes))),
  };
}

/** The whole text of an answer. */
export async function textOf(answer: Answer): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.bytes()) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8").trim();
}
