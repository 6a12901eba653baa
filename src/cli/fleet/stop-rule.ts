import { Failure } from "../../failure.ts";
import type { Invocation } from "../action.ts";

/** Requests under way at once where `--parallel` says nothing. */
const defaultParallel = 8;

/** Decides when no further request of several is begun. */
interface StopRule {
  /** Requests under way at once. */
  readonly parallel: number;
  /** Why no further one is begun; undefined while they go on. */
  reason(): string | undefined;
  /** Set where a signal ended it. */
  signalled(): Failure | undefined;
  /** Aborted where requests under way have not been answered some time after a signal. */
  readonly signal: AbortSignal;
  passed(): void;
  failed(failure: Failure): void;
  /** Stops listening to signals: every request has been answered. */
  release(): void;
}

/** How long requests under way may take to be answered after a signal, in milliseconds. */
const graceMs = 3_000;

/**
 * The rule of `--parallel` and `--fail-fast`. Without the latter only what would fail for every machine ends
 * the run: a key that is refused, and a service that was out of reach twice the number under way in a row.
 * Ctrl-C gives what is under way a moment to finish; a second one is heard by the run and ends it at once.
 */
export function stopRule({ options, context, messages }: Invocation): StopRule {
  const parallel = options["parallel"] ?? defaultParallel;
  const failFast = options["fail-fast"] === true;
  let reason: string | undefined;
  let signalled: Failure | undefined;
  let unreachable = 0;
  const ending = new AbortController();
  const answered = new AbortController();
  const listen = (signal: "SIGINT" | "SIGTERM", kind: "interrupted" | "terminated") =>
    context.onSignal(signal, () => {
      release();
      signalled = new Failure(kind, kind);
      reason ??= kind;
      messages.note(`${kind}: waiting for the requests under way; no further one is sent`);
      context.clock.sleep(graceMs, answered.signal).then(
        () => ending.abort(signalled),
        () => undefined,
      );
    });
  const listeners = [listen("SIGINT", "interrupted"), listen("SIGTERM", "terminated")];
  const release = () => {
    for (const forget of listeners.splice(0)) forget();
  };
  return {
    parallel,
    signal: ending.signal,
    reason: () => reason,
    signalled: () => signalled,
    passed: () => {
      unreachable = 0;
    },
    failed: ({ kind, message }) => {
      unreachable = kind === "unreachable" ? unreachable + 1 : 0;
      if (failFast) reason ??= "an earlier one failed";
      else if (kind === "notAuthenticated" || unreachable >= 2 * parallel) reason ??= message;
    },
    release: () => {
      release();
      answered.abort();
    },
  };
}

/** Any error as a failure. */
export const asFailure = (error: unknown): Failure =>
  error instanceof Failure
    ? error
    : new Failure("other", error instanceof Error ? error.message : String(error));
