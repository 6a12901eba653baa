import { openElements } from "../../client/json/elements.ts";
import { stringifyExact } from "../../client/json/exact.ts";
import { createMemberReader } from "../../client/json/members.ts";
import { textOf } from "../../client/lifecycle/machine-view.ts";
import { listOperation } from "../../client/names/resolve.ts";
import { Failure } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import { answerOf } from "./read-many.ts";
import { printRows, type ResultRow, rowShape } from "./rows.ts";
import type { NodeRun } from "./submit.ts";

/** Nodes read in one request: the request line stays well under the 8 kB that services take. */
const nodesPerRequest = 50;

/** Forms of the output that hold whole objects. */
const objectFormats: ReadonlySet<string> = new Set(["json", "ndjson", "yaml"]);

/** What of a run says which nodes to read, and how. */
type Reading = Pick<NodeRun, "entry" | "client" | "invocation" | "kind">;

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
      const systemId = isRecord(node) ? textOf(node["system_id"]) : undefined;
      if (!isRecord(node) || systemId === undefined) continue;
      current.set(systemId, { json: Buffer.from(element.json), statusName: textOf(node["status_name"]) });
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
  return current;
}
