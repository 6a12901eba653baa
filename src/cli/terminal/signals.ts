import { setMaxListeners } from "node:events";
import type { Context, Signal } from "../../context.ts";
import { Failure } from "../../core/failure.ts";

/** The kind of failure that each signal causes. */
const terminations = { SIGINT: "interrupted", SIGTERM: "terminated" } as const;

/** How a signal ends what was going on. */
export type Termination = (typeof terminations)[Signal];

/** Calls `listener` at each SIGINT and SIGTERM until the returned function is called. */
export function onTerminationSignal(
  { onSignal }: Pick<Context, "onSignal">,
  listener: (termination: Termination, signal: Signal) => void,
): () => void {
  const disposers = (["SIGINT", "SIGTERM"] as const).map((signal) =>
    onSignal(signal, () => listener(terminations[signal], signal)),
  );
  return () => {
    for (const dispose of disposers.splice(0)) dispose();
  };
}

/** The failure of a command that a signal ended. */
export const terminationFailure = (termination: Termination): Failure =>
  new Failure(termination, termination);

interface TerminationAbort {
  /** Aborted with the failure made for the signal as its reason. */
  readonly signal: AbortSignal;
  /** Stops listening. May be called again. */
  dispose(): void;
}

/** Aborts at the first SIGINT or SIGTERM; the next one meets no listener and ends the process. */
export function abortOnTerminationSignal(
  context: Pick<Context, "onSignal">,
  failureFor: (termination: Termination) => Failure = terminationFailure,
): TerminationAbort {
  const controller = new AbortController();
  const dispose = onTerminationSignal(context, (termination) => {
    dispose();
    controller.abort(failureFor(termination));
  });
  return { signal: controller.signal, dispose };
}

/** How long a command may take to clean up and to report how far it came after a signal, in milliseconds. */
const cleanupMs = 1_000;

/** What may end a command from outside while it runs. */
interface RunWatch {
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
      outer.clock.sleep(cleanupMs).then(() => reject(controller.signal.reason), reject);
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

/** How long requests under way may take to be answered after a signal, in milliseconds. */
const answerMs = 3_000;

/** The watch over signals while changes are on the wire. */
export interface SendingWatch {
  /** The `Failure` (interrupted or terminated) of the signal that came; undefined while none has. */
  signalled(): Failure | undefined;
  /** Aborted with that failure where requests under way have not been answered some time after the signal. */
  readonly signal: AbortSignal;
  /** Stops listening: every request has been answered. */
  release(): void;
}

/**
 * Gives requests under way a moment to be answered when a signal comes, so that less is in doubt. A second
 * signal is handled by the run, which ends them at once.
 */
export function watchSending(
  context: Pick<Context, "clock" | "onSignal">,
  onStop: (termination: Termination) => void,
): SendingWatch {
  const overdue = new AbortController();
  const answered = new AbortController();
  let signalled: Failure | undefined;
  const dispose = onTerminationSignal(context, (termination) => {
    dispose();
    signalled = terminationFailure(termination);
    onStop(termination);
    context.clock.sleep(answerMs, answered.signal).then(
      () => overdue.abort(signalled),
      () => undefined,
    );
  });
  return {
    signalled: () => signalled,
    signal: overdue.signal,
    release: () => {
      dispose();
      answered.abort();
    },
  };
}
