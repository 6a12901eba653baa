import { isTableForm } from "../../catalogue/commands/options.ts";
import {
  type AnswerRow,
  openElements,
  openRows,
  parseAnswer,
  readElement,
  startsWithoutBracket,
  valueAtPath,
  valueRows,
} from "../../client/json/elements.ts";
import { stringifyExact } from "../../client/json/exact.ts";
import { maxBufferedBytes, quote, skipSpace, tooLarge } from "../../client/json/tokens.ts";
import type { TextOutput } from "../../context.ts";
import { isRecord } from "../../core/json-record.ts";
import { mask as masked } from "../../core/secrets/names.ts";
import { mayHoldSecret } from "../../core/secrets/text.ts";
import { scalarText } from "./cells.ts";
import { columnsForObject, membersAt, type OutputSettings, type RowStream, type Shape } from "./columns.ts";
import { escapedText, escapeText } from "./escape.ts";
import { createJsonWriter, type JsonStyle } from "./json-writer.ts";
import { maskFor, maskSecrets, noteMasked } from "./mask.ts";
import { colorless, paletteFor } from "./palette.ts";
import { printRows } from "./rows.ts";
import { type BufferedWriter, createBufferedWriter, type WriteBytes, withSink } from "./sink.ts";
import { type PrintJob, printListing as printObject } from "./table.ts";

/** Prints nothing if `value` is undefined, an empty answer. Rejects with `ClosedPipe` if the reader is gone. */
export async function printValue(value: unknown, shape: Shape, settings: OutputSettings, out: TextOutput) {
  await withPrintJob(shape, settings, out, (job) => writeValue(value, job));
}

/** Prints JSON as it arrives, in constant memory. A chunk is not used after the next is requested. */
export async function printBytes(
  bytes: AsyncIterable<Uint8Array>,
  shape: Shape,
  settings: OutputSettings,
  out: TextOutput,
): Promise<void> {
  await withPrintJob(shape, settings, out, (job) => writeBytes(bytes, job));
}

export async function withPrintJob(
  shape: Shape,
  settings: OutputSettings,
  out: TextOutput,
  write: (job: PrintJob) => Promise<void>,
): Promise<void> {
  const mask = maskFor(shape, settings);
  const palette = await paletteFor(out, settings);
  await withSink(out, (sink) => write({ shape, settings, mask, palette, out, sink }));
  noteMasked(mask, settings);
}

/** True if `printBytes` reads a list element by element instead of passing on its bytes or buffering nested rows. */
export function readsByElement(shape: Shape, settings: OutputSettings, out: TextOutput): boolean {
  if (passesBytesOn(settings)) return out.isTTY === true || maskFor(shape, settings) !== undefined;
  return rowsMember(shape, settings) === undefined;
}

const passesBytesOn = ({ query, format }: OutputSettings): boolean =>
  query === undefined && format === "json";

/** Undefined if a query or YAML needs the whole answer, or if the rows are not in a member at the top level. */
export function rowsMember({ rows }: Shape, { query, format }: OutputSettings): string | undefined {
  return query !== undefined || format === "yaml" || rows?.includes(".") === true ? undefined : rows;
}

async function writeBytes(bytes: AsyncIterable<Uint8Array>, job: PrintJob): Promise<void> {
  const { shape, settings } = job;
  const { watch } = settings;
  if (passesBytesOn(settings)) return writeJsonBytes(observeEach(bytes, watch?.piece), job);
  const open = settings.format === "ndjson" ? openElements : openRows;
  const elements = await open(bytes, rowsMember(shape, settings));
  if (!elements.isList) return writeValue(parseAnswer(await elements.readAll()), job);
  const rows = observeEach<AnswerRow>(elements.rows, watch?.row);
  await (settings.query === undefined ? writeList(rows, job) : writeValue(await collectValues(rows), job));
}

/** Without `observe`, returns `items` itself, because a generator for each row takes time. */
export const observeEach = <Item>(
  items: AsyncIterable<Item>,
  observe: ((item: Item) => void) | undefined,
): AsyncIterable<Item> => (observe === undefined ? items : observing(items, observe));

async function* observing<Item>(items: AsyncIterable<Item>, observe: (item: Item) => void) {
  for await (const item of items) {
    observe(item);
    yield item;
  }
}

async function writeValue(answer: unknown, job: PrintJob): Promise<void> {
  if (answer === undefined) return;
  const { shape, settings, sink, mask } = job;
  const { format, query } = settings;
  const value = query === undefined ? answer : await runQuery(answer, query, job);
  if (format === "json") return await writeJson(withoutSecrets(value, job), job);
  const rows = query === undefined && format !== "yaml" ? nestedRows(value, shape) : value;
  if (Array.isArray(rows)) return writeList(valueRows(rows), job);
  // The text that answers a change, such as OK, is not a name.
  if (format === "name" && typeof rows === "string" && query === undefined && shape.isChange) return;
  // Columns without a header are for scripts: an object is printed like a row of a list.
  const isRow = settings.columns !== undefined && !settings.hasHeader && isRecord(rows);
  if (isTableForm(format) && !isRow) {
    if (!isRecord(rows) || Object.keys(rows).length === 0)
      return writeText(scalarText(withoutSecrets(rows, job)), job);
    const columns = columnsForObject(shape, settings, rows);
    const members = new Set(columns.flatMap(({ path }) => [path, ...membersAt(path)]));
    const visibleMembers = Object.fromEntries(Object.entries(rows).filter(([name]) => members.has(name)));
    return printObject(columns, maskSecrets(visibleMembers, mask), job);
  }
  if (format === "yaml") return await sink.text(await yamlOf(withoutSecrets(rows, job), job));
  const isEmpty = rows === null || rows === "";
  // `writeList` masks only the visible members of an object.
  const row = isRecord(rows) ? rows : withoutSecrets(rows, job);
  if (!isEmpty || format === "ndjson") await writeList(valueRows([row]), job);
}

function withoutSecrets(answer: unknown, { mask, settings }: PrintJob): unknown {
  const maskedAnswer = maskSecrets(answer, mask);
  if (typeof maskedAnswer !== "string" || mask === undefined) return maskedAnswer;
  return settings.maskTypedSecrets?.(maskedAnswer) ?? maskedAnswer;
}

async function writeJson(value: unknown, job: PrintJob): Promise<void> {
  const text = stringifyExact(value);
  const isTerminal = job.out.isTTY === true;
  await job.sink.text(`${isTerminal ? reformat(Buffer.from(text), styleFor(job, "pretty")) : text}\n`);
}

export function nestedRows(value: unknown, { rows }: Shape): unknown {
  const list = rows === undefined ? undefined : valueAtPath(value, rows);
  return Array.isArray(list) ? list : value;
}

export async function printRaw(bytes: AsyncIterable<Uint8Array>, out: TextOutput): Promise<void> {
  await withSink(out, async (sink) => {
    if (out.isTTY === true) for await (const text of escapedText(bytes)) await sink.text(text);
    else for await (const chunk of bytes) await sink.bytes(chunk);
  });
}

async function writeText(text: string, { out, sink }: PrintJob): Promise<void> {
  if (text === "") return;
  const safeText = out.isTTY === true ? escapeText(text) : text;
  await sink.text(safeText.endsWith("\n") ? safeText : `${safeText}\n`);
}

export async function writeList(rows: AsyncIterable<AnswerRow>, job: PrintJob): Promise<void> {
  const { settings, mask, sink } = job;
  if (settings.format === "ndjson") {
    for await (const row of rows) await sink.text(`${jsonLine(row, job)}\n`);
  } else if (settings.format === "yaml") {
    let isEmpty = true;
    for await (const row of rows) {
      isEmpty = false;
      await sink.text(await yamlOf([maskSecrets(readElement(row), mask)], job));
    }
    if (isEmpty) await sink.text("[]\n");
  } else await printRows(rows, job);
}

function jsonLine(row: AnswerRow, job: PrintJob): string {
  const json = "json" in row ? row.json : Buffer.from(stringifyExact(maskSecrets(row.value, job.mask)));
  const text = json.toString().trim();
  const isUnchanged = job.out.isTTY !== true && !mayNeedMasking(json, job) && !/[\r\n]/.test(text);
  const line = isUnchanged ? text : reformat(json, styleFor(job, "compact"));
  return row.site === undefined ? line : addSite(line, row.site);
}

function addSite(line: string, site: string): string {
  const head = `{"site":${JSON.stringify(site)}`;
  if (!line.startsWith("{")) return `${head},"value":${line}}`;
  return /^\{\s*\}$/.test(line) ? `${head}}` : `${head},${line.slice(1)}`;
}

const mayNeedMasking = (json: Buffer, { mask }: PrintJob): boolean =>
  mask !== undefined && (mask.declaresSecrets || mayHoldSecret(json.toString("latin1")));

async function yamlOf(value: unknown, { out }: PrintJob): Promise<string> {
  const { yamlText } = await import("../../client/json/yaml-text.ts");
  const text = yamlText(value);
  return out.isTTY === true ? escapeText(text) : text;
}

/** Masks secrets first, because the query could cut a secret into a form that is not recognized. */
async function runQuery(answer: unknown, query: string, job: PrintJob): Promise<unknown> {
  const { compileQuery } = await import("./query.ts");
  const result = compileQuery(query)(withoutSecrets(answer, job));
  if (!stringifyExact(result).includes(masked)) job.mask?.maskedMembers.clear();
  return result;
}

/** Without a terminal, or in text that is formatted again, colours would make the JSON invalid. */
function styleFor({ palette, mask, out }: PrintJob, layout: JsonStyle["layout"]): JsonStyle {
  const isTerminal = out.isTTY === true;
  const hasColors = isTerminal && layout !== "unchanged";
  return { layout, palette: hasColors ? palette : colorless, mask, escapesControls: isTerminal };
}

function reformat(json: Buffer, style: JsonStyle): string {
  const writer = createJsonWriter(style);
  return writer.push(json) + writer.end();
}

async function writeJsonBytes(bytes: AsyncIterable<Uint8Array>, job: PrintJob): Promise<void> {
  const { out, sink, mask } = job;
  if (out.isTTY === true || mask !== undefined) return await writeEachElement(bytes, job);
  const textChunks: Uint8Array[] = [];
  let lastByte: number | undefined;
  const write = async (chunk: Uint8Array): Promise<void> => {
    lastByte = chunk.at(-1) ?? lastByte;
    await sink.bytes(chunk);
  };
  for await (const chunk of bytes) {
    const mayBeText = startsWithoutBracket(chunk) && chunk[skipSpace(chunk, 0)] !== quote;
    if (lastByte === undefined && (textChunks.length > 0 || mayBeText)) textChunks.push(Buffer.from(chunk));
    else await write(chunk);
  }
  if (textChunks.length > 0) {
    const body = Buffer.concat(textChunks);
    if (parseAnswer(body) === body.toString()) return writeValue(body.toString(), job);
    await write(body);
  }
  if (lastByte !== undefined && lastByte !== 0x0a) await sink.text("\n");
}

async function writeEachElement(bytes: AsyncIterable<Uint8Array>, job: PrintJob): Promise<void> {
  const elements = await openElements(bytes, undefined);
  const output = openJsonOutput(job);
  if (elements.isList) {
    await writeMaskedList(elements.rows, job, output.write);
    return await output.end();
  }
  const body = await elements.readAll();
  if (body.length === 0) return;
  const isText =
    startsWithoutBracket(body) &&
    (job.out.isTTY === true || (body[0] !== quote && parseAnswer(body) === body.toString()));
  if (isText) return await writeValue(parseAnswer(body), job);
  await writeMasked(body.at(-1) === 0x0a ? body.subarray(0, -1) : body, job, output.write);
  await output.end();
}

/** Takes JSON whose secrets are masked already. Formats it on a terminal, and passes it on elsewhere. */
export function openJsonOutput(job: PrintJob): BufferedWriter {
  const { out, sink } = job;
  if (out.isTTY === true) {
    const writer = createJsonWriter({ ...styleFor(job, "pretty"), mask: undefined });
    return {
      write: async (text) => await sink.text(writer.push(text)),
      end: async () => await sink.text(`${writer.end()}\n`),
    };
  }
  const { write, end } = createBufferedWriter(sink);
  return {
    write,
    end: async () => {
      await write(Buffer.from("\n"));
      await end();
    },
  };
}

/**
 * Masks element by element, because most elements contain no secret. Returns the number of elements written; those
 * beyond the limit are read too, to notice an answer that breaks off.
 */
export async function writeMaskedList(
  elements: AsyncIterable<{ readonly json: Buffer }>,
  job: PrintJob,
  write: WriteBytes,
  maxElements = Number.POSITIVE_INFINITY,
): Promise<number> {
  let count = 0;
  for await (const { json } of elements) {
    if (count >= maxElements) continue;
    await write(Buffer.from(count === 0 ? "[" : ","));
    await writeMasked(json, job, write);
    count += 1;
  }
  await write(Buffer.from(count === 0 ? "[]" : "]"));
  return count;
}

export async function writeMasked(json: Buffer, job: PrintJob, write: WriteBytes): Promise<void> {
  if (!mayNeedMasking(json, job)) return await write(json);
  await write(Buffer.from(reformat(json, styleFor(job, "unchanged"))));
}

async function collectValues(rows: AsyncIterable<AnswerRow>): Promise<unknown[]> {
  const values: unknown[] = [];
  let size = 0;
  for await (const row of rows) {
    size += "json" in row ? row.json.length : 0;
    if (size > maxBufferedBytes) throw tooLarge();
    values.push(readElement(row));
  }
  return values;
}

/** `-o json` prints one object per line, because the end of an array would never come. */
export function openRowStream(shape: Shape, settings: OutputSettings, out: TextOutput): RowStream {
  if (settings.openSharedStream !== undefined) return settings.openSharedStream(shape);
  const { rows: _rows, ...rowShape } = shape;
  const format = settings.format === "json" ? "ndjson" : settings.format;
  const firstSettings: OutputSettings = { ...settings, format, layout: {} };
  const laterSettings = { ...firstSettings, hasHeader: false, note: undefined, noteHiddenColumns: undefined };
  let isFirst = true;
  // A table prints its header with the first rows, which decide the column widths.
  const isHeaderDue = () =>
    isFirst && settings.hasHeader && (format === "csv" || format === "tsv") && settings.query === undefined;
  return {
    write: async (rows) => {
      if (rows.length === 0 && !isHeaderDue()) return;
      const batchSettings = isFirst ? firstSettings : laterSettings;
      isFirst = false;
      if (settings.query === undefined) return await printValue(rows, rowShape, batchSettings, out);
      for (const row of rows) await printValue(row, rowShape, batchSettings, out);
    },
  };
}
