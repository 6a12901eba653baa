import { fchmodSync, fstatSync, openSync, writeSync } from "node:fs";
import { Failure, isSystemError } from "../../../failure.ts";
import type { Exchange } from "../../../sandbox/wire/exchange-log.ts";

/** Where exchanges are recorded, a line of JSON each. */
export interface Recording {
  write(exchange: Exchange): void;
}

/**
 * Opens the file, to which lines are added; its owner alone reads it. Each line is in the file when its request has
 * been answered. Throws a `Failure` where it cannot be opened; `onProblem` is called once when it cannot be written.
 */
export function openRecording(file: string, onProblem: (text: string) => void): Recording {
  let descriptor: number;
  try {
    descriptor = openSync(file, "a", 0o600);
    if (fstatSync(descriptor).isFile()) fchmodSync(descriptor, 0o600);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new Failure("other", `the recording ${file} cannot be written (${error.code})`, {
      hint: "name a file in a folder that exists with --record",
      cause: error,
    });
  }
  let isFailing = false;
  return {
    write(exchange) {
      if (isFailing) return;
      try {
        writeSync(descriptor, `${JSON.stringify(exchange)}\n`);
      } catch (error) {
        isFailing = true;
        const reason = isSystemError(error) ? error.code : String(error);
        onProblem(`requests are not recorded any more: ${file} cannot be written (${reason})`);
      }
    },
  };
}
