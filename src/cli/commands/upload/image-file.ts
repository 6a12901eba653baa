import { createHash } from "node:crypto";
import { type FileHandle, open, stat } from "node:fs/promises";
import type { Content } from "../../../client/http/call.ts";
import { Failure, systemErrorText } from "../../../core/failure.ts";

export const chunkBytes = 4 * 1024 * 1024;

/** Small enough to stay in the processor's cache. */
const hashBufferBytes = 512 * 1024;

/** The service identifies a file by hash and size. */
export interface ImageFacts {
  readonly path: string;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  readonly size: number;
}

export async function examineImage(
  path: string,
  signal: AbortSignal,
  onBytes: (bytesRead: number, size: number) => void,
): Promise<ImageFacts> {
  if (path === "-" || path === "@-") throw notRegularFile("standard input");
  const fileStats = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  if (fileStats.isDirectory()) throw new Failure("usage", `'${path}' is a folder`);
  if (!fileStats.isFile()) throw notRegularFile(`'${path}'`);
  if (fileStats.size === 0) throw new Failure("usage", `'${path}' is empty`);
  try {
    const file = await open(path, "r");
    try {
      return { path, ...(await hashOf(file, signal, (read) => onBytes(read, fileStats.size))) };
    } finally {
      await file.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    throw unreadable(path, error);
  }
}

/** Uses two buffers: one is hashed while the other is filled. */
async function hashOf(file: FileHandle, signal: AbortSignal, onBytes: (bytesRead: number) => void) {
  const hash = createHash("sha256");
  let size = 0;
  let pendingRead = file.read(Buffer.allocUnsafeSlow(hashBufferBytes), 0, hashBufferBytes, 0);
  let nextBuffer = Buffer.allocUnsafeSlow(hashBufferBytes);
  for (;;) {
    const { bytesRead, buffer } = await pendingRead;
    if (bytesRead === 0) return { sha256: hash.digest("hex"), size };
    signal.throwIfAborted();
    size += bytesRead;
    pendingRead = file.read(nextBuffer, 0, hashBufferBytes, size);
    // Avoids an unhandled rejection; awaiting it still reports the error.
    pendingRead.catch(() => undefined);
    nextBuffer = buffer;
    hash.update(buffer.subarray(0, bytesRead));
    onBytes(size);
  }
}

/** Reads ahead while a chunk is sent, so a chunk is valid only until the next call of `read`. */
export async function openChunks({ path, size }: ImageFacts) {
  const file = await open(path, "r").catch((error: unknown) => {
    throw unreadable(path, error);
  });
  const bufferBytes = Math.min(chunkBytes, size);
  let nextBuffer = Buffer.allocUnsafeSlow(bufferBytes);
  let currentBuffer = Buffer.allocUnsafeSlow(bufferBytes);
  let readAhead: { readonly offset: number; readonly chunk: Promise<Buffer> } | undefined;
  const startReading = (offset: number) => {
    const chunk = nextBuffer.subarray(0, Math.min(chunkBytes, size - offset));
    [nextBuffer, currentBuffer] = [currentBuffer, nextBuffer];
    const chunkRead = fillBuffer(file, chunk, offset, path).then(() => chunk);
    // Avoids an unhandled rejection; awaiting it still reports the error.
    chunkRead.catch(() => undefined);
    readAhead = { offset, chunk: chunkRead };
    return readAhead.chunk;
  };
  return {
    read: async (offset: number): Promise<Content> => {
      await readAhead?.chunk.catch(() => undefined);
      const chunk = await (readAhead?.offset === offset ? readAhead.chunk : startReading(offset));
      const next = offset + chunk.length;
      if (next < size) startReading(next);
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
      await readAhead?.chunk.catch(() => undefined);
      await file.close();
    },
  };
}

async function fillBuffer(file: FileHandle, buffer: Buffer, offset: number, path: string): Promise<void> {
  for (let bytesFilled = 0; bytesFilled < buffer.length; ) {
    const { bytesRead } = await file.read(
      buffer,
      bytesFilled,
      buffer.length - bytesFilled,
      offset + bytesFilled,
    );
    if (bytesRead === 0)
      throw new Failure("other", `'${path}' became shorter while it was being uploaded`, {
        hint: "upload it again when no other program is writing to it",
      });
    bytesFilled += bytesRead;
  }
}

const unreadable = (path: string, error: unknown): Failure =>
  new Failure("usage", `cannot read '${path}': ${systemErrorText(error)}`, { cause: error });

/** A pipe can be read only once; an image is read at least twice. */
const notRegularFile = (source: string): Failure =>
  new Failure("usage", `an image cannot be uploaded from ${source}: it is not a regular file`, {
    hint: "save it to a file first: svc must know its size and SHA-256 before it uploads, and reads it again to resume",
  });
