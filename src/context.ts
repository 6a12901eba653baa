import type { Readable } from "node:stream";
import type { Clock, Random } from "./core/clock.ts";

/** A terminal of unknown size has 0 columns and rows. */
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

export interface Program {
  readonly pid: number;
  /** The executable and its first arguments. Append arguments of svc to run svc again. */
  readonly command: readonly string[];
  isRunning(pid: number): boolean;
  /** Start time as text, which distinguishes a process from a later one with the same id. */
  startOf(pid: number): Promise<string | undefined>;
}

export type Signal = "SIGINT" | "SIGTERM";

/** Everything that commands use besides their arguments. `main.ts` builds the real context; tests build their own. */
export interface Context {
  readonly argv: readonly string[];
  /** The bytes of each argument, before they are decoded. */
  argumentBytes?(): readonly Uint8Array[] | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: TextInput;
  readonly stdout: TextOutput;
  readonly stderr: TextOutput;
  /**
   * Writes to standard output without creating `stdout`, and returns the bytes for which there was no room. Undefined
   * for a terminal.
   */
  readonly writeAtOnce?: ((text: string) => Uint8Array) | undefined;
  /** The context for questions, if standard error of this one is not the terminal itself. */
  readonly promptContext?: Context | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly program: Program;
  /** Masks a secret in everything written to standard error from now on. */
  conceal?(secret: string): void;
  /** Masks the secrets passed to `conceal`. */
  maskSecrets?(text: string): string;
  /** Ends a line of output that was cut off, if it is on a terminal. */
  endCutLine?(): void;
  /** The returned function removes the listener. */
  onSignal(signal: Signal, listener: () => void): () => void;
  /** Calls `before` when Ctrl-Z suspends svc and `after` when it resumes. The returned function removes both. */
  onSuspend?(before: () => void, after: () => void): () => void;
  /** Suspends the whole job, as Ctrl-Z does unless keys are read one by one. */
  suspend?(): void;
}
