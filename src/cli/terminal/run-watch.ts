import { setMaxListeners } from "node:events";
import type { Context, Signal } from "../../context.ts";
import { onTerminationSignal, terminationFailure } from "./signals.ts";

/** How long a command may take to clean up and to report how far it came after a signal, in milliseconds. */
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
  const controller = new AbortController();
  // Every request under way listens to it, however many there are: no leak that Node has to warn of.
  setMaxListeners(0, controller.signal);
  const watchedByCommand: Record<Signal, number> = { SIGINT: 0, SIGTERM: 0 };
  const overdue = new Promise<never>((_, reject) => {
    controller.signal.addEventListener("abort", () => {
      outer.clock.sleep(graceMs).then(() => reject(controller.signal.reason), reject);
    });
  });
  // Nobody may be waiting for it when it comes.
  overdue.catch(() => undefined);
  const release = onTerminationSignal(outer, (termination, signal) => {
    if (watchedByCommand[signal] > 0) return;
    release();
    controller.abort(terminationFailure(termination));
  });
  const onSignal: Context["onSignal"] = (signal, listener) => {
    watchedByCommand[signal] += 1;
    const dispose = outer.onSignal(signal, listener);
    let isDisposed = false;
    return () => {
      if (isDisposed) return;
      isDisposed = true;
      watchedByCommand[signal] -= 1;
      dispose();
    };
  };
  const context: Context = Object.create(outer, { onSignal: { value: onSignal } });
  return { context, signal: controller.signal, overdue, release };
}
