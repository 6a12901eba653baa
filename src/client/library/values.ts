import { isFlag, isRepeatable, normalizeValue } from "../../catalogue/commands/command-spec.ts";
import { libraryText, memberName } from "../../catalogue/commands/library-text.ts";
import type { Field, Operation } from "../../catalogue/operation.ts";
import { Failure } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import { suggestionHint } from "../../core/text/word-lists.ts";
import { appendValues, type Content, type Value, type Values } from "../http/call.ts";
import type { Wording } from "../values/check.ts";
import { contentInMemory, fileBytes, fileContent, readLimited, tooLarge } from "../values/files.ts";
import { typeName } from "./options.ts";

/** Reads files and `Blob`s when they are sent. Reads a stream at once, and fails if it has more than 64 MiB. */
export async function contentOf(value: unknown, name: string, signal?: AbortSignal): Promise<Content> {
  const path = pathOf(value);
  if (path !== undefined) return await fileContent(path, name, signal);
  if (!(value instanceof Blob)) return contentInMemory(name, await bytesInMemory(value, name, signal));
  const filename = "name" in value && typeof value.name === "string" ? value.name : name;
  return { filename, size: value.size, open: () => value.stream() };
}

/** Reads the bytes of a base64 field, at most 64 MiB from a file or stream. Throws a usage `Failure`. */
async function bytesOf(value: unknown, name: string, signal?: AbortSignal): Promise<Buffer> {
  const path = pathOf(value);
  if (path !== undefined) return await fileBytes(path, name, undefined, signal);
  return await bytesInMemory(value instanceof Blob ? value.stream() : value, name, signal);
}

async function bytesInMemory(value: unknown, name: string, signal?: AbortSignal): Promise<Buffer> {
  if (typeof value === "string") return Buffer.from(value, "utf8");
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (isStream(value))
    return await readLimited(chunksOf(value, name, signal), () => tooLarge(name, "the stream"));
  throw new Failure(
    "usage",
    `${name} takes text, bytes, a stream, a Blob or { path }, not ${typeName(value)}`,
  );
}

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  isRecord(value) && typeof Reflect.get(value, Symbol.asyncIterator) === "function";

/** Does not wait until an unfinished stream has closed. */
async function* chunksOf(
  stream: AsyncIterable<unknown>,
  name: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<string | Uint8Array, void, undefined> {
  const chunks = stream[Symbol.asyncIterator]();
  let abort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal?.reason);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
  let isOpen = true;
  try {
    for (;;) {
      const { done, value } = await Promise.race([chunks.next(), aborted]);
      isOpen = done !== true;
      if (!isOpen) return;
      if (typeof value !== "string" && !(value instanceof Uint8Array))
        throw new Failure("usage", `${name}: the stream yields ${typeName(value)} instead of bytes`);
      yield value;
    }
  } finally {
    if (abort !== undefined) signal?.removeEventListener("abort", abort);
    if (isOpen) closeStream(stream, chunks);
  }
}

/** Node streams close at once; other iterators close after their pending read. */
function closeStream(stream: AsyncIterable<unknown>, chunks: AsyncIterator<unknown>): void {
  if ("destroy" in stream && typeof stream.destroy === "function") stream.destroy();
  else chunks.return?.().catch(() => undefined);
}

function pathOf(value: unknown): string | undefined {
  const path = isRecord(value) && !(value instanceof Uint8Array) ? value["path"] : undefined;
  return typeof path === "string" && !isStream(value) ? path : undefined;
}

export const wordingOf = (operation: Operation): Wording => ({
  field: (field) => memberName(field.name),
  identifier: memberName,
  sentence: (text) => libraryText(operation, text),
  override: "{ check: false } sends it anyway",
});

export function identifierValues({ parameters = [] }: Operation, args: readonly unknown[]): Values {
  const names = parameters.map(({ name }) => memberName(name));
  return Object.fromEntries(
    parameters.map(({ name }, index) => {
      const [value, member] = [args[index], memberName(name)];
      const isEmpty = value === undefined || (typeof value === "string" && value.trim() === "");
      if (!isEmpty && isTextOrNumber(value)) return [name, String(value).trim()];
      throw new Failure("usage", isEmpty ? `${member} is required` : notText(value, member), {
        hint: `identifiers come first: ${names.join(", ")}`,
      });
    }),
  );
}

/** Takes fields by their library names; undefined is not sent. Reading streams stops when the signal aborts. */
export async function fieldValues(
  { fields = [] }: Operation,
  input: unknown,
  signal?: AbortSignal,
): Promise<Values> {
  if (!isRecord(input)) throw new Failure("usage", `fields must be an object, not ${typeName(input)}`);
  const byMember = new Map(fields.map((field) => [memberName(field.name), field]));
  const values: [string, Value][] = [];
  for (const [name, value] of Object.entries(input)) {
    const field = byMember.get(name);
    if (field === undefined) throw unknownField(name, [...byMember.keys()]);
    if (value !== undefined) values.push([field.name, await fieldValue(field, value, name, signal)]);
  }
  return Object.fromEntries(values);
}

export function withExtraFields(
  { parameters = [] }: Operation,
  values: Values,
  set: Readonly<Record<string, unknown>>,
): Values {
  const extraFields = Object.entries(set).flatMap(([name, value]): [string, Value][] => {
    const label = `set.${name}`;
    if (value === undefined) return [];
    if (parameters.some((parameter) => parameter.name === name))
      throw new Failure("usage", `${label}: this is an identifier`, { hint: "identifiers come first" });
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    const texts = items.map((item) => textOrBoolean(item, label));
    return [[name, appendValues(name, texts, values, label)]];
  });
  // For a field called `__proto__`, `Object.fromEntries` creates a member, but an assignment does not.
  return { ...values, ...Object.fromEntries(extraFields) };
}

export const unknownField = (name: string, knownNames: readonly string[]): Failure =>
  new Failure("usage", `unknown field '${name}'`, {
    hint:
      knownNames.length === 0
        ? "this operation takes no fields"
        : suggestionHint(memberName(name), knownNames, "the option 'set' sends fields that are not listed"),
  });

async function fieldValue(field: Field, value: unknown, name: string, signal: AbortSignal | undefined) {
  if (isFlag(field.type)) {
    if (typeof value === "boolean") return value;
    throw new Failure("usage", `${name} takes true or false, not ${typeName(value)}`);
  }
  if (field.type === "map") return mapValue(value, name);
  if (field.type === "file") return await contentOf(value, name, signal);
  if (field.type === "base64") return (await bytesOf(value, name, signal)).toString("base64");
  if (!isRepeatable(field))
    return normalizeValue(field, acceptsBoolean(field, value) ? String(value) : textOf(value, name));
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.map((item) => normalizeValue(field, textOf(item, name)));
}

function mapValue(value: unknown, name: string): Readonly<Record<string, string>> {
  if (!isRecord(value)) throw new Failure("usage", `${name} takes an object, not ${typeName(value)}`);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([key, member]) => [key, textOrBoolean(member, `${name}.${key}`)]));
}

const acceptsBoolean = ({ suggestions = [] }: Field, value: unknown): boolean =>
  typeof value === "boolean" && suggestions.includes(String(value));

const textOrBoolean = (value: unknown, name: string): string =>
  typeof value === "boolean" ? String(value) : textOf(value, name);

function textOf(value: unknown, name: string): string {
  if (isTextOrNumber(value)) return String(value);
  throw new Failure("usage", notText(value, name), {
    hint: value === null ? "an empty string clears a field; undefined leaves it out" : undefined,
  });
}

const isTextOrNumber = (value: unknown): boolean =>
  typeof value === "string" || typeof value === "bigint" || Number.isFinite(value);

const notText = (value: unknown, name: string): string =>
  `${name} takes a string or a number, not ${typeof value === "number" ? value : typeName(value)}`;
