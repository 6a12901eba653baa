import { PassThrough, Writable } from "node:stream";
import { run } from "../../src/cli/run.ts";
import type { Signal, TextOutput } from "../../src/context.ts";
import { fastProcess } from "../fast-process.ts";

/** A line of svc that runs in this process. */
export interface RunningSvc {
  /** Sends the signal to whoever listens; false where nobody does, and a process would end by it. */
  signal(name: Signal): boolean;
  readonly ended: Promise<SvcResult>;
}

export interface SvcResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one command line, `svc` left out, over real connections and in time that runs fast. */
export function startSvc(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  input = "",
): RunningSvc {
  const shown = { stdout: "", stderr: "" };
  const output = (name: "stdout" | "stderr"): TextOutput =>
    new Writable({
      write(chunk, _encoding, done) {
        shown[name] += String(chunk);
        done();
      },
    });
  const listeners = new Map<Signal, Set<() => void>>();
  const stdin = new PassThrough();
  stdin.end(input);
  const ended = run({
    argv,
    env,
    stdin,
    stdout: output("stdout"),
    stderr: output("stderr"),
    ...fastProcess,
    onSignal: (name, listener) => {
      const heard = listeners.get(name) ?? new Set();
      listeners.set(name, heard.add(listener));
      return () => void heard.delete(listener);
    },
  });
  return {
    signal(name) {
      const heard = [...(listeners.get(name) ?? [])];
      for (const listener of heard) listener();
      return heard.length > 0;
    },
    ended: ended.then((code) => ({ code, ...shown })),
  };
}
