import type { Context, Signal } from "../../context.ts";
import { Failure } from "../../failure.ts";

/** How long a command that was told to end may take to clean up and to say how far it came, in milliseconds. */
const graceMs = 1_000;

/** What may end a command from outside while it runs. */
export interface RunWatch {
  /** The context to run the command with. */
  readonly context: Context;
  /** Aborted, with a `Failure` (interrupted or terminated), by a signal that the command does not watch itself. */
  readonly signal: AbortSignal;
  /** Rejects with that failure where the command has not ended some time after the signal. */
  readonly overdue: Promise<never>;
  release(): void;
}

/**
 * Listens to SIGINT and SIGTERM for as long as a command runs. A command that listens itself, by the context
 * given out here, has precedence. After one signal nothing listens any more: the next ends the process.
 */
export function watchRun(outer: Context): RunWatch {
  const ending = new AbortController();
  const watchedByCommand: Record<Signal, number> = { SIGINT: 0, SIGTERM: 0 };
  const overdue = new Promise<never>((_, reject) => {
    ending.signal.addEventListener("abort", () => {
      outer.clock.sleep(graceMs).then(() => reject(ending.signal.reason), reject);
    });
  });
  // Nobody may be waiting for it when it comes.
  overdue.catch(() => undefined);
  const listen = (signal: Signal, kind: "interrupted" | "terminated") =>
    outer.onSignal(signal, () => {
      if (watchedByCommand[signal] > 0) return;
      release();
      ending.abort(new Failure(kind, kind));
    });
  const forgetters = [listen("SIGINT", "interrupted"), listen("SIGTERM", "terminated")];
  const release = () => {
    for (const forget of forgetters.splice(0)) forget();
  };
  const onSignal: Context["onSignal"] = (signal, listener) => {
    watchedByCommand[signal] += 1;
    const forget = outer.onSignal(signal, listener);
    let isForgotten = false;
    return () => {
      if (isForgotten) return;
      isForgotten = true;
      watchedByCommand[signal] -= 1;
      forget();
    };
  };
  const context: Context = Object.create(outer, { onSignal: { value: onSignal } });
  return { context, signal: ending.signal, overdue, release };
}
