import { constants, createReadStream, fstatSync, openSync } from "node:fs";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";

/**
 * A named pipe is opened without waiting for its other end: the wait would hold a thread that nothing but the end of
 * the other program frees, and with it the process. Windows has no such pipes.
 */
const withoutWaiting = constants.O_NONBLOCK ?? 0;

/**
 * The bytes of a file that a user named, to its end or until the signal. Of a pipe that is until its writers have closed
 * it, however long the first of them takes to come. Rejects with the error of the file system, or the signal's reason.
 */
export async function* fileChunks(path: string, signal?: AbortSignal): AsyncGenerator<Uint8Array, void> {
  const stream = await streamOf(openSync(path, constants.O_RDONLY | withoutWaiting));
  const end = () => stream.destroy(new Error("aborted"));
  signal?.addEventListener("abort", end, { once: true });
  if (signal?.aborted === true) end();
  try {
    yield* stream;
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener("abort", end);
  }
}

/** Pipes and terminals are waited for without a thread. */
async function streamOf(file: number): Promise<Readable> {
  if (fstatSync(file).isFIFO()) return await pipeOf(file, "readable");
  const { isatty, ReadStream } = await import("node:tty");
  return isatty(file) ? new ReadStream(file) : createReadStream("", { fd: file });
}

async function pipeOf(file: number, side: "readable" | "writable"): Promise<Socket> {
  const { Socket } = await import("node:net");
  return new Socket({ fd: file, readable: false, writable: false, [side]: true });
}

/** Opens a named pipe to write without waiting; throws the error ENXIO of the file system where no program reads from it. */
export const openPipe = (path: string): number => openSync(path, constants.O_WRONLY | withoutWaiting);

/** Writes to a named pipe, as fast as its reader reads; rejects as `openPipe` throws. */
export async function writePipe(path: string, content: Uint8Array): Promise<void> {
  const pipe = await pipeOf(openPipe(path), "writable");
  await new Promise<void>((resolve, reject) => {
    pipe.on("error", reject);
    pipe.end(content, resolve);
  });
}
