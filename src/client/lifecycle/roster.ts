import type { Failure } from "../../core/failure.ts";
import type { ProgressListener, WaitOutcome, WatchTarget } from "./progress-event.ts";
import type { WaitOptions } from "./wait-options.ts";
import { isErasing, outcomeOf, startWatching, type Watched } from "./watched.ts";

/** The machines of one wait: those that are still watched, and how the others ended. */
export interface Roster {
  /** Milliseconds on the monotonic clock. */
  readonly startedAt: number;
  readonly pending: ReadonlyMap<string, Watched>;
  /** Ends the watching of one machine, and reports it. */
  settle(
    one: Watched,
    result: WaitOutcome["result"],
    reason: string | undefined,
    extra?: Partial<WaitOutcome>,
  ): void;
  /** Ends the watching of all that is left, by the failure that stopped it if there was one. */
  stop(failure?: Failure): void;
  /** Those whose deadline has passed. */
  overdue(): readonly Watched[];
  /** Milliseconds to the next deadline; infinite without one. */
  leftMs(): number;
  /** One for each settled machine, in the order of the targets. */
  outcomes(): readonly WaitOutcome[];
}

/** Begins to watch each different system id of the targets. */
export function createRoster(
  targets: readonly WatchTarget[],
  options: Pick<WaitOptions, "clock" | "deadlineMs" | "countsErasing">,
  report: ProgressListener,
): Roster {
  const { clock, deadlineMs } = options;
  const startedAt = clock.monotonic();
  const outcomes = new Map<string, WaitOutcome>();
  const pending = new Map<string, Watched>();
  for (const target of targets)
    if (!pending.has(target.systemId)) pending.set(target.systemId, startWatching(target, startedAt));
  const order = [...pending.keys()];

  const settle: Roster["settle"] = (one, result, reason, extra = {}) => {
    const elapsedMs = clock.monotonic() - startedAt;
    const outcome: WaitOutcome = { ...outcomeOf(one, result, reason, elapsedMs), ...extra };
    pending.delete(one.target.systemId);
    outcomes.set(one.target.systemId, outcome);
    report({ type: "settled", at: clock.now(), outcome });
  };
  const deadlineOf = (one: Watched): number => {
    if (deadlineMs === 0) return Number.POSITIVE_INFINITY;
    if (options.countsErasing === true) return startedAt + deadlineMs;
    return (isErasing(one.view) ? one.readAt : startedAt + one.erasingMs) + deadlineMs;
  };

  return {
    startedAt,
    pending,
    settle,
    stop(failure) {
      for (const one of [...pending.values()])
        settle(one, "stopped", failure?.message, failure === undefined ? {} : { failure });
    },
    overdue() {
      const now = clock.monotonic();
      return [...pending.values()].filter((one) => now >= deadlineOf(one));
    },
    leftMs: () => Math.min(...[...pending.values()].map(deadlineOf)) - clock.monotonic(),
    outcomes: () => order.flatMap((id) => outcomes.get(id) ?? []),
  };
}
