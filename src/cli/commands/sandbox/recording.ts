import { closeSync, fchmodSync, fstatSync, openSync, renameSync, statSync, writeSync } from "node:fs";
import { Failure, isSystemError } from "../../../core/failure.ts";
import { openPipe } from "../../../core/named-files.ts";
import type { Exchange } from "../../../sandbox/wire/exchange-log.ts";

/** Where exchanges are recorded, a line of JSON each. */
export interface Recording {
  write(exchange: Exchange): void;
}

/** A file that has this size is put aside, in bytes. */
const fileSize = 100_000_000;

/**
 * Opens the file, to which lines are added; its owner alone reads it. Each line is in the file when its request has
 * been answered. Before a line that would make it larger than `maxBytes` the file is renamed to end in `.1`, which
 * replaces the one before, and a new one is begun. Throws a `Failure` where it cannot be opened; `onProblem` is called
 * once when it cannot be written.
 */
export function openRecording(
  file: string,
  onProblem: (text: string) => void,
  maxBytes = fileSize,
): Recording {
  let descriptor: number;
  try {
    descriptor = openToAdd(file);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new Failure("other", `the recording ${file} cannot be written (${error.code})`, {
      hint:
        error.code === "ENXIO"
          ? "no program reads from this pipe: start that first"
          : "name a file in a folder that exists with --record",
      cause: error,
    });
  }
  let isFailing = false;
  return {
    write(exchange) {
      if (isFailing) return;
      try {
        const line = Buffer.from(`${JSON.stringify(exchange)}\n`);
        if (isFull(descriptor, line.length, maxBytes)) {
          putAside(file, descriptor);
          closeSync(descriptor);
          descriptor = openToAdd(file);
        }
        writeLine(descriptor, line);
      } catch (error) {
        isFailing = true;
        const reason = isSystemError(error) ? error.code : String(error);
        onProblem(`requests are not recorded any more: ${file} cannot be written (${reason})`);
      }
    },
  };
}

function openToAdd(file: string): number {
  const isPipe = statSync(file, { throwIfNoEntry: false })?.isFIFO() === true;
  // Held until the pipe is open: where the only writer closes it, its reader ends.
  const held = isPipe ? openPipe(file) : undefined;
  const descriptor = openSync(file, "a", 0o600);
  if (held !== undefined) closeSync(held);
  if (fstatSync(descriptor).isFile()) fchmodSync(descriptor, 0o600);
  return descriptor;
}

/** A pipe or a terminal is never full, and a line that is larger by itself is written all the same. */
function isFull(descriptor: number, lineBytes: number, maxBytes: number): boolean {
  const stats = fstatSync(descriptor);
  return stats.isFile() && stats.size > 0 && stats.size + lineBytes > maxBytes;
}

/** Renames the file that is open, unless another sandbox that records to it has done so. */
function putAside(file: string, descriptor: number): void {
  const [open, named] = [fstatSync(descriptor), statSync(file, { throwIfNoEntry: false })];
  if (named?.ino === open.ino && named.dev === open.dev) renameSync(file, `${file}.1`);
}

/** The whole line: the system may take a part of it at a time. */
function writeLine(descriptor: number, line: Buffer): void {
  for (let at = 0; at < line.length; ) at += writeSync(descriptor, line, at);
}
