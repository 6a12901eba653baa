import type { ProgressListener } from "../../client/lifecycle/progress-event.ts";
import type { Clock, Random } from "../../core/clock.ts";
import type { Failure } from "../../core/failure.ts";
import type { Claim } from "../item.ts";
import type { ClaimRun } from "./decide.ts";
import type { ClaimedMachine, Finder } from "./machines.ts";

/** What one run knows of a claim while it is carried out. */
export interface ClaimState {
  readonly claim: Claim;
  readonly options: ClaimOptions;
  /** The machines as they were seen last: the asker's, then those of other users. */
  own: readonly ClaimedMachine[];
  foreign: readonly ClaimedMachine[];
  readonly mine: Set<string>;
  /** Of `mine`, those that a list has shown. */
  readonly seen: Set<string>;
  readonly looks: Map<string, number>;
  readonly asked: Set<string>;
  readonly abandoned: Set<string>;
  readonly unreleasable: Set<string>;
  /** Requests by the machine's system id and the operation. */
  readonly attempts: Map<string, number>;
  readonly released: Map<string, ClaimedMachine>;
  /** Failed machines that may still be replaced. */
  replacementsLeft: number;
  /** Requests to allocate whose answers were unclear, in a row. */
  unclearInARow: number;
  /** Why no further machine is allocated. */
  exhausted: Failure | undefined;
  /** Why machines cannot be deployed or released, one for each. */
  readonly refusals: Map<string, Failure>;
  /** The wait for deployments ended before they did. */
  isOverdue: boolean;
}

/** How often a failed machine of a claim is replaced in one run, for each machine that it holds. */
const replacementsEach = 2;

export const newState = (claim: Claim, options: ClaimOptions): ClaimState => ({
  claim,
  options,
  own: [],
  foreign: [],
  mine: new Set(),
  seen: new Set(),
  looks: new Map(),
  asked: new Set(),
  abandoned: new Set(),
  unreleasable: new Set(),
  attempts: new Map(),
  released: new Map(),
  replacementsLeft: options.replacesFailed ? replacementsEach * claim.count : 0,
  unclearInARow: 0,
  exhausted: undefined,
  refusals: new Map(),
  isOverdue: false,
});

/** What a decision needs of the state. */
export function runOf(state: ClaimState): ClaimRun {
  const { claim, options, mine, looks, asked, abandoned, unreleasable, exhausted } = state;
  const { keep, agreed } = options;
  return {
    ...{ count: claim.count, keep, agreed, mine, looks, asked, abandoned, unreleasable },
    replacesFailed: state.replacementsLeft > 0,
    isExhausted: exhausted !== undefined,
  };
}

/** Counts a request about a machine; returns how many of the kind there have been, this one included. */
export function countAttempt({ attempts }: ClaimState, operation: string, systemId: string): number {
  const key = `${operation} ${systemId}`;
  const count = (attempts.get(key) ?? 0) + 1;
  attempts.set(key, count);
  return count;
}

/** What claims are carried out with. */
export interface ClaimDeps extends Finder {
  readonly clock: Clock;
  readonly random: Random;
  /** Requests under way at once. */
  readonly parallel: number;
  /** Ends requests under way, with a `Failure` as its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Ends pauses and waits, with a `Failure` as its reason: nothing further is begun. */
  readonly stopping: AbortSignal;
  /** Of the wait for a deployment, in milliseconds; 0 for none, undefined for that of the operation. */
  readonly waitTimeoutMs?: number | undefined;
  /** Fixed milliseconds between looks while machines deploy. */
  readonly pollIntervalMs?: number | undefined;
  /** Shows how machines deploy; left out, `note` takes lines about it. */
  readonly onProgress?: ProgressListener | undefined;
  /** Takes one line for each thing that happens. */
  note(text: string): void;
}

/** What the line asks of all claims. */
export interface ClaimOptions {
  readonly replacesFailed: boolean;
  /** System ids, host names and FQDNs in lower case of machines that are never released. */
  readonly keep: ReadonlySet<string>;
  /** System ids of deploying and deployed machines whose release is agreed to. */
  readonly agreed: ReadonlySet<string>;
}
