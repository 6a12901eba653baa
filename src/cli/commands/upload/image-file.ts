import { createHash } from "node:crypto";
import { type FileHandle, open, stat } from "node:fs/promises";
import type { Content } from "../../../client/http/call.ts";
import { Failure, systemErrorCode } from "../../../core/failure.ts";

/** Bytes in one request. */
export const chunkBytes = 4 * 1024 * 1024;

/** Bytes that are read at once to be hashed: they stay near the processor until they are. */
const hashedBytes = 512 * 1024;

/** What the service knows a file by. */
export interface ImageFacts {
  readonly path: string;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

/**
 * Hash and size of a file in one pass; `onBytes` gets how many have been read. Throws a usage `Failure`
 * for an empty file and for what is not a regular one, and the signal's reason.
 */
export async function examineImage(
  path: string,
  signal: AbortSignal,
  onBytes: (read: number, size: number) => void,
): Promise<ImageFacts> {
  if (path === "-" || path === "@-") throw notKept("standard input");
  const facts = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  if (facts.isDirectory()) throw new Failure("usage", `'${path}' is a folder`);
  if (!facts.isFile()) throw notKept(`'${path}'`);
  if (facts.size === 0) throw new Failure("usage", `'${path}' is empty`);
  try {
    const file = await open(path, "r");
    try {
      return { path, ...(await hashOf(file, signal, (read) => onBytes(read, facts.size))) };
    } finally {
      await file.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    throw unreadable(path, error);
  }
}

/** Reads into two buffers in turn: while one is hashed, the other is filled. */
async function hashOf(
  file: FileHandle,
  signal: AbortSignal,
  onBytes: (read: number) => void,
): Promise<Pick<ImageFacts, "sha256" | "size">> {
  const hash = createHash("sha256");
  let size = 0;
  let reading = file.read(Buffer.allocUnsafeSlow(hashedBytes), 0, hashedBytes, 0);
  let free = Buffer.allocUnsafeSlow(hashedBytes);
  for (;;) {
    const { bytesRead, buffer } = await reading;
    if (bytesRead === 0) return { sha256: hash.digest("hex"), size };
    signal.throwIfAborted();
    size += bytesRead;
    reading = file.read(free, 0, hashedBytes, size);
    // It may never be waited for; an error is reported when it is.
    reading.catch(() => undefined);
    free = buffer;
    hash.update(buffer.subarray(0, bytesRead));
    onBytes(size);
  }
}

/**
 * Reads chunks of a file into two buffers: while one is sent, the next is read. A chunk is good until the
 * next but one.
 */
interface ChunkReader {
  /** The chunk that begins at `offset`, as a body. */
  read(offset: number): Promise<Content>;
  close(): Promise<void>;
}

export async function openChunks({ path, size }: ImageFacts): Promise<ChunkReader> {
  const file = await open(path, "r").catch((error: unknown) => {
    throw unreadable(path, error);
  });
  const bufferBytes = Math.min(chunkBytes, size);
  let free = Buffer.allocUnsafeSlow(bufferBytes);
  let busy = Buffer.allocUnsafeSlow(bufferBytes);
  let ahead: { readonly offset: number; readonly chunk: Promise<Buffer> } | undefined;
  const begin = (offset: number) => {
    const chunk = free.subarray(0, Math.min(chunkBytes, size - offset));
    [free, busy] = [busy, free];
    const filled = fill(file, chunk, offset, path).then(() => chunk);
    // The chunk may never be asked for; an error is reported when it is.
    filled.catch(() => undefined);
    ahead = { offset, chunk: filled };
    return ahead.chunk;
  };
  return {
    read: async (offset) => {
      await ahead?.chunk.catch(() => undefined);
      const chunk = await (ahead?.offset === offset ? ahead.chunk : begin(offset));
      const next = offset + chunk.length;
      if (next < size) begin(next);
      return {
        filename: path,
        path,
        size: chunk.length,
        async *open() {
          yield chunk;
        },
      };
    },
    close: async () => {
      await ahead?.chunk.catch(() => undefined);
      await file.close();
    },
  };
}

async function fill(file: FileHandle, buffer: Buffer, offset: number, path: string): Promise<void> {
  for (let filled = 0; filled < buffer.length; ) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, offset + filled);
    if (bytesRead === 0) {
      throw new Failure("other", `'${path}' became shorter while it was uploaded`, {
        hint: "upload it again when nothing writes to it",
      });
    }
    filled += bytesRead;
  }
}

function unreadable(path: string, error: unknown): Failure {
  const isMissing = systemErrorCode(error) === "ENOENT";
  const reason = isMissing ? "no such file" : error instanceof Error ? error.message : String(error);
  return new Failure("usage", `cannot read '${path}': ${reason}`, { cause: error });
}

/** A pipe can be read once; an image is read twice, and again where an upload goes on. */
const notKept = (what: string): Failure =>
  new Failure("usage", `an image cannot be uploaded from ${what}: it is not a regular file`, {
    hint: "its size and SHA-256 are announced before its bytes, and an interrupted upload reads it again: write it to a file first",
  });
