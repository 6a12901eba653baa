import { defaults } from "../../catalogue/defaults.ts";
import type { Failure } from "../../core/failure.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { type SendingWatch, watchSending } from "../terminal/sending-watch.ts";

/** Decides when no further request of several is begun; a signal is one reason. */
export interface CircuitBreaker extends SendingWatch {
  /** Requests under way at once. */
  readonly parallel: number;
  /** Why no further one is begun; undefined while they go on. */
  reason(): string | undefined;
  passed(): void;
  failed(failure: Failure): void;
}

/**
 * The rule of `--parallel` and `--fail-fast`. Without the latter only what would fail for every machine ends
 * the run: a key that is refused, and a service that was out of reach twice the number under way in a row.
 */
export function circuitBreaker({ options, context, messages }: Invocation): CircuitBreaker {
  const parallel = options["parallel"] ?? defaults.parallel;
  const failFast = options["fail-fast"] === true;
  let reason: string | undefined;
  let unreachable = 0;
  const watch = watchSending(context, (kind) => {
    reason ??= kind;
    messages.note(`${kind}: waiting for the requests in progress; no more are sent`);
  });
  return {
    ...watch,
    parallel,
    reason: () => reason,
    passed: () => {
      unreachable = 0;
    },
    failed: ({ kind, message }) => {
      unreachable = kind === "unreachable" ? unreachable + 1 : 0;
      if (failFast) reason ??= "an earlier one failed";
      else if (kind === "notAuthenticated" || unreachable >= 2 * parallel) reason ??= message;
    },
  };
}
