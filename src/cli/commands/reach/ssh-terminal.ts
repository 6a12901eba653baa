import { spawn } from "node:child_process";
import { Failure } from "../../../failure.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { onTerminationSignal } from "../../terminal/signals.ts";
import { cannotRun, exitCodeOf, type SshRun } from "./ssh-run.ts";

/**
 * Runs ssh on svc's own streams. ssh owns the terminal: a Ctrl-C there reaches it without svc, which waits for its end.
 * Throws a `Failure` with ssh's exit code where that is not 0; 128 and its number for a signal.
 */
export async function runOnTerminal(run: SshRun, { context }: Invocation): Promise<void> {
  const code = await new Promise<number>((resolve, reject) => {
    const child = spawn("ssh", run.words, { stdio: "inherit", env: { ...context.env } });
    const dispose = onTerminationSignal(context, (_, signal) => {
      if (signal === "SIGTERM" || context.stdin.isTTY !== true) child.kill(signal);
    });
    child.on("error", (error) => {
      dispose();
      reject(cannotRun(error, run));
    });
    child.on("exit", (status, signal) => {
      dispose();
      resolve(exitCodeOf(status, signal));
    });
  });
  if (code !== 0) throw new Failure("other", `ssh ended with ${code}`, { exitCode: code, reported: true });
}
