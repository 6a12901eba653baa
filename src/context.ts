import type { Readable } from "node:stream";
import type { Clock, Random } from "./core/clock.ts";

/**
 * A stream that a person or a program reads. `isTTY` is decided per stream, never once for all. A terminal
 * that does not know its size has 0.
 */
export interface TextOutput extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

/** The stream that answers and piped values come from. */
export interface TextInput extends Readable {
  readonly isTTY?: boolean;
  setRawMode?(mode: boolean): unknown;
}

/** The process that svc runs as, and what it can find out about others. */
export interface Program {
  readonly pid: number;
  /** The program and its first arguments: with svc's own arguments after them, they start svc once more. */
  readonly command: readonly string[];
  /** Whether a process of that number exists. */
  isRunning(pid: number): boolean;
  /**
   * When a process started, as text that tells it from a later one of the same number; undefined where there is
   * none, or the system does not say.
   */
  startOf(pid: number): Promise<string | undefined>;
}

export type Signal = "SIGINT" | "SIGTERM";

/**
 * Everything a command touches outside its own arguments. `main.ts` builds the real one; a test builds its
 * own, so that every command runs without a process.
 */
export interface Context {
  /** The arguments after the program's name. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: TextInput;
  readonly stdout: TextOutput;
  readonly stderr: TextOutput;
  /**
   * Where standard output is not a terminal: writes what it can of a text there before `stdout` is used, and returns the
   * rest in UTF-8.
   */
  readonly writeAtOnce?: ((text: string) => Uint8Array) | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly program: Program;
  /** Keeps a secret out of all that is written to standard error from here on. */
  conceal?(secret: string): void;
  /** The text without the secrets of this run. */
  maskKnown?(text: string): string;
  /** Calls `listener` at each arrival of `signal` until the returned function is called. */
  onSignal(signal: Signal, listener: () => void): () => void;
  /**
   * Calls `before` when a terminal is about to stop the process (Ctrl-Z), and `after` when it goes on, until the
   * returned function is called.
   */
  onSuspend?(before: () => void, after: () => void): () => void;
  /** Stops the process and what runs beside it in the terminal, as Ctrl-Z does where keys are read one by one. */
  suspend?(): void;
}
