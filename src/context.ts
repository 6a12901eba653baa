import type { Readable } from "node:stream";
import type { Clock, Random } from "./core/clock.ts";

/** `isTTY` is decided per stream. A terminal of unknown size has 0. */
export interface TextOutput extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

export interface TextInput extends Readable {
  readonly isTTY?: boolean;
  setRawMode?(mode: boolean): unknown;
  readonly isRaw?: boolean;
}

/** The svc process, and what it can find out about others. */
export interface Program {
  readonly pid: number;
  /** The program and its first arguments: append svc's arguments to start svc again. */
  readonly command: readonly string[];
  isRunning(pid: number): boolean;
  /** Start time as text, which distinguishes processes with the same number; undefined if not available. */
  startOf(pid: number): Promise<string | undefined>;
}

export type Signal = "SIGINT" | "SIGTERM";

/** Everything a command touches beyond its arguments. `main.ts` builds the real one; tests build their own. */
export interface Context {
  readonly argv: readonly string[];
  /** The bytes of each argument; undefined if the system does not tell. */
  argumentBytes?(): readonly Uint8Array[] | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: TextInput;
  readonly stdout: TextOutput;
  readonly stderr: TextOutput;
  /** If standard output is not a terminal: writes what fits before `stdout` is used, and returns the rest in UTF-8. */
  readonly writeAtOnce?: ((text: string) => Uint8Array) | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly program: Program;
  /** Masks a secret in everything written to standard error from now on. */
  conceal?(secret: string): void;
  /** Masks this run's secrets in a text. */
  maskKnown?(text: string): string;
  /** Calls `listener` on each signal; the returned function unsubscribes. */
  onSignal(signal: Signal, listener: () => void): () => void;
  /** Calls `before` on suspension by the terminal (Ctrl-Z) and `after` on resuming; returns how to unsubscribe. */
  onSuspend?(before: () => void, after: () => void): () => void;
  /** Suspends the whole job, like Ctrl-Z, which raw key input disables. */
  suspend?(): void;
}
