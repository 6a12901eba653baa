import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import type { Context } from "../../context.ts";
import { onTerminationSignal } from "./signals.ts";

interface ChildOptions {
  readonly env: Context["env"];
  /** Standard output is svc's own: the program's goes to standard error. */
  readonly keepsOutput?: boolean;
  /** Called at the start; the returned function is called at the end, with the signal that svc received. */
  readonly onStart?: (child: ChildProcess) => ((signal: NodeJS.Signals | undefined) => void) | undefined;
}

/** How long a program may go on after SIGTERM, in milliseconds; a second one ends it at once. */
const graceMs = 10_000;

/**
 * Runs a program on svc's streams and forwards signals. Resolves with its exit code, or 128 plus the signal's
 * number; rejects with the system's error if it cannot start.
 */
export function runChild(
  command: string,
  words: readonly string[],
  context: Pick<Context, "clock" | "onSignal" | "stdin">,
  { env, onStart, keepsOutput = false }: ChildOptions,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { stdio: ["inherit", keepsOutput ? 2 : "inherit", "inherit"], env });
    const end = child.pid === undefined ? undefined : onStart?.(child);
    const exited = new AbortController();
    let received: NodeJS.Signals | undefined;
    const forget = onTerminationSignal(context, (_, signal) => {
      const isSecond = received === "SIGTERM" && signal === "SIGTERM";
      received = signal;
      if (isSecond) child.kill("SIGKILL");
      else if (signal === "SIGTERM")
        context.clock.sleep(graceMs, exited.signal).then(
          () => child.kill("SIGKILL"),
          () => undefined,
        );
      // The terminal also sends Ctrl-C to the program; a second one would end it at once.
      if (signal === "SIGTERM" || context.stdin.isTTY !== true) child.kill(signal);
    });
    const dispose = () => {
      forget();
      exited.abort();
    };
    child.on("error", (error) => {
      dispose();
      reject(error);
    });
    child.on("exit", (code, signal) => {
      dispose();
      end?.(received);
      const cause = signal === "SIGKILL" ? (received ?? signal) : signal;
      resolve(code ?? 128 + (cause === null ? 0 : constants.signals[cause]));
    });
  });
}
