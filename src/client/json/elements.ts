import { Failure } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import { checkJson } from "./check.ts";
import { parseExact } from "./exact.ts";
import { createSplitter, type Element } from "./splitter.ts";
import {
  asBuffer,
  backslash,
  closeObject,
  colon,
  comma,
  endedEarly,
  isSpace,
  notJson,
  openList,
  openObject,
  quote,
  skipSpace,
  trailingContent,
} from "./tokens.ts";

/** A list yields its elements. Any other answer is read as a whole, and may be empty. */
type Elements<Row> =
  | { readonly isList: true; readonly rows: AsyncIterable<Row> }
  | { readonly isList: false; readAll(): Promise<Buffer> };

/** An element's JSON, or its value if the list was parsed; with its site if several sites are read. */
export type AnswerRow = (Element | { readonly value: unknown }) & { readonly site?: string };

/** Streams a JSON list (the answer or its member `rows`), or returns the whole answer. Chunks may end anywhere. */
export async function openElements(
  bytes: AsyncIterable<Uint8Array>,
  rowsMember: string | undefined,
): Promise<Elements<Element>> {
  const chunks = bytes[Symbol.asyncIterator]();
  return await elementsFrom(chunks, await firstBytes(chunks), rowsMember);
}

interface ByteSource {
  bytes(options: { readonly readerChecksBrackets: true }): AsyncIterable<Uint8Array>;
}

/** Throws a `Failure` with `problem` if the answer is not a list. */
export async function* elementsOf(
  answer: ByteSource,
  rowsMember?: string,
  problem = "the service's answer is not a list",
): AsyncGenerator<Element> {
  const elements = await openElements(answer.bytes({ readerChecksBrackets: true }), rowsMember);
  if (!elements.isList) throw new Failure("other", problem);
  yield* elements.rows;
}

/** Like `openElements`, but parses a list at once if it arrives as one chunk. */
export async function openRows(
  bytes: AsyncIterable<Uint8Array>,
  rowsMember: string | undefined,
): Promise<Elements<AnswerRow>> {
  const chunks = bytes[Symbol.asyncIterator]();
  const first = await firstBytes(chunks);
  if (first[0] !== openList) return await elementsFrom(chunks, first, rowsMember);
  const next = await chunks.next();
  if (!next.done) return await elementsFrom(chunks, Buffer.concat([first, next.value]), rowsMember);
  const value = parseAnswer(first);
  return { isList: true, rows: valueRows(Array.isArray(value) ? value : [value]) };
}

/** Streams some members of each element of a list. */
export async function* listedRows(
  answer: ByteSource,
  memberNames: Iterable<string>,
  problem?: string,
): AsyncGenerator<unknown> {
  const read = createMemberReader(memberNames);
  for await (const element of elementsOf(answer, undefined, problem)) yield read(element);
}

export async function* valueRows(values: readonly unknown[]): AsyncGenerator<AnswerRow> {
  for (const value of values) yield { value };
}

async function elementsFrom(
  chunks: AsyncIterator<Uint8Array>,
  first: Buffer,
  rowsMember: string | undefined,
): Promise<Elements<Element>> {
  if (first[0] === openList) return { isList: true, rows: topLevelList(chunks, first.subarray(1)) };
  return rowsMember === undefined || first[0] !== openObject
    ? { isList: false, readAll: () => readWhole(chunks, first) }
    : await openMember(chunks, first, rowsMember);
}

async function firstBytes(chunks: AsyncIterator<Uint8Array>): Promise<Buffer> {
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    const start = skipSpace(next.value, 0);
    if (start < next.value.length) return asBuffer(next.value).subarray(start);
  }
  return Buffer.alloc(0);
}

async function openMember(
  chunks: AsyncIterator<Uint8Array>,
  first: Buffer,
  rowsMember: string,
): Promise<Elements<Element>> {
  let head: Buffer = first;
  let pendingChunks: Buffer[] = [];
  for (let length = head.length, isLast = false; ; ) {
    // Searching again only when the bytes have doubled keeps the total time linear.
    if (pendingChunks.length === 0 || isLast || length >= head.length * 2) {
      head = Buffer.concat([head, ...pendingChunks]);
      pendingChunks = [];
      const at = findMember(head, rowsMember);
      if (at !== undefined && head[at] === openList)
        return { isList: true, rows: listElements(chunks, head.subarray(at + 1)) };
    }
    const answerBytes = head;
    if (isLast) return { isList: false, readAll: async () => answerBytes };
    const next = await chunks.next();
    isLast = next.done === true;
    if (!next.done) {
      pendingChunks.push(asBuffer(next.value));
      length += next.value.length;
    }
  }
}

async function readWhole(chunks: AsyncIterator<Uint8Array>, head: Buffer): Promise<Buffer> {
  const parts = [head];
  for (let next = await chunks.next(); !next.done; next = await chunks.next())
    parts.push(asBuffer(next.value));
  return Buffer.concat(parts);
}

async function* topLevelList(chunks: AsyncIterator<Uint8Array>, head: Buffer): AsyncGenerator<Element> {
  yield* listElements(chunks, head, (rest) => {
    if (!rest.every(isSpace)) throw trailingContent();
  });
}

async function* listElements(
  chunks: AsyncIterator<Uint8Array>,
  head: Buffer,
  onRest: (rest: Uint8Array) => void = () => undefined,
): AsyncGenerator<Element> {
  const splitter = createSplitter();
  const read = function* (chunk: Buffer) {
    if (splitter.hasEnded()) return onRest(chunk);
    yield* splitter.push(chunk);
    onRest(splitter.rest());
  };
  try {
    yield* read(head);
    // The body is read to its end so that the connection can be reused.
    for (let next = await chunks.next(); !next.done; next = await chunks.next())
      yield* read(asBuffer(next.value));
  } finally {
    await chunks.return?.();
  }
  if (!splitter.hasEnded()) throw endedEarly();
}

/** Returns a JSON value, text, or undefined for an empty body. Throws a `Failure` for incomplete or broken JSON. */
export function parseAnswer(body: Buffer): unknown {
  const start = skipSpace(body, 0);
  const first = body[start];
  if (first === undefined) return undefined;
  try {
    return parseExact(body.toString());
  } catch (error) {
    if (first !== openObject && first !== openList && first !== quote) return body.toString();
    checkJson(body);
    throw error;
  }
}

/** True if the answer is neither a list nor an object; false if it is empty. */
export function startsWithoutBracket(head: Uint8Array): boolean {
  const first = head[skipSpace(head, 0)];
  return first !== undefined && first !== openObject && first !== openList;
}

/** Reads some members of large objects in a fraction of the time of parsing. If a name occurs twice, the first counts. */
export function createMemberReader(memberNames: Iterable<string>): (element: AnswerRow) => unknown {
  const names = new Set(memberNames);
  const keys = [...names].map((name) => ({ name, bytes: Buffer.from(JSON.stringify(name)) }));
  return (element) => {
    if ("value" in element) return pickMembers(element.value, names);
    const { json, separators } = element;
    const start = skipSpace(json, 0);
    const end = skipSpaceBack(json);
    if (json[start] !== openObject) return parseExact(json.toString());
    if (json[end - 1] !== closeObject) throw notJson();
    const record: Record<string, unknown> = Object.create(null);
    // An object has an odd number of colons and commas, which alternate; an empty object has none.
    if (separators.length % 2 === 0 && (separators.length > 0 || skipSpace(json, start + 1) !== end - 1))
      throw notJson();
    let missingCount = names.size;
    let keyStart = start + 1;
    let nextEscape = json.indexOf(backslash);
    for (let at = 0; at < separators.length && missingCount > 0; at += 2) {
      const separator = separators[at] ?? end;
      const next = separators[at + 1] ?? end - 1;
      if (json[separator] !== colon || (next !== end - 1 && json[next] !== comma)) throw notJson();
      const keyQuote = skipSpace(json, keyStart);
      if (json[keyQuote] !== quote) throw notJson();
      if (nextEscape !== -1 && nextEscape < keyQuote) nextEscape = json.indexOf(backslash, keyQuote);
      const name =
        nextEscape !== -1 && nextEscape < separator
          ? String(parseExact(json.toString("utf8", keyQuote, separator)))
          : keys.find(({ bytes }) => startsWith(json, keyQuote, bytes))?.name;
      if (name !== undefined && names.has(name) && !Object.hasOwn(record, name)) {
        record[name] = readMember(json, separator + 1, next);
        missingCount -= 1;
      }
      keyStart = next + 1;
    }
    return record;
  };
}

function pickMembers(value: unknown, names: ReadonlySet<string>): unknown {
  if (!isRecord(value)) return value;
  const picked: Record<string, unknown> = Object.create(null);
  for (const name of names) if (Object.hasOwn(value, name)) picked[name] = value[name];
  return picked;
}

export const readElement = (element: AnswerRow): unknown =>
  "value" in element ? element.value : parseExact(element.json.toString());

function findMember(bytes: Buffer, name: string): number | undefined {
  const splitter = createSplitter();
  splitter.push(bytes);
  const separators = splitter.separators();
  let keyStart = 1;
  for (let at = 0; at < separators.length; at += 2) {
    const separator = separators[at] ?? 0;
    const valueStart = skipSpace(bytes, separator + 1);
    if (valueStart === bytes.length) return undefined;
    if (parseExact(bytes.toString("utf8", keyStart, separator)) === name) return valueStart;
    keyStart = (separators[at + 1] ?? 0) + 1;
  }
  return undefined;
}

export const valueAtPath = (value: unknown, path: string): unknown =>
  path.split(".").reduce((current, name) => (isRecord(current) ? current[name] : undefined), value);

/** Quoted names end with a quote, so none is the prefix of another. */
function startsWith(bytes: Buffer, start: number, prefix: Buffer): boolean {
  for (let index = 1; index < prefix.length; index += 1) {
    if (bytes[start + index] !== prefix[index]) return false;
  }
  return true;
}

function readMember(bytes: Buffer, at: number, end: number): unknown {
  const start = skipSpace(bytes, at);
  if (bytes[start] === quote && bytes[end - 1] === quote) {
    const text = bytes.toString("utf8", start + 1, end - 1);
    if (!text.includes("\\") && !text.includes('"')) return text;
  }
  return parseExact(bytes.toString("utf8", start, end));
}

function skipSpaceBack(bytes: Buffer): number {
  let end = bytes.length;
  while (end > 0 && isSpace(bytes[end - 1])) end -= 1;
  return end;
}
