import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import type { Context } from "../../context.ts";
import { type Clock, startTimer } from "../../core/clock.ts";
import { onTerminationSignal } from "./signals.ts";

interface ChildOptions {
  readonly env: Context["env"];
  /** If true, standard output is reserved for svc, and the program's output goes to standard error. */
  readonly divertsOutput?: boolean;
  /** Milliseconds a program gets to end after a signal; a second SIGTERM ends it at once. */
  readonly graceMs?: number;
  /** Called at the start; the returned function is called at the end with the signal that svc received. */
  readonly onStart?: (child: ChildProcess) => ((signal: NodeJS.Signals | undefined) => void) | undefined;
}

export function endChild(child: ChildProcess, signal: NodeJS.Signals, clock: Clock, graceMs = 1_000): void {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.once(
    "exit",
    startTimer(clock, graceMs, () => child.kill("SIGKILL")),
  );
  child.kill(signal);
}

/** Exit codes above this mean signals. */
export const signalCodeBase = 128;

/** Like a shell: 128 plus the number of the signal. */
export const exitCodeOf = (code: number | null, signal: NodeJS.Signals | null): number =>
  code ?? signalCodeBase + (signal === null ? 0 : constants.signals[signal]);

/** Resolves with the exit code, or 128 plus the signal's number; rejects if the program cannot start. */
export function runChild(
  command: string,
  words: readonly string[],
  context: Pick<Context, "clock" | "onSignal" | "stdin">,
  { env, onStart, divertsOutput = false, graceMs }: ChildOptions,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { stdio: [0, divertsOutput ? 2 : 1, 2], env });
    const onExit = child.pid === undefined ? undefined : onStart?.(child);
    let receivedSignal: NodeJS.Signals | undefined;
    const dispose = onTerminationSignal(context, (_, signal) => {
      const isSecond = receivedSignal === "SIGTERM" && signal === "SIGTERM";
      receivedSignal = signal;
      if (isSecond) child.kill("SIGKILL");
      // The terminal itself sends Ctrl-C to the program; a second signal would end it at once.
      else if (signal === "SIGTERM" || context.stdin.isTTY !== true)
        endChild(child, signal, context.clock, graceMs);
    });
    child.on("error", (error) => {
      dispose();
      reject(error);
    });
    child.on("exit", (code, signal) => {
      dispose();
      onExit?.(receivedSignal);
      const cause = signal === "SIGKILL" ? (receivedSignal ?? signal) : signal;
      resolve(exitCodeOf(code, cause));
    });
  });
}
