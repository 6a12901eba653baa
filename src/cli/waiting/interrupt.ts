import type { Context, Signal } from "../../context.ts";
import { Failure } from "../../failure.ts";
import { askChoice, isInteractive } from "../terminal/prompt.ts";
import type { Progress } from "./progress-live.ts";

/** The watch over signals while a wait runs. */
export interface Interruption {
  /** Aborted, with a `Failure` (interrupted or terminated) as its reason, when the watching shall end. */
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
  const ending = new AbortController();
  let isAborting = false;
  let asked: Promise<void> | undefined;

  const end = (kind: "interrupted" | "terminated") => {
    forget();
    progress.stop();
    if (!ending.signal.aborted) ending.abort(new Failure(kind, kind));
  };
  const ask = async () => {
    progress.pause();
    try {
      const choice = await askChoice(context, question.text(), [
        { value: "go", label: "go on waiting" },
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
  const listeners: readonly (readonly [Signal, () => void])[] = [
    [
      "SIGINT",
      () => {
        if (asked !== undefined || !isInteractive(context)) return end("interrupted");
        asked = ask().finally(() => {
          asked = undefined;
        });
      },
    ],
    ["SIGTERM", () => end("terminated")],
  ];
  const forgetters = listeners.map(([signal, listener]) => context.onSignal(signal, listener));
  const goOn = () => {
    if (asked === undefined) progress.resume();
  };
  if (context.onSuspend !== undefined) forgetters.push(context.onSuspend(progress.pause, goOn));
  const forget = () => {
    for (const forgetter of forgetters.splice(0)) forgetter();
  };
  return {
    signal: ending.signal,
    wantsAbort: () => isAborting,
    release: async () => {
      await asked;
      forget();
    },
  };
}
