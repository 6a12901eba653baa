import {
  type AnswerRow,
  createMemberReader,
  openElements,
  openRows,
  parseAnswer,
  startsWithoutBracket,
  valueRows,
} from "../../client/json/elements.ts";
import { stringifyExact } from "../../client/json/exact.ts";
import { maxBufferedBytes, tooLarge } from "../../client/json/tokens.ts";
import type { TextOutput } from "../../context.ts";
import { readBytes } from "../../core/files.ts";
import { isRecord } from "../../core/json-record.ts";
import { parseTime } from "../../core/text/times.ts";
import type { AnswerWatch, OutputSettings, Shape } from "./columns.ts";
import { maskSecrets } from "./mask.ts";
import {
  nestedRows,
  observeEach,
  openJsonOutput,
  printValue,
  rowsMember,
  withPrintJob,
  writeList,
  writeMasked,
  writeMaskedList,
} from "./print.ts";
import { createBufferedWriter, type WriteBytes } from "./sink.ts";
import type { PrintJob } from "./table.ts";

export interface SiteValue {
  readonly site: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly watch: AnswerWatch | undefined;
}

export type SiteAnswer = SiteValue | { readonly site: string; readonly error: unknown };

export interface SiteEndListener {
  /** Rows that were read before the error are kept. Returns the error as JSON output shows it. */
  failed(site: string, error: unknown): unknown;
  done(site: string): void;
}

export interface SiteAnswers {
  readonly answers: AsyncIterable<SiteAnswer>;
  readonly listener: SiteEndListener;
  /** Of all sites together; infinite without `--limit`. */
  readonly maxRows: number;
}

export const withSiteColumn = (shape: Shape): Shape => ({
  ...shape,
  columns: [{ header: "SITE", path: "site", rank: "key" }, ...shape.columns],
  identity: `site/${shape.identity}`,
});

/** JSON and YAML are a list of `{site, value}`, to which a query applies. */
export async function printSites(
  sites: SiteAnswers,
  shape: Shape,
  settings: OutputSettings,
  out: TextOutput,
): Promise<void> {
  const { maxRows } = sites;
  const { format, query, sort } = settings;
  if (query !== undefined || format === "yaml") {
    const { rows: _rows, ...shapeWithoutRows } = shape;
    return await printValue(await collectAnswers(sites), shapeWithoutRows, settings, out);
  }
  if (format === "json") return await withPrintJob(shape, settings, out, (job) => writeSites(sites, job));
  const isSorted = sort !== undefined && format !== "ndjson";
  const siteShape = { ...withSiteColumn(shape), ...(isSorted ? { maxRows } : {}) };
  await withPrintJob(siteShape, settings, out, async (job) => {
    const rows = (shape.timeMember === undefined ? rowsBySite : rowsByTime)(sites, job);
    await writeList(isSorted || !Number.isFinite(maxRows) ? rows : firstRows(rows, maxRows), job);
  });
}

export const readsSiteElements = (shape: Shape, settings: OutputSettings): boolean =>
  settings.query === undefined && (settings.format === "json" || rowsMember(shape, settings) === undefined);

async function* firstRows<Row>(rows: AsyncIterable<Row>, limit: number): AsyncGenerator<Row> {
  let remaining = limit;
  if (remaining > 0)
    for await (const row of rows) {
      yield row;
      remaining -= 1;
      if (remaining <= 0) return;
    }
}

async function* rowsBySite({ answers, listener }: SiteAnswers, job: PrintJob) {
  for await (const answer of answers) yield* rowsOf(answer, job, listener);
}

async function* rowsOf(answer: SiteAnswer, { shape, settings }: PrintJob, listener: SiteEndListener) {
  const { site } = answer;
  if ("error" in answer) return;
  try {
    for await (const row of await openAnswer(answer, shape, settings)) yield { ...row, site };
  } catch (error) {
    listener.failed(site, error);
    return;
  }
  listener.done(site);
}

async function openAnswer(
  { bytes, watch }: SiteValue,
  shape: Shape,
  settings: OutputSettings,
): Promise<AsyncIterable<AnswerRow>> {
  const elements = await (settings.format === "ndjson" ? openElements : openRows)(
    bytes,
    rowsMember(shape, settings),
  );
  if (!elements.isList) return valueRows(listFrom(parseAnswer(await elements.readAll()), shape));
  return observeEach<AnswerRow>(elements.rows, watch?.row);
}

function listFrom(value: unknown, shape: Shape): readonly unknown[] {
  const rows = nestedRows(value, shape);
  if (Array.isArray(rows)) return rows;
  return rows === undefined || rows === null || rows === "" ? [] : [rows];
}

/** Merges the rows of all sites, latest first. Each site sends its rows in that order. */
async function* rowsByTime({ answers, listener }: SiteAnswers, job: PrintJob): AsyncGenerator<AnswerRow> {
  const { timeMember: member = "" } = job.shape;
  const readTime = createMemberReader([member]);
  const nextRows: { row: AnswerRow; time: number; rows: AsyncGenerator<AnswerRow> }[] = [];
  const advance = async (rows: AsyncGenerator<AnswerRow>) => {
    const next = await rows.next();
    if (next.done !== true)
      nextRows.push({ row: next.value, time: timeOf(readTime(next.value), member), rows });
  };
  try {
    for await (const answer of answers) await advance(rowsOf(answer, job, listener));
    while (nextRows.length > 0) {
      const latest = nextRows.reduce((one, other) => (other.time > one.time ? other : one));
      nextRows.splice(nextRows.indexOf(latest), 1);
      yield latest.row;
      await advance(latest.rows);
    }
  } finally {
    for (const { rows } of nextRows) await rows.return(undefined);
  }
}

/** Returns milliseconds since the epoch, or -Infinity for a row without a time. */
export function timeOf(row: unknown, member: string): number {
  const text = isRecord(row) ? row[member] : undefined;
  const time = typeof text === "string" ? parseTime(text) : undefined;
  return time ?? Number.NEGATIVE_INFINITY;
}

async function collectAnswers({ answers, maxRows, listener }: SiteAnswers): Promise<readonly unknown[]> {
  const list: unknown[] = [];
  let remaining = maxRows;
  let size = 0;
  for await (const answer of answers) {
    const { site } = answer;
    try {
      if ("error" in answer) list.push({ site, error: answer.error });
      else {
        const body = await readBytes(observeEach(answer.bytes, answer.watch?.piece), maxBufferedBytes);
        size += body.length;
        if (size > maxBufferedBytes) throw tooLarge();
        const value = parseAnswer(body);
        const limitedValue = Array.isArray(value) ? value.slice(0, remaining) : value;
        remaining -= Array.isArray(limitedValue) ? limitedValue.length : 0;
        list.push({ site, value: limitedValue ?? null });
        listener.done(site);
      }
    } catch (error) {
      list.push({ site, error: listener.failed(site, error) });
    }
  }
  return list;
}

/** Buffers the text of each site until its answer is complete, so that a broken answer does not break the JSON. */
async function writeSites({ answers, listener, maxRows }: SiteAnswers, job: PrintJob): Promise<void> {
  const { write, end } = openJsonOutput(job);
  let separator = "[";
  let remaining = maxRows;
  for await (const answer of answers) {
    const { site } = answer;
    const value = collectBytes();
    let errorJson = "error" in answer ? answer.error : undefined;
    if (!("error" in answer))
      try {
        remaining -= await writeSiteValue(answer, remaining, job, value.write);
        await value.end();
      } catch (error) {
        errorJson = listener.failed(site, error);
      }
    const member = errorJson === undefined ? '"value":' : `"error":${stringifyExact(errorJson)}`;
    const beginning = `${separator}{"site":${JSON.stringify(site)},${member}`;
    await write(Buffer.from(beginning));
    if (errorJson === undefined) for (const piece of value.pieces) await write(piece);
    await write(Buffer.from("}"));
    if (errorJson === undefined) listener.done(site);
    separator = ",";
  }
  await write(Buffer.from(separator === "[" ? "[]" : "]"));
  await end();
}

function collectBytes() {
  const pieces: Buffer[] = [];
  let length = 0;
  const bytes = async (piece: Uint8Array): Promise<void> => {
    length += piece.length;
    if (length > maxBufferedBytes) throw tooLarge();
    pieces.push(Buffer.from(piece));
  };
  return { pieces, ...createBufferedWriter({ bytes }) };
}

/** Returns the number of list elements written. */
async function writeSiteValue(
  { bytes, watch }: SiteValue,
  maxElements: number,
  job: PrintJob,
  write: WriteBytes,
): Promise<number> {
  const elements = await openElements(observeEach(bytes, watch?.piece), undefined);
  if (elements.isList) return await writeMaskedList(elements.rows, job, write, maxElements);
  const body = await elements.readAll();
  const value = parseAnswer(body) ?? null;
  // The body may be plain text rather than JSON.
  if (body.length === 0 || startsWithoutBracket(body))
    await write(Buffer.from(stringifyExact(maskSecrets(value, job.mask))));
  else await writeMasked(body, job, write);
  return 0;
}
