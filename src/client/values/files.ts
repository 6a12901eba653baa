import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { Failure } from "../../core/failure.ts";
import { fileChunks } from "../../core/files.ts";
import type { Content } from "../http/call.ts";

/** The most that is held of a value from a file or standard input, in bytes. */
const maxBytes = 64 * 1024 * 1024;

/**
 * The bytes of a file as content that can be sent, and sent again. A regular file is opened when it is needed. A
 * pipe (`<(command)`), which can be read once, and a file that does not report its size are held in memory.
 * Throws a usage `Failure` for a file that cannot be read, which names `label`.
 */
export async function fileContent(path: string, label: string, signal?: AbortSignal): Promise<Content> {
  const facts = await factsOf(path, label);
  const filename = basename(path);
  if (!facts.isFile()) return heldContent(filename, await readBounded(path, label, signal));
  if (facts.size === 0) return { ...heldContent(filename, await readBounded(path, label, signal)), path };
  return { filename, path, size: facts.size, open: () => fileChunks(path) };
}

/** The bytes of a file of at most 64 MiB; a usage `Failure` with the hint where it cannot be read. */
export async function fileBytes(
  path: string,
  label: string,
  hint?: string,
  signal?: AbortSignal,
): Promise<Buffer> {
  const facts = await factsOf(path, label, hint);
  if (facts.size > maxBytes) throw tooLarge(label, path);
  return await readBounded(path, label, signal);
}

/** Bytes as content that can be sent under a file name. */
export function heldContent(filename: string, bytes: Buffer): Content {
  return {
    filename,
    size: bytes.byteLength,
    open: async function* () {
      yield bytes;
    },
  };
}

/** A file of any kind, to its end or to the bound: a pipe and a device do not report their size. */
async function readBounded(path: string, label: string, signal?: AbortSignal): Promise<Buffer> {
  try {
    return await collect(fileChunks(path, signal), () => tooLarge(label, path));
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof Failure ? error : unreadable(path, label, error as NodeJS.ErrnoException);
  }
}

/** A stream to its end; `excess` makes the failure for one of more than 64 MiB. */
export async function collect(stream: AsyncIterable<unknown>, excess: () => Failure): Promise<Buffer> {
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

/** The usage failure for what holds too much. */
export function tooLarge(label: string, where: string): Failure {
  return new Failure("usage", `${label}: ${where} is larger than 64 MiB`);
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
