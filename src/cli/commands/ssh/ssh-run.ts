import { constants } from "node:os";
import { Failure } from "../../../core/failure.ts";
import type { ReachableMachine } from "../../ssh/machine.ts";

/** One machine with the ssh that gets onto it. */
export interface SshRun {
  /** The machine as messages and lines of output name it. */
  readonly name: string;
  readonly machine: ReachableMachine;
  readonly address: string;
  readonly user: string | undefined;
  readonly words: readonly string[];
}

/** Exit codes above it stand for signals. */
export const firstSignalCode = 128;

/** The exit code of a child as a shell tells it. */
export const exitCodeOf = (status: number | null, signal: NodeJS.Signals | null): number =>
  status ?? firstSignalCode + (signal === null ? 0 : constants.signals[signal]);

/** The failure of an ssh that could not be started. */
export function cannotRun(error: NodeJS.ErrnoException, { name, address, user }: SshRun): Failure {
  if (error.code !== "ENOENT")
    return new Failure("other", `cannot run ssh: ${error.message}`, { exitCode: 126, cause: error });
  const login = user === undefined ? address : `${user}@${address}`;
  return new Failure("other", "cannot run ssh: it is not on PATH", {
    hint: `install the OpenSSH client, or connect to ${name} by other means: ${login}`,
    exitCode: 127,
    cause: error,
  });
}
