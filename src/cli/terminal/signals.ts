import { setMaxListeners } from "node:events";
import type { Context, Signal } from "../../context.ts";
import { startTimer } from "../../core/clock.ts";
import { Failure } from "../../core/failure.ts";

const terminations = { SIGINT: "interrupted", SIGTERM: "terminated" } as const;

export type Termination = (typeof terminations)[Signal];

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

export const terminationFailure = (termination: Termination): Failure =>
  new Failure(termination, termination);

/** Aborts with a `Failure` at the first SIGINT or SIGTERM; the next one ends the process. */
export function abortOnTerminationSignal(
  context: Pick<Context, "onSignal">,
  failureFor: (termination: Termination) => Failure = terminationFailure,
) {
  const controller = new AbortController();
  const dispose = onTerminationSignal(context, (termination) => {
    dispose();
    controller.abort(failureFor(termination));
  });
  return { signal: controller.signal, dispose };
}

/** Milliseconds to clean up and report after a signal. */
const cleanupMs = 1_000;

/** Milliseconds to wait for answers after a signal. */
export const answerWaitMs = 3_000;

/**
 * Listeners added through the returned context take precedence, and also hear of an earlier signal that no listener
 * handled. A second signal ends the wait for answers, and the next one the process.
 */
export function watchRun(outer: Context, hasSentChanges = () => false) {
  const controller = new AbortController();
  const answerController = new AbortController();
  const firstSignal = new AbortController();
  // Every request adds a listener; this avoids Node's leak warning.
  setMaxListeners(0, controller.signal, answerController.signal, firstSignal.signal);
  const commandListeners: Record<Signal, number> = { SIGINT: 0, SIGTERM: 0 };
  const endAnswers = () => answerController.abort(controller.signal.reason);
  controller.signal.addEventListener("abort", () => {
    const isFirst = !firstSignal.signal.aborted;
    if (isFirst && hasSentChanges()) outer.clock.sleep(answerWaitMs).then(endAnswers, endAnswers);
    else endAnswers();
  });
  const overdue = new Promise<never>((_, reject) => {
    answerController.signal.addEventListener("abort", () => {
      outer.clock.sleep(cleanupMs).then(() => reject(controller.signal.reason), reject);
    });
  });
  // Avoids an unhandled rejection.
  overdue.catch(() => undefined);
  let unhandledSignal: Signal | undefined;
  const release = onTerminationSignal(outer, (termination, signal) => {
    const isHandled = commandListeners[signal] > 0;
    if (!isHandled && controller.signal.aborted) endAnswers();
    else if (!isHandled) {
      unhandledSignal = signal;
      controller.abort(terminationFailure(termination));
    }
    if (answerController.signal.aborted) release();
    firstSignal.abort();
  });
  const onSignal: Context["onSignal"] = (signal, listener) => {
    commandListeners[signal] += 1;
    const dispose = outer.onSignal(signal, listener);
    let isDisposed = false;
    // Otherwise a part of svc that starts after the signal would wait for another signal.
    queueMicrotask(() => {
      if (signal === unhandledSignal && !isDisposed) listener();
    });
    return () => {
      if (isDisposed) return;
      isDisposed = true;
      commandListeners[signal] -= 1;
      dispose();
    };
  };
  const context: Context = Object.create(outer, { onSignal: { value: onSignal } });
  return {
    context,
    /** Aborted with a `Failure` by a signal that the command does not handle. */
    signal: controller.signal,
    /** Aborted after `signal`, once the answers to changes that were being sent had time to arrive. */
    answerSignal: answerController.signal,
    /** Aborted by the first signal, even if the command handles it. */
    retrySignal: firstSignal.signal,
    /** Rejects with the `Failure` of `signal` if the command still runs a second after `answerSignal`. */
    overdue,
    release,
  };
}

export type SendingWatch = ReturnType<typeof watchSending>;

/** After a signal, waits briefly for answers, so that fewer changes have an unclear outcome. */
export function watchSending(
  context: Pick<Context, "clock" | "onSignal">,
  onStop: (termination: Termination) => void,
  limitMs = answerWaitMs,
) {
  const overdueController = new AbortController();
  let stopTimer = () => {};
  let signalFailure: Failure | undefined;
  const dispose = onTerminationSignal(context, (termination) => {
    dispose();
    signalFailure = terminationFailure(termination);
    onStop(termination);
    stopTimer = startTimer(context.clock, limitMs, () => overdueController.abort(signalFailure));
  });
  return {
    /** The `Failure` of the signal (interrupted or terminated). */
    signalFailure: () => signalFailure,
    /** Aborted with that failure if requests are not answered in time. */
    signal: overdueController.signal,
    /** Stops listening once all requests are answered. */
    release: () => {
      dispose();
      stopTimer();
    },
  };
}
