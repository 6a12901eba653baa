import { isUtf8 } from "node:buffer";
import { createReadStream, type Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Context, TextInput } from "../../context.ts";
import { Failure } from "../../failure.ts";
import type { Content } from "../../http/call.ts";

/** The most that is held of a value from a file or standard input, in bytes. */
const maxBytes = 64 * 1024 * 1024;

/** Where the value of an option comes from. */
type Source =
  | { readonly kind: "typed"; readonly text: string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "stdin" };

/**
 * `@file` and `@-` stand for a file and for standard input, `@@` for a literal `@`. A shell leaves the `~` of
 * `@~/file` as it is.
 */
function sourceOf(typed: string, home?: string): Source {
  if (!typed.startsWith("@")) return { kind: "typed", text: typed };
  if (typed.startsWith("@@")) return { kind: "typed", text: typed.slice(1) };
  if (typed === "@-") return { kind: "stdin" };
  const path = typed.slice(1);
  return { kind: "file", path: home !== undefined && path.startsWith("~/") ? home + path.slice(1) : path };
}

/** True for a typed value that stands for a file or for standard input. */
export function isFromFile(typed: string): boolean {
  return sourceOf(typed).kind !== "typed";
}

/** The bytes of a typed value: those of the file, of standard input, or of the text in UTF-8. */
export async function readBytes(typed: string, context: Context, label: string): Promise<Buffer> {
  const source = sourceOf(typed, context.env["HOME"]);
  if (source.kind === "typed") return Buffer.from(source.text, "utf8");
  if (source.kind === "stdin") return await readStandardInput(context, label);
  const facts = await factsOf(source.path, label, "write @@ for a value that begins with @");
  if (facts.size > maxBytes) throw tooLarge(label, source.path);
  return await readBounded(source.path, label);
}

/**
 * A typed value as text. One line loses the line end that a file or standard input ends it with; a document
 * keeps every byte. Throws a usage `Failure` for bytes that are not UTF-8, which text would change.
 */
export async function readText(
  typed: string,
  context: Context,
  label: string,
  form: "line" | "document",
): Promise<string> {
  const bytes = await readBytes(typed, context, label);
  if (!isFromFile(typed)) return bytes.toString("utf8");
  if (!isUtf8(bytes)) {
    const where = typed === "@-" ? "standard input" : typed.slice(1);
    throw new Failure("usage", `${label}: ${where} is not text in UTF-8`);
  }
  const text = bytes.toString("utf8");
  return form === "line" ? text.replace(/\r?\n$/, "") : text;
}

const taken = new WeakSet<TextInput>();

/** Standard input to its end; a usage error for a second reader in one line, which would find it empty. */
export async function readStandardInput({ stdin }: Context, label: string): Promise<Buffer> {
  if (taken.has(stdin) || stdin.readableEnded || stdin.destroyed) {
    throw new Failure("usage", `${label}: standard input has been read already`);
  }
  taken.add(stdin);
  return await collect(stdin, () => tooLarge(label, "standard input"));
}

/** A file of any kind, to its end or to the bound: a pipe and a device do not report their size. */
async function readBounded(path: string, label: string): Promise<Buffer> {
  try {
    return await collect(createReadStream(path), () => tooLarge(label, path));
  } catch (error) {
    throw error instanceof Failure ? error : unreadable(path, label, error as NodeJS.ErrnoException);
  }
}

async function collect(stream: AsyncIterable<unknown>, excess: () => Failure): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : (chunk as Uint8Array);
    size += bytes.byteLength;
    if (size > maxBytes) throw excess();
    chunks.push(bytes);
  }
  return Buffer.concat(chunks, size);
}

function tooLarge(label: string, where: string): Failure {
  return new Failure("usage", `${label}: ${where} holds more than 64 MiB`);
}

async function factsOf(path: string, label: string, hint?: string): Promise<Stats> {
  const facts = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(path, label, error, hint);
  });
  if (facts.isDirectory()) throw new Failure("usage", `${label}: ${path} is a folder`);
  return facts;
}

function unreadable(path: string, label: string, error: NodeJS.ErrnoException, hint?: string): Failure {
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: "no such file",
    EACCES: "not readable",
  };
  const reason = reasons[error.code ?? ""] ?? error.message;
  return new Failure("usage", `${label}: cannot read '${path}': ${reason}`, {
    ...(hint === undefined ? {} : { hint }),
    cause: error,
  });
}

/**
 * The bytes of a file, or of standard input for `-`, as content that can be sent, and sent again; `@file` is
 * a file too. A regular file is opened when it is needed. A pipe (`<(command)`), which can be read once, and
 * a file that does not report its size are held in memory.
 */
export async function openContent(typed: string, context: Context, label: string): Promise<Content> {
  const source = sourceOf(typed.startsWith("@") ? typed : `@${typed}`, context.env["HOME"]);
  if (source.kind === "stdin") return held("stdin", await readStandardInput(context, label));
  const path = source.kind === "file" ? source.path : source.text;
  const facts = await factsOf(path, label);
  const filename = basename(path);
  if (!facts.isFile()) return held(filename, await readBounded(path, label));
  if (facts.size === 0) return { ...held(filename, await readBounded(path, label)), path };
  return { filename, path, size: facts.size, open: () => createReadStream(path) };
}

function held(filename: string, bytes: Buffer): Content {
  return {
    filename,
    size: bytes.byteLength,
    open: async function* () {
      yield bytes;
    },
  };
}
