import { PassThrough, Writable } from "node:stream";
import { run } from "../src/cli/run.ts";
import type { Context, Signal, TextOutput } from "../src/context.ts";
import { fastProcess } from "./fast-process.ts";

interface SvcOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input. */
  readonly input?: string | Uint8Array;
  /** Properties of both outputs, which are pipes by default. */
  readonly terminal?: { readonly isTTY?: boolean; readonly columns?: number; readonly rows?: number };
  readonly clock?: Context["clock"];
  readonly program?: Context["program"];
  /** A terminal with keys, instead of `input`. */
  readonly isTyped?: boolean;
  /** Writes standard error to standard output, like `2>&1`. */
  readonly isMerged?: boolean;
}

export interface RunningSvc {
  /** Calls the signal's listeners. Returns false if there are none and a process would end. */
  signal(name: Signal): boolean;
  /** Standard output so far. */
  shown(): string;
  /** Types keys, if there is a keyboard. */
  type(keys: string): void;
  readonly ended: Promise<SvcResult>;
}

export interface SvcResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output byte for byte. */
  readonly bytes: Buffer;
}

/** Starts a command of svc with real connections, and time that passes fast. */
export function startSvc(
  argv: readonly string[],
  {
    env = {},
    input = "",
    terminal = {},
    clock = fastProcess.clock,
    program = fastProcess.program,
    isTyped = false,
    isMerged = false,
  }: SvcOptions = {},
): RunningSvc {
  const written: Record<"stdout" | "stderr", Buffer[]> = { stdout: [], stderr: [] };
  const output = (name: "stdout" | "stderr"): TextOutput =>
    Object.assign(
      new Writable({
        write(chunk, _encoding, done) {
          written[name].push(Buffer.from(chunk));
          done();
        },
      }),
      terminal.isTTY === true ? { cursorTo: () => true, clearLine: () => true, ...terminal } : terminal,
    );
  const listeners = new Map<Signal, Set<() => void>>();
  const keyboard = isTyped ? { isTTY: true, setRawMode: () => undefined } : {};
  const stdin = Object.assign(new PassThrough(), keyboard);
  if (!isTyped) stdin.end(input);
  const ended = run({
    argv,
    env,
    stdin,
    stdout: output("stdout"),
    stderr: output(isMerged ? "stdout" : "stderr"),
    ...fastProcess,
    clock,
    program,
    onSignal: (name, listener) => {
      const ofSignal = listeners.get(name) ?? new Set();
      listeners.set(name, ofSignal.add(listener));
      return () => void ofSignal.delete(listener);
    },
  });
  return {
    signal(name) {
      const ofSignal = [...(listeners.get(name) ?? [])];
      for (const listener of ofSignal) listener();
      return ofSignal.length > 0;
    },
    shown: () => String(Buffer.concat(written.stdout)),
    type: (keys) => void stdin.write(keys),
    ended: ended.then((code) => {
      const bytes = Buffer.concat(written.stdout);
      return { code, stdout: String(bytes), stderr: String(Buffer.concat(written.stderr)), bytes };
    }),
  };
}

export const runSvc = (argv: readonly string[], options?: SvcOptions): Promise<SvcResult> =>
  startSvc(argv, options).ended;
