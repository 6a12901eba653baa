import { constants } from "node:os";
import { Failure } from "../../../core/failure.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { runChild } from "../../terminal/child.ts";
import { cannotRun, firstSignalCode, type SshRun } from "./ssh-run.ts";

/** What ssh ends with by itself, also where a signal has ended it. */
const ownFailureCode = 255;

/**
 * Runs ssh on svc's own streams. ssh owns the terminal: a Ctrl-C there reaches it without svc, which waits for its end.
 * Throws a `Failure` with ssh's exit code where that is not 0; 128 and its number for a signal that ended ssh.
 */
export async function runOnTerminal(run: SshRun, { context }: Invocation): Promise<void> {
  let received: NodeJS.Signals | undefined;
  const own = await runChild("ssh", run.words, context, {
    env: { ...context.env },
    onStart: () => (signal) => {
      received = signal;
    },
  }).catch((error: NodeJS.ErrnoException) => {
    throw cannotRun(error, run);
  });
  const bySignal = received === undefined ? own : firstSignalCode + constants.signals[received];
  const code = own === ownFailureCode ? bySignal : own;
  if (code !== 0) throw new Failure("other", `ssh ended with ${code}`, { exitCode: code, reported: true });
}
