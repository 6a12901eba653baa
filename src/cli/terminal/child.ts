import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import type { Context } from "../../context.ts";
import { onTerminationSignal } from "./signals.ts";

interface ChildOptions {
  readonly env: Context["env"];
  /** Called when the program runs; what it returns is called when it has ended, with the signal that svc got till then. */
  readonly onStart?: (child: ChildProcess) => ((signal: NodeJS.Signals | undefined) => void) | undefined;
}

/**
 * Runs a program on svc's own streams and passes signals on to it; resolves with its exit code, 128 and the signal's
 * number for a signal. Rejects with the system's error where it cannot be started.
 */
export function runChild(
  command: string,
  words: readonly string[],
  context: Pick<Context, "onSignal" | "stdin">,
  { env, onStart }: ChildOptions,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { stdio: "inherit", env });
    const end = child.pid === undefined ? undefined : onStart?.(child);
    let received: NodeJS.Signals | undefined;
    const dispose = onTerminationSignal(context, (_, signal) => {
      received = signal;
      // A terminal sends Ctrl-C to the program as well; a second one would end it at once.
      if (signal === "SIGTERM" || context.stdin.isTTY !== true) child.kill(signal);
    });
    child.on("error", (error) => {
      dispose();
      reject(error);
    });
    child.on("exit", (code, signal) => {
      dispose();
      end?.(received);
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}
