import { isUtf8 } from "node:buffer";
import type { Content } from "../../client/http/call.ts";
import { parseJson } from "../../client/json/check.ts";
import { contentInMemory, fileBytes, fileContent, readLimited, tooLarge } from "../../client/values/files.ts";
import type { Context, TextInput } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { homeFolder } from "../../core/files.ts";
import { isRecord } from "../../core/json-record.ts";
import { shellWord } from "../../core/text/shell-words.ts";
import { SiteNamesOnInput } from "../invocation/invocation.ts";
import { expandRanges } from "../parsing/ranges.ts";

type Source =
  | { readonly kind: "typed"; readonly text: string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "stdin" };

/** Expands `~` in `@~/file`, which shells do not. */
function sourceOf(word: string, home?: string): Source {
  if (!word.startsWith("@")) return { kind: "typed", text: word };
  if (word.startsWith("@@")) return { kind: "typed", text: word.slice(1) };
  if (word === "@-") return { kind: "stdin" };
  const path = word.slice(1);
  return { kind: "file", path: home !== undefined && path.startsWith("~/") ? home + path.slice(1) : path };
}

export const isFromFile = (word: string): boolean => sourceOf(word).kind !== "typed";

export async function readBytes(word: string, context: Context, label: string): Promise<Buffer> {
  const source = sourceOf(word, homeFolder(context.env));
  if (source.kind === "typed") return Buffer.from(source.text, "utf8");
  if (source.kind === "stdin") return await readStandardInput(context, label);
  return await fileBytes(source.path, label, "write @@ for a value that begins with @");
}

/** For a line, removes the final line end of a file or standard input; documents keep every byte. */
export async function readText(word: string, context: Context, label: string, form: "line" | "document") {
  const bytes = await readBytes(word, context, label);
  if (!isFromFile(word)) return bytes.toString("utf8");
  const where = word === "@-" ? "standard input" : word.slice(1);
  if (!isUtf8(bytes)) throw new Failure("usage", `${label}: ${where} is not text in UTF-8`);
  if (bytes.includes(0))
    throw new Failure("usage", `${label}: ${where} is not text: it contains a NUL character`);
  const text = bytes.toString("utf8");
  return form === "line" ? text.replace(/\r?\n$/, "") : text;
}

/** No path has more characters than this. */
const maxPathLength = 4096;

/** Throws a usage `Failure` for the name of an existing file, because the user probably means its content. */
export async function refuseFileName(word: string, { env }: Context, label: string): Promise<void> {
  if (word === "" || word.startsWith("@") || word.length > maxPathLength || /[\0\n]/.test(word)) return;
  const source = sourceOf(`@${word}`, homeFolder(env));
  const { stat } = await import("node:fs/promises");
  const existingFile = source.kind === "file" ? await stat(source.path).catch(() => undefined) : undefined;
  if (existingFile === undefined || existingFile.isDirectory()) return;
  const optionPrefix = !label.startsWith("-") ? "" : label.includes(" ") ? `${label}=` : `${label} `;
  throw new Failure("usage", `${label}: '${word}' is a file; its name alone would be sent`, {
    hint: `${optionPrefix}${shellWord(`@${word}`)} sends its content; --no-check sends the name`,
  });
}

const consumedInputs = new WeakSet<TextInput>();

/** A second read in one command is a usage error, because it would return nothing. */
export async function readStandardInput({ stdin }: Context, label: string): Promise<Buffer> {
  if (consumedInputs.has(stdin) || stdin.readableEnded || stdin.destroyed)
    throw new Failure("usage", `${label}: standard input has been read already`);
  consumedInputs.add(stdin);
  return await readLimited(stdin, () => tooLarge(label, "standard input"));
}

/** Content that can be sent again, from a file or standard input (`-`); accepts `@file` too. */
export async function openContent(word: string, context: Context, label: string): Promise<Content> {
  const source = sourceOf(word.startsWith("@") ? word : `@${word}`, homeFolder(context.env));
  if (source.kind === "stdin") return contentInMemory("stdin", await readStandardInput(context, label));
  return await fileContent(source.kind === "file" ? source.path : source.text, label);
}

/** Reads names from standard input or `@file`. Throws `SiteNamesOnInput` if one names its site: `east/web-01`. */
export async function readNames(word: string, context: Context, label: string): Promise<readonly string[]> {
  const isPiped = word === "-" || word === "@-";
  const text = await readText(isPiped ? "@-" : word, context, label, "document");
  const names = namesIn(text, isPiped ? "standard input" : word.slice(1));
  if (names.some((name) => name.includes("/"))) throw new SiteNamesOnInput(names);
  return names;
}

/** Accepts a name or range per line, comments after #, and JSON objects with `system_id`, in a list or one per line. */
export function namesIn(text: string, source = "standard input"): readonly string[] {
  const trimmedText = text.replace(/^\uFEFF/, "").trim();
  if (/^[[{"]/.test(trimmedText) && !beginsWithRange.test(trimmedText)) {
    const parsedJson = parseJson(trimmedText);
    if (parsedJson !== undefined) return [parsedJson.value].flat().map((each) => nameOf(each, source));
    if (!trimmedText.startsWith("["))
      return linesOf(trimmedText).map((line) => nameOf(parseJson(line)?.value, source));
    throw new Failure("usage", `${source} contains incomplete or invalid JSON`);
  }
  const lines = linesOf(trimmedText).filter((line) => !line.startsWith("#"));
  if (lines.some((line) => /\s/.test(line)))
    throw new Failure(
      "usage",
      `${source} contains lines of several words, such as a table, instead of names`,
      { hint: "print names with -o name, or machines with -o json" },
    );
  return lines.flatMap(expandRanges);
}

/** Matches a name such as `[01-20].rack1`, which is not a JSON list. */
const beginsWithRange = /^\[[\d,-]{1,200}\][^\s,\]]/;

function nameOf(value: unknown, source: string): string {
  if (typeof value === "string") return value;
  const id = isRecord(value) ? value["system_id"] : undefined;
  if (typeof id === "string") return id;
  throw new Failure("usage", `${source} contains JSON without system_id`, {
    hint: "give machines as -o json prints them, or one name per line",
  });
}

const linesOf = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
