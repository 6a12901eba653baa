import { PassThrough, Writable } from "node:stream";
import type { Context, Signal, TextInput, TextOutput } from "../../../../src/context.ts";

/** A context with in-memory streams and a simulated keyboard. */
export interface Terminal {
  readonly context: Context;
  /** Types keys; Enter is `\r`. */
  type(keys: string): void;
  hangUp(): void;
  signal(signal: Signal): void;
  readonly shown: { readonly stdout: string; readonly stderr: string };
  /** The arguments of all calls of `setRawMode`, in order. */
  readonly rawModes: readonly boolean[];
  readonly stdin: TextInput;
  /** The number of registered signal listeners. */
  listeners(): number;
}

export interface TerminalOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** False for a pipe. */
  readonly isTTY?: boolean;
  /** Its width; undefined if the terminal does not report one. */
  readonly columns?: number;
  /** The clock's time, in milliseconds since the epoch. */
  readonly now?: number;
}

export function openTerminal({ env = {}, isTTY = true, columns, now = 0 }: TerminalOptions = {}): Terminal {
  const rawModes: boolean[] = [];
  const stdin = Object.assign(new PassThrough(), {
    isTTY,
    setRawMode: (mode: boolean) => rawModes.push(mode),
  });
  const shown = { stdout: "", stderr: "" };
  const output = (name: "stdout" | "stderr"): TextOutput =>
    Object.assign(
      new Writable({
        write(chunk, _encoding, done) {
          shown[name] += String(chunk);
          done();
        },
      }),
      { isTTY, ...(columns === undefined ? {} : { columns }) },
    );
  const signals = new Set<readonly [Signal, () => void]>();
  return {
    context: {
      argv: [],
      env,
      stdin,
      stdout: output("stdout"),
      stderr: output("stderr"),
      clock: { now: () => now, monotonic: () => now, sleep: () => Promise.resolve() },
      random: { next: () => 0, hex: (length) => "0".repeat(length * 2) },
      program: { pid: 1, command: ["svc"], isRunning: () => false, startOf: async () => undefined },
      onSignal: (signal, listener) => {
        const entry = [signal, listener] as const;
        signals.add(entry);
        return () => void signals.delete(entry);
      },
    },
    type: (keys) => void stdin.write(keys),
    hangUp: () => void stdin.end(),
    signal: (signal) => {
      for (const [name, listener] of [...signals]) if (name === signal) listener();
    },
    shown,
    rawModes,
    stdin,
    listeners: () => signals.size,
  };
}
