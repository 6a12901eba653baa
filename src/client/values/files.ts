import { promises, type Stats } from "node:fs";
import { basename } from "node:path";
import { Failure, systemErrorText } from "../../core/failure.ts";
import { fileChunks, readBytes } from "../../core/files.ts";
import type { Content } from "../http/call.ts";

const maxBytes = 64 * 1024 * 1024;

/** A regular file is opened when it is sent; pipes (`<(command)`) and files without a size are read into memory. */
export async function fileContent(path: string, label: string, signal?: AbortSignal): Promise<Content> {
  const stats = await statsOf(path, label);
  const filename = basename(path);
  if (!stats.isFile()) return contentInMemory(filename, await readPath(path, label, signal));
  if (stats.size === 0) return { ...contentInMemory(filename, await readPath(path, label, signal)), path };
  return { filename, path, size: stats.size, open: () => fileChunks(path) };
}

/** Reads at most 64 MiB. Throws a usage `Failure` with `hint` if the file is unreadable. */
export async function fileBytes(
  path: string,
  label: string,
  hint?: string,
  signal?: AbortSignal,
): Promise<Buffer> {
  const stats = await statsOf(path, label, hint);
  if (stats.size > maxBytes) throw tooLarge(label, path);
  return await readPath(path, label, signal);
}

export function contentInMemory(filename: string, bytes: Buffer): Content {
  return {
    filename,
    size: bytes.byteLength,
    open: async function* () {
      yield bytes;
    },
  };
}

/** Does not rely on the size, which pipes and devices do not report. */
async function readPath(path: string, label: string, signal?: AbortSignal): Promise<Buffer> {
  try {
    return await readLimited(fileChunks(path, signal), () => tooLarge(label, path));
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof Failure ? error : unreadable(path, label, error as NodeJS.ErrnoException);
  }
}

export async function readLimited(
  stream: AsyncIterable<string | Uint8Array>,
  tooLargeFailure: () => Failure,
): Promise<Buffer> {
  const bytes = await readBytes(stream, maxBytes);
  if (bytes.length > maxBytes) throw tooLargeFailure();
  return bytes;
}

export const tooLarge = (label: string, where: string): Failure =>
  new Failure("usage", `${label}: ${where} is larger than 64 MiB`);

async function statsOf(path: string, label: string, hint?: string): Promise<Stats> {
  const stats = await promises.stat(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(path, label, error, hint);
  });
  if (stats.isDirectory()) throw new Failure("usage", `${label}: ${path} is a folder`);
  return stats;
}

function unreadable(path: string, label: string, error: NodeJS.ErrnoException, hint?: string): Failure {
  return new Failure("usage", `${label}: cannot read '${path}': ${systemErrorText(error)}`, {
    ...(hint === undefined ? {} : { hint }),
    cause: error,
  });
}
