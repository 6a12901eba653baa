import type { ProgressListener } from "../../client/lifecycle/progress-event.ts";
import type { Clock, Random } from "../../core/clock.ts";
import type { Failure } from "../../core/failure.ts";
import type { Claim } from "../item.ts";
import type { ClaimedMachine, Finder } from "./machines.ts";

/** What one run has done with one machine of a claim, and seen of it. */
export interface MachineRecord {
  /** This run has allocated it. */
  isMine: boolean;
  /** A list has shown it since. */
  isListed: boolean;
  /** Looks that found it allocated while there were too many. */
  looks: number;
  /** Its deployment was accepted and has not been seen to begin. */
  isSubmitted: boolean;
  /** Its deployment is not requested any more. */
  isAbandoned: boolean;
  /** Its release failed, was refused, or has been tried often enough. */
  isUnreleasable: boolean;
  /** Requests to deploy and to release it, and deployments that ended before they did. */
  readonly attempts: Record<"deploy" | "release" | "interrupted", number>;
  /** Why it cannot be deployed or released. */
  refusal: Failure | undefined;
}

export interface ClaimState {
  readonly claim: Claim;
  readonly options: ClaimOptions;
  /** The machines as they were seen last: the user's, then those of other users. */
  own: readonly ClaimedMachine[];
  foreign: readonly ClaimedMachine[];
  /** By system id. */
  readonly records: Map<string, MachineRecord>;
  readonly released: Map<string, ClaimedMachine>;
  /** Failed machines that may still be replaced. */
  replacementsLeft: number;
  /** Requests to allocate whose answers were unclear, in a row. */
  unclearInARow: number;
  /** Why no further machine is allocated. */
  exhausted: Failure | undefined;
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
  records: new Map(),
  released: new Map(),
  replacementsLeft: options.replacesFailed ? replacementsEach * claim.count : 0,
  unclearInARow: 0,
  exhausted: undefined,
  isOverdue: false,
});

/** The record of a machine, made when it is first asked for. */
export function recordOf({ records }: Pick<ClaimState, "records">, systemId: string): MachineRecord {
  const known = records.get(systemId);
  if (known !== undefined) return known;
  const record: MachineRecord = {
    isMine: false,
    isListed: false,
    looks: 0,
    isSubmitted: false,
    isAbandoned: false,
    isUnreleasable: false,
    attempts: { deploy: 0, release: 0, interrupted: 0 },
    refusal: undefined,
  };
  records.set(systemId, record);
  return record;
}

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
  note(text: string): void;
}

export interface ClaimOptions {
  readonly replacesFailed: boolean;
  /** System ids, host names and FQDNs in lower case of machines that are never released. */
  readonly keep: ReadonlySet<string>;
  /** System ids of deploying and deployed machines whose release is agreed to. */
  readonly agreed: ReadonlySet<string>;
}
