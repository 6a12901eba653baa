import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { isInteractive } from "../terminal/capabilities.ts";
import { askChoice } from "../terminal/prompt.ts";
import { onTerminationSignal, type Termination, terminationFailure } from "../terminal/signals.ts";
import type { Progress } from "./progress-live.ts";

/** The watch over signals while a wait runs. */
export interface Interruption {
  /** Aborted, with a `Failure` (interrupted or terminated) as its reason, when the watching is to end. */
  readonly signal: AbortSignal;
  /** The operator asked to abort the operation too. */
  wantsAbort(): boolean;
  /** Stops listening; resolves when no question is open any longer. */
  release(): Promise<void>;
}

/**
 * Ctrl-C ends the watching, or on a terminal asks what to do while the watching goes on; a second one ends it
 * at once, and one after that ends the process, as nothing listens any more. SIGTERM asks nothing. Ctrl-Z takes
 * what is drawn off the terminal, and it is drawn again when the process goes on.
 */
export function watchSignals(
  context: Context,
  progress: Progress,
  question: { text(): string; readonly canAbort: boolean },
): Interruption {
  const controller = new AbortController();
  let isAborting = false;
  let asked: Promise<void> | undefined;

  const end = (termination: Termination) => {
    dispose();
    progress.stop();
    if (!controller.signal.aborted) controller.abort(terminationFailure(termination));
  };
  const ask = async () => {
    progress.pause();
    try {
      const choice = await askChoice(context, question.text(), [
        { value: "go", label: "keep waiting" },
        { value: "leave", label: "leave it running and stop waiting" },
        ...(question.canAbort ? [{ value: "abort", label: "abort the operation" } as const] : []),
      ]);
      if (choice === "go") return progress.resume();
      isAborting = choice === "abort";
      end("interrupted");
    } catch (error) {
      end(error instanceof Failure && error.kind === "terminated" ? "terminated" : "interrupted");
    }
  };
  const disposeSignals = onTerminationSignal(context, (termination) => {
    if (termination === "terminated" || asked !== undefined || !isInteractive(context))
      return end(termination);
    asked = ask().finally(() => {
      asked = undefined;
    });
  });
  const disposeSuspend = context.onSuspend?.(progress.pause, () => {
    if (asked === undefined) progress.resume();
  });
  const dispose = () => {
    disposeSignals();
    disposeSuspend?.();
  };
  return {
    signal: controller.signal,
    wantsAbort: () => isAborting,
    release: async () => {
      await asked;
      dispose();
    },
  };
}
