import {
  type AnswerRow,
  beginsNoStructure,
  createMemberReader,
  eachValue,
  openElements,
  openRows,
  parseAnswer,
  rowsAt,
} from "../../client/json/elements.ts";
import { stringifyExact } from "../../client/json/exact.ts";
import { maxHeldBytes, tooLarge } from "../../client/json/tokens.ts";
import type { TextOutput } from "../../context.ts";
import { isRecord } from "../../core/json-record.ts";
import { timeText } from "./cells.ts";
import type { AnswerWatch, OutputSettings, Shape } from "./columns.ts";
import { createJsonWriter } from "./json-writer.ts";
import { maskSecrets } from "./mask.ts";
import { joinPieces } from "./pieces.ts";
import { passing, printing, printValue, rowsMember, styleFor, writeList, writeMasked } from "./print.ts";
import type { RowsJob } from "./rows.ts";

/** What one site answered: bytes that still arrive, a value, or an error. */
export type SitePart = { readonly site: string } & (
  | { readonly bytes: AsyncIterable<Uint8Array>; readonly watch?: AnswerWatch | undefined }
  | { readonly value: unknown }
  | { readonly error: unknown }
);

/** Sites whose answers are read to their end, or break off. */
export interface PartEnds {
  /** Called with the error of an answer that broke off, whose rows so far are kept. Returns what JSON shows of it. */
  failed(site: string, error: unknown): unknown;
  done(site: string): void;
}

export const withSiteColumn = (shape: Shape): Shape => ({
  ...shape,
  columns: [{ header: "SITE", path: "site", rank: "key" }, ...shape.columns],
  identity: `site/${shape.identity}`,
});

/**
 * Prints the answers of several sites as one: rows with the site in the first column, or a list of
 * `{site, value}` as JSON and YAML, where a query applies to that list.
 */
export async function printSites(
  parts: AsyncIterable<SitePart>,
  shape: Shape,
  settings: OutputSettings,
  out: TextOutput,
  ends: PartEnds,
  limit?: number,
): Promise<void> {
  const { format, query, sort } = settings;
  if (query !== undefined) {
    const { rows: _rows, ...plain } = shape;
    return await printValue(await listOf(parts, limit, ends), plain, settings, out);
  }
  if (format === "json") return await printJson(parts, shape, settings, out, ends, limit);
  if (format === "yaml") {
    const { rows: _rows, ...plain } = shape;
    return await printValue(await listOf(parts, limit, ends), plain, settings, out);
  }
  const order = sort !== undefined && format !== "ndjson";
  const bounded = { ...withSiteColumn(shape), ...(order && limit !== undefined ? { maxRows: limit } : {}) };
  await printing(bounded, settings, out, async (job) => {
    const rows =
      shape.latestBy === undefined ? inTurn(parts, job, ends) : byTime(parts, shape.latestBy, job, ends);
    await writeList(order || limit === undefined ? rows : first(rows, limit), job);
  });
}

/** True if an answer is read element by element, which checks it. */
export const followsSites = (shape: Shape, settings: OutputSettings): boolean =>
  settings.query === undefined && (settings.format === "json" || rowsMember(shape, settings) === undefined);

async function* first<Row>(rows: AsyncIterable<Row>, limit: number): AsyncGenerator<Row> {
  let remaining = limit;
  if (remaining > 0)
    for await (const row of rows) {
      yield row;
      remaining -= 1;
      if (remaining <= 0) return;
    }
}

async function* inTurn(
  parts: AsyncIterable<SitePart>,
  job: RowsJob,
  ends: PartEnds,
): AsyncGenerator<AnswerRow> {
  for await (const part of parts) yield* rowsOf(part, job, ends);
}

async function* rowsOf(
  part: SitePart,
  { shape, settings }: RowsJob,
  ends: PartEnds,
): AsyncGenerator<AnswerRow> {
  const { site } = part;
  if ("error" in part) return;
  try {
    for await (const row of openedRows(part, shape, settings)) yield { ...row, site };
  } catch (error) {
    ends.failed(site, error);
    return;
  }
  ends.done(site);
}

async function* openedRows(
  part: Exclude<SitePart, { readonly error: unknown }>,
  shape: Shape,
  settings: OutputSettings,
): AsyncGenerator<AnswerRow> {
  if ("value" in part) return yield* eachValue(listIn(part.value, shape));
  const { bytes, watch } = part;
  const opened = await (settings.format === "ndjson" ? openElements : openRows)(
    bytes,
    rowsMember(shape, settings),
  );
  if (!opened.list) return yield* eachValue(listIn(parseAnswer(await opened.readAll()), shape));
  yield* watch === undefined ? opened.each : passing<AnswerRow>(opened.each, (row) => watch.row(row));
}

function listIn(value: unknown, { rows }: Shape): readonly unknown[] {
  const inside = rows === undefined ? value : rowsAt(value, rows);
  const rowsOrValue = Array.isArray(inside) ? inside : value;
  return Array.isArray(rowsOrValue)
    ? rowsOrValue
    : rowsOrValue === undefined || rowsOrValue === null || rowsOrValue === ""
      ? []
      : [rowsOrValue];
}

/** Rows of all sites, the latest first; each site answers them in that order. */
async function* byTime(
  parts: AsyncIterable<SitePart>,
  member: string,
  job: RowsJob,
  ends: PartEnds,
): AsyncGenerator<AnswerRow> {
  const readTime = createMemberReader([member]);
  const heads: { row: AnswerRow; time: number; rows: AsyncGenerator<AnswerRow> }[] = [];
  const advance = async (rows: AsyncGenerator<AnswerRow>) => {
    const next = await rows.next();
    if (next.done !== true) heads.push({ row: next.value, time: timeOf(readTime(next.value), member), rows });
  };
  try {
    for await (const part of parts) await advance(rowsOf(part, job, ends));
    while (heads.length > 0) {
      const latest = heads.reduce((one, other) => (other.time > one.time ? other : one));
      heads.splice(heads.indexOf(latest), 1);
      yield latest.row;
      await advance(latest.rows);
    }
  } finally {
    for (const { rows } of heads) await rows.return(undefined);
  }
}

/** Milliseconds since the epoch; a row without a time comes last. */
export function timeOf(row: unknown, member: string): number {
  const text = isRecord(row) ? row[member] : undefined;
  const time = typeof text === "string" ? Date.parse(timeText(text).replace(" ", "T")) : Number.NaN;
  return Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time;
}

/** For queries and YAML, which need all of it. */
async function listOf(
  parts: AsyncIterable<SitePart>,
  limit: number | undefined,
  ends: PartEnds,
): Promise<readonly unknown[]> {
  const list: unknown[] = [];
  let remaining = limit ?? Number.POSITIVE_INFINITY;
  let size = 0;
  for await (const part of parts) {
    const { site } = part;
    try {
      if ("error" in part) list.push({ site, error: part.error });
      else {
        const body = "value" in part ? undefined : await bodyOf(part);
        size += body?.length ?? 0;
        if (size > maxHeldBytes) throw tooLarge();
        const value = "value" in part ? part.value : parseAnswer(body ?? Buffer.alloc(0));
        const limited = Array.isArray(value) ? value.slice(0, remaining) : value;
        remaining -= Array.isArray(limited) ? limited.length : 0;
        list.push({ site, value: limited ?? null });
        ends.done(site);
      }
    } catch (error) {
      list.push({ site, error: ends.failed(site, error) });
    }
  }
  return list;
}

async function bodyOf({ bytes, watch }: Extract<SitePart, { readonly bytes: unknown }>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > maxHeldBytes) throw tooLarge();
    watch?.piece(chunk);
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks);
}

/** A site at a time is held, so that an answer that breaks off leaves no broken JSON. */
async function printJson(
  parts: AsyncIterable<SitePart>,
  shape: Shape,
  settings: OutputSettings,
  out: TextOutput,
  ends: PartEnds,
  limit: number | undefined,
): Promise<void> {
  await printing(shape, settings, out, async (job) => {
    const { mask: _mask, ...unmasked } = job;
    const writer =
      out.isTTY === true ? createJsonWriter(styleFor({ ...unmasked, mask: undefined }, "pretty")) : undefined;
    const pieces = joinPieces(job.sink);
    const write = async (text: Buffer) =>
      await (writer === undefined ? pieces.write(text) : job.sink.text(writer.push(text)));
    const writeText = (text: string) => write(Buffer.from(text));
    let before = "[";
    let remaining = limit ?? Number.POSITIVE_INFINITY;
    for await (const part of parts) {
      const { site } = part;
      const head = `${before}{"site":${JSON.stringify(site)},`;
      if ("error" in part) await writeText(`${head}"error":${stringifyExact(part.error)}}`);
      else {
        const value = await jsonOf(part).catch((error: unknown) => ({ error: ends.failed(site, error) }));
        if ("error" in value) await writeText(`${head}"error":${stringifyExact(value.error)}}`);
        else {
          await writeText(`${head}"value":`);
          remaining -= await writeJsonValue(value, remaining, job, write);
          await writeText("}");
          ends.done(site);
        }
      }
      before = ",";
    }
    await writeText(before === "[" ? "[]" : "]");
    if (writer === undefined) {
      await pieces.write(Buffer.from("\n"));
      await pieces.end();
    } else await job.sink.text(`${writer.end()}\n`);
  });
}

/** The elements of a list, or the whole of another answer, checked as far as single answers are. */
type JsonValue = { readonly elements: readonly Buffer[] } | { readonly json: Buffer };

async function jsonOf(part: Exclude<SitePart, { readonly error: unknown }>): Promise<JsonValue> {
  const bytes = "value" in part ? once(Buffer.from(stringifyExact(part.value ?? null))) : part.bytes;
  const watch = "value" in part ? undefined : part.watch;
  const opened = await openElements(watch === undefined ? bytes : passing(bytes, watch.piece), undefined);
  if (opened.list) {
    const elements: Buffer[] = [];
    let size = 0;
    for await (const { json } of opened.each) {
      size += json.length;
      if (size > maxHeldBytes) throw tooLarge();
      elements.push(json);
    }
    return { elements };
  }
  const body = await opened.readAll();
  const value = parseAnswer(body) ?? null;
  // Plain text, numbers and words are no JSON yet.
  return {
    json: beginsNoStructure(body) || body.length === 0 ? Buffer.from(stringifyExact(value)) : body,
  };
}

/** Element by element, since most hold no secret. Returns how many were written. */
async function writeJsonValue(
  value: JsonValue,
  maxElements: number,
  job: RowsJob,
  write: (text: Buffer) => Promise<void>,
): Promise<number> {
  const pieces = { write, end: async () => undefined };
  if ("json" in value) {
    const { json: whole } = value;
    if (beginsNoStructure(whole))
      await write(Buffer.from(stringifyExact(maskSecrets(parseAnswer(whole), job.mask))));
    else await writeMasked(whole, job, pieces);
    return 0;
  }
  const elements = value.elements.slice(0, maxElements);
  await write(Buffer.from("["));
  for (const [at, element] of elements.entries()) {
    if (at > 0) await write(Buffer.from(","));
    await writeMasked(element, job, pieces);
  }
  await write(Buffer.from("]"));
  return elements.length;
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
