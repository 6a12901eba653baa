import { closeSync, fchmodSync, fstatSync, openSync, renameSync, statSync, writeSync } from "node:fs";
import { Socket } from "node:net";
import { Failure, isSystemError, systemErrorText } from "../../../core/failure.ts";
import { openPipe } from "../../../core/files.ts";
import type { Exchange } from "../../../sandbox/wire/exchange-log.ts";

interface Recording {
  write(exchange: Exchange): void;
  /** Gives the reader of a pipe a second to read the rest. */
  close(): Promise<void> | undefined;
}

/** In bytes; a larger file is renamed, and a new one begun. */
const fileSize = 100_000_000;

/** A full file is renamed to `.1`, replacing the previous one. `onProblem` is called once if writing fails. */
export function openRecording(
  file: string,
  onProblem: (text: string) => void,
  maxBytes = fileSize,
): Recording {
  let isFailing = false;
  const fail = (error: unknown) => {
    if (!isFailing)
      onProblem(`requests are no longer recorded: ${file} cannot be written (${systemErrorText(error)})`);
    isFailing = true;
  };
  try {
    const isPipe = statSync(file, { throwIfNoEntry: false })?.isFIFO() === true;
    const { append, close } = isPipe ? openPipeLines(file, onProblem, fail) : openFileLines(file, maxBytes);
    const write = (exchange: Exchange) => {
      if (isFailing) return;
      try {
        append(Buffer.from(`${JSON.stringify(exchange)}\n`));
      } catch (error) {
        fail(error);
      }
    };
    return { write, close };
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new Failure("other", `the recording ${file} cannot be written (${systemErrorText(error)})`, {
      hint:
        error.code === "ENXIO"
          ? "no program is reading from this pipe: start the reader first"
          : "--record takes a file in an existing folder",
      cause: error,
    });
  }
}

interface Lines extends Pick<Recording, "close"> {
  append(line: Buffer): void;
}

function openFileLines(file: string, maxBytes: number): Lines {
  let descriptor = openForAppend(file);
  return {
    append(line) {
      if (isFull(descriptor, line.length, maxBytes)) {
        rotate(file, descriptor);
        closeSync(descriptor);
        descriptor = openForAppend(file);
      }
      for (let at = 0; at < line.length; ) at += writeSync(descriptor, line, at);
    },
    close: () => undefined,
  };
}

function openForAppend(file: string): number {
  const descriptor = openSync(file, "a", 0o600);
  if (fstatSync(descriptor).isFile()) fchmodSync(descriptor, 0o600);
  return descriptor;
}

/** Terminals are never full; a line larger than the limit is written anyway. */
function isFull(descriptor: number, lineBytes: number, maxBytes: number): boolean {
  const stats = fstatSync(descriptor);
  return stats.isFile() && stats.size > 0 && stats.size + lineBytes > maxBytes;
}

/** Renames the file unless another sandbox that records to it has already done so. */
function rotate(file: string, descriptor: number): void {
  const [openStats, pathStats] = [fstatSync(descriptor), statSync(file, { throwIfNoEntry: false })];
  if (pathStats?.ino === openStats.ino && pathStats.dev === openStats.dev) renameSync(file, `${file}.1`);
}

/** In bytes; a reader further behind loses requests, because the service must not wait for it. */
const maxBacklog = 1_000_000;
const closeTimeoutMs = 1_000;

function openPipeLines(
  file: string,
  onProblem: (text: string) => void,
  onError: (error: unknown) => void,
): Lines {
  const pipe = new Socket({ fd: openPipe(file), readable: false, writable: true }).unref();
  let waiting = 0;
  let lost = 0;
  const reportLoss = (count: number, rest: string) =>
    onProblem(`${count} ${count === 1 ? "request was" : "requests were"} not recorded in ${file}${rest}`);
  pipe.on("error", onError).on("drain", () => {
    if (lost > 0) reportLoss(lost, ": its reader was too slow; later ones are recorded");
    lost = 0;
  });
  return {
    append(line) {
      if (pipe.writableLength + line.length > maxBacklog) {
        lost += 1;
        if (lost === 1) onProblem(`requests are not recorded until the reader of ${file} catches up`);
        return;
      }
      waiting += 1;
      pipe.write(line, () => {
        waiting -= 1;
      });
    },
    async close() {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, closeTimeoutMs);
        pipe.end(() => resolve(clearTimeout(timer)));
      });
      if (waiting + lost > 0 && pipe.errored === null)
        reportLoss(waiting + lost, ": its reader was too slow");
      pipe.destroy();
    },
  };
}
