import { createHash } from "node:crypto";
import { type FileHandle, open, stat } from "node:fs/promises";
import type { Content } from "../../../client/http/call.ts";
import { Failure, systemErrorCode } from "../../../core/failure.ts";

export const chunkBytes = 4 * 1024 * 1024;

/** Small enough to stay in the processor's cache. */
const hashedBytes = 512 * 1024;

/** How the service identifies a file. */
export interface ImageFacts {
  readonly path: string;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  readonly size: number;
}

/**
 * `onBytes` gets the total so far. Throws a usage `Failure` for an empty or irregular file, and the signal's reason.
 */
export async function examineImage(
  path: string,
  signal: AbortSignal,
  onBytes: (read: number, size: number) => void,
): Promise<ImageFacts> {
  if (path === "-" || path === "@-") throw notRegularFile("standard input");
  const facts = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  if (facts.isDirectory()) throw new Failure("usage", `'${path}' is a folder`);
  if (!facts.isFile()) throw notRegularFile(`'${path}'`);
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

/** Two buffers: one is hashed while the other is filled. */
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
    // Avoids an unhandled rejection; awaiting it still reports the error.
    reading.catch(() => undefined);
    free = buffer;
    hash.update(buffer.subarray(0, bytesRead));
    onBytes(size);
  }
}

/** Two buffers: the next chunk is read while one is sent. A chunk is valid until the next but one. */
interface ChunkReader {
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
    // Avoids an unhandled rejection; awaiting it still reports the error.
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
        hint: "upload it again when no other program is writing to it",
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

/** A pipe can be read only once; an image is read at least twice. */
const notRegularFile = (source: string): Failure =>
  new Failure("usage", `an image cannot be uploaded from ${source}: it is not a regular file`, {
    hint: "its size and SHA-256 are announced before its bytes, and an interrupted upload reads it again: write it to a file first",
  });
