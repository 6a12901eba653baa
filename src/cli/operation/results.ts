import { isTableForm } from "../../catalogue/commands/options.ts";
import type { IdentifierKind, Operation } from "../../catalogue/operation.ts";
import { type Call, nodeOf } from "../../client/execute/resolve.ts";
import type { SentCall } from "../../client/execute/send.ts";
import type { WaitReport } from "../../client/execute/wait.ts";
import { readWholeBody } from "../../client/http/answer-body.ts";
import type { Answer, Client } from "../../client/http/call.ts";
import { createMemberReader, elementsOf } from "../../client/json/elements.ts";
import { parseExact, stringifyExact } from "../../client/json/exact.ts";
import { textOf } from "../../client/lifecycle/machine-view.ts";
import type { NodeNames, WaitOutcome } from "../../client/lifecycle/progress-event.ts";
import { exitKindOf } from "../../client/lifecycle/wait-result.ts";
import { listOperation, nodeOperations } from "../../client/names/resolve.ts";
import {
  type ChangeOutcome,
  type ExitKind,
  Failure,
  isReadFailure,
  isSignal,
  outcomeOfAll,
  resultOrFailure,
} from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import { chunksOf } from "../../core/parallel.ts";
import { cutList, maxListedNames, nameList } from "../../core/text/word-lists.ts";
import type { Invocation } from "../invocation/invocation.ts";
import type { Shape } from "../output/columns.ts";
import { resultRowShape, shapeOf } from "./shapes.ts";

export async function printChangedNode({ answer, call }: SentCall, invocation: Invocation): Promise<void> {
  const { group, operation } = call.entry;
  const value = await answer.value();
  const identity = operation.identity ?? group.identity;
  const isNode =
    isRecord(value) &&
    (identity === "system_id" ? value[identity] === nodeOf(call).systemId : identity in value);
  if (isNode && operation.method !== "DELETE") return await invocation.print(value, shapeOf(call.entry));
  invocation.messages.note(`${group.name} ${operation.verb}: done`);
  await printFinalState(call, invocation);
}

export async function printFinalState(call: Call, invocation: Invocation): Promise<void> {
  const { operation } = call.entry;
  if (operation.method === "DELETE") return await printNames(invocation, nodeOf(call));
  await printNode({ client: call.client, invocation }, nodeKindOf(operation), nodeOf(call));
}

const nodeKindOf = ({ parameters = [], fields = [] }: Operation): IdentifierKind =>
  [...parameters, ...fields].find(({ kind }) => kind !== undefined)?.kind ?? "machine";

export async function printChangedNodes({ answer, call }: SentCall, invocation: Invocation): Promise<void> {
  const { entry, client, nodes } = call;
  const { group, operation } = entry;
  const value = await answer.value();
  if (operation.result === "json" && Array.isArray(value))
    return await invocation.print(value, shapeOf(entry));
  invocation.messages.note(`${group.name} ${operation.verb}: done`);
  const rows = nodes.map((node) => resultRow(node, { ok: true, status: null, error: null, outcome: "done" }));
  await printNodeRows({ entry, client, invocation, kind: nodeKindOf(operation) }, rows);
}

export async function printNode(
  { client, invocation }: { readonly client: Client; readonly invocation: Invocation },
  kind: IdentifierKind,
  node: NodeNames,
): Promise<void> {
  const { group, read } = await nodeOperations(kind);
  try {
    const answer = await client.call(read, { system_id: node.systemId });
    const value = await answer.value();
    if (isRecord(value)) return await invocation.print(value, shapeOf({ group, operation: read }));
  } catch (error) {
    if (!isReadFailure(error)) throw error;
    if (!isSignal(error) && error.kind !== "notFound")
      invocation.messages.warn(`${node.hostname} cannot be read again: ${error.message}`);
  }
  await printNames(invocation, node);
}

export const printNames = ({ print }: Invocation, { systemId, hostname }: NodeNames): Promise<void> =>
  print({ system_id: systemId, ...(hostname === systemId ? {} : { hostname }) }, namesShape);

const namesShape: Shape = {
  identity: "system_id",
  columns: [
    { header: "NAME", path: "hostname", rank: "key" },
    { header: "ID", path: "system_id" },
  ],
};

interface ResultRow {
  readonly system_id: string;
  readonly hostname: string;
  readonly ok: boolean;
  readonly status: string | null;
  readonly error: string | null;
  readonly outcome?: ChangeOutcome;
}

export const resultRow = (
  { systemId, hostname }: NodeNames,
  facts: Omit<ResultRow, "system_id" | "hostname">,
): ResultRow => ({ system_id: systemId, hostname, ...facts });

export interface NodeResult {
  readonly row: ResultRow;
  readonly kind?: ExitKind | undefined;
}

export const outcomeTexts = {
  failed: "the operation failed",
  left: "ended in an unexpected status",
  timeout: "still in progress when the time ran out",
  stopped: "not watched to the end",
  aborted: "aborted",
} as const;

export function resultOfWait(hostname: string, outcome: WaitOutcome): NodeResult {
  const { systemId, result, to, reason } = outcome;
  const error = result === "done" ? null : (reason ?? outcomeTexts[result]);
  const ok = error === null;
  return {
    row: { system_id: systemId, hostname, ok, status: to ?? null, error, outcome: "done" },
    kind: exitKindOf(outcome),
  };
}

export const hasUnfinished = (outcomes: Iterable<WaitOutcome>): boolean =>
  [...outcomes].some(({ result }) => ["stopped", "timeout", "aborted"].includes(result));

const maxReasons = 10;

/** `-o name` prints only nodes that succeeded, so that the next command of a pipe gets no others. */
export async function printRows(rows: readonly ResultRow[], invocation: Invocation): Promise<void> {
  if (rows.length === 0 && isTable(invocation)) return;
  const printsNames = invocation.globals.output === "name";
  await invocation.print(printsNames ? rows.filter(({ ok }) => ok) : rows, resultRowShape);
}

export const isTable = ({ outputSettings }: Invocation): boolean =>
  isTableForm(outputSettings(resultRowShape).format);

interface RowsFailureOptions {
  readonly showsReasons: boolean;
  readonly isUnfinished?: boolean;
  /** The failure that ended the run early; a signal determines the exit code. */
  readonly runFailure?: Failure | undefined;
  readonly hint?: string | undefined;
}

/** The lines of the failure list the failed nodes, to be pasted into a command. Undefined if all succeeded. */
export function failureOfRows(
  { entry: { group, operation }, label }: Pick<Call, "entry" | "label">,
  results: readonly NodeResult[],
  { showsReasons, isUnfinished = false, runFailure, hint = runFailure?.details.hint }: RowsFailureOptions,
): Failure | undefined {
  const rows = results.map(({ row }) => row);
  const failedRows = rows.filter(({ ok }) => !ok);
  if (failedRows.length === 0) return undefined;
  const reasons = failedRows.map(({ hostname, error }) => `${hostname}: ${error ?? "failed"}`);
  const failedWord = isUnfinished ? "not done" : "failed";
  const outcomeWord = ({ outcome }: ResultRow) =>
    outcome === "unknown" ? "without a clear answer" : outcome === "not_sent" ? "not sent" : failedWord;
  const rowsByWord = [failedWord, "without a clear answer", "not sent"]
    .map((word) => ({ word, wordRows: failedRows.filter((row) => outcomeWord(row) === word) }))
    .filter(({ wordRows }) => wordRows.length > 0);
  const counts = rowsByWord.map(({ word, wordRows }, index) =>
    index === 0 ? `${wordRows.length} of ${rows.length} ${word}` : `${wordRows.length} ${word}`,
  );
  const { message: reason = "", kind } = runFailure ?? {};
  const runFailureText = reason === "" || reason === kind ? "" : `; ${reason}`;
  return new Failure(
    exitKindOfResults(results, runFailure, failedRows.length === rows.length),
    `${group.name} ${operation.verb}: ${counts.join(", ")}${runFailureText}`,
    {
      lines: [
        ...(showsReasons ? cutList(reasons, maxReasons) : []),
        ...rowsByWord.map(
          ({ word, wordRows }) =>
            `${word}: ${nameList(
              wordRows.map(({ system_id, hostname }) =>
                wordRows.length > maxListedNames ? hostname : label({ systemId: system_id, hostname }),
              ),
              " ",
            )}`,
        ),
      ],
      machines: failedRows.map(({ system_id, hostname, status }) => ({ system_id, hostname, status })),
      ...(rows.some(({ outcome }) => outcome !== undefined) ? { outcome: outcomeOf(rows) } : {}),
      ...(hint === undefined ? {} : { hint }),
    },
  );
}

/** Nodes for which no request was needed do not count. */
const outcomeOf = (rows: readonly ResultRow[]): ChangeOutcome =>
  outcomeOfAll(rows.flatMap(({ ok, outcome = "not_sent" }) => (ok && outcome === "not_sent" ? [] : outcome)));

function exitKindOfResults(
  results: readonly NodeResult[],
  runFailure: Failure | undefined,
  haveAllFailed: boolean,
) {
  if (runFailure !== undefined && isSignal(runFailure)) return runFailure.kind;
  const kinds = new Set(results.flatMap(({ row, kind }) => (row.ok || kind === undefined ? [] : [kind])));
  const signal = (["terminated", "interrupted"] as const).find((kind) => kinds.has(kind));
  if (signal !== undefined) return signal;
  const [onlyKind] = kinds;
  return haveAllFailed && kinds.size === 1 && onlyKind !== undefined ? onlyKind : "someFailed";
}

/** After a timeout, the failure has no message, and its hint is the command that waits again. */
export function failureOfWait(waitReport: WaitReport | undefined): Failure | undefined {
  const results = new Set(waitReport?.outcomes.map(({ result }) => result));
  if (results.has("stopped") || results.has("aborted")) return waitReport?.failure;
  const { hint } = waitReport?.failure?.details ?? {};
  return results.has("timeout") ? new Failure("stillInProgress", "", { hint }) : undefined;
}

/** Keeps the request line well below 8 kB, the limit of services. */
const nodesPerRequest = 50;

const objectFormats: ReadonlySet<string> = new Set(["json", "ndjson", "yaml"]);

interface RowsContext extends Pick<Call, "entry" | "client"> {
  readonly kind: IdentifierKind;
  readonly invocation: Invocation;
}

interface CurrentNode {
  readonly json: Buffer;
  readonly statusName: string | undefined;
}

/** Object formats add the node's current state; other formats read nodes again only if statuses are unknown. */
export async function printNodeRows(context: RowsContext, rows: readonly ResultRow[]): Promise<void> {
  const { invocation, kind, entry } = context;
  const { format, query } = invocation.outputSettings(resultRowShape);
  const isAboutNodes = entry.id.startsWith(kind) && entry.operation.method !== "DELETE";
  if (isAboutNodes && (objectFormats.has(format) || query !== undefined))
    return await invocation.printAnswer(
      jsonAnswer(() => jsonRows(context, rows)),
      resultRowShape,
    );
  const lacksStatus = ({ ok, status }: ResultRow) => ok && status === null;
  if (!isAboutNodes || !rows.some(lacksStatus)) return await printRows(rows, invocation);
  const completeRows: ResultRow[] = [];
  for (const chunk of chunksOf(rows, nodesPerRequest)) {
    const nodes = await readCurrentNodes(context, chunk.filter(lacksStatus));
    for (const row of chunk)
      completeRows.push({ ...row, status: row.status ?? nodes.get(row.system_id)?.statusName ?? null });
  }
  await printRows(completeRows, invocation);
}

async function* jsonRows(context: RowsContext, rows: readonly ResultRow[]): AsyncGenerator<Uint8Array> {
  let separator = "[";
  for (const chunk of chunksOf(rows, nodesPerRequest)) {
    const nodes = await readCurrentNodes(context, chunk);
    for (const row of chunk) {
      const { json, statusName } = nodes.get(row.system_id) ?? {};
      const text = stringifyExact({ ...row, status: row.status ?? statusName ?? null });
      yield Buffer.from(`${separator}${text.slice(0, -1)},"${context.kind}":${json ?? "null"}}`);
      separator = ",";
    }
  }
  yield Buffer.from(separator === "[" ? "[]" : "]");
}

const readNode = createMemberReader(["system_id", "status_name"]);

/** Empty if the nodes cannot be read: the rows are printed anyway. */
async function readCurrentNodes({ client, kind }: RowsContext, rows: readonly ResultRow[]) {
  const nodes = new Map<string, CurrentNode>();
  const ids = rows.flatMap(({ system_id }) => (system_id === "" ? [] : system_id));
  if (ids.length === 0) return nodes;
  await resultOrFailure(async () => {
    const answer = await client.call(await listOperation(kind), { id: ids });
    for await (const element of elementsOf(answer)) {
      const node = readNode(element);
      const systemId = isRecord(node) ? textOf(node["system_id"]) : undefined;
      if (!isRecord(node) || systemId === undefined) continue;
      nodes.set(systemId, { json: Buffer.from(element.json), statusName: textOf(node["status_name"]) });
    }
  });
  return nodes;
}

export const jsonAnswer = (bytes: () => AsyncIterable<Uint8Array>): Answer => ({
  status: 200,
  contentType: "application/json",
  headers: {},
  bytes,
  value: async () => parseExact(await bodyText(jsonAnswer(bytes))),
});

export const bodyText = async (answer: Answer): Promise<string> =>
  (await readWholeBody(answer.bytes())).toString("utf8").trim();
