import { createLedger, type Ledger } from "../../client/http/ledger.ts";
import type { ProgressListener } from "../../client/lifecycle/progress-event.ts";
import type { Clock, Random } from "../../core/clock.ts";
import type { Failure } from "../../core/failure.ts";
import type { Claim } from "../item.ts";
import type { ClaimedMachine, Finder } from "./machines.ts";

export interface MachineRecord {
  isMine: boolean;
  /** Has been listed since. */
  isListed: boolean;
  /** Readings that found it allocated while there were too many. */
  looks: number;
  /** Its deployment was accepted but has not begun. */
  isSubmitted: boolean;
  /** No longer to be deployed. */
  isAbandoned: boolean;
  /** Its release failed, was refused, or was tried too often. */
  isUnreleasable: boolean;
  /** Requests to deploy and release it, and interrupted deployments. */
  readonly attempts: Record<"deploy" | "release" | "interrupted", number>;
  /** Why it cannot be deployed or released. */
  refusal: Failure | undefined;
}

/** A request about a machine; without a system id, to allocate one. */
export interface ClaimRequest {
  readonly does: "allocate" | "deploy" | "release";
  readonly systemId: string | undefined;
}

export interface ClaimState {
  readonly claim: Claim;
  readonly ledger: Ledger<ClaimRequest>;
  readonly options: ClaimOptions;
  /** As last seen: the user's, then other users'. */
  ownMachines: readonly ClaimedMachine[];
  foreign: readonly ClaimedMachine[];
  readonly records: Map<string, MachineRecord>;
  readonly released: Map<string, ClaimedMachine>;
  replacementsLeft: number;
  unclearInARow: number;
  exhausted: Failure | undefined;
  /** The wait for deployments timed out. */
  isOverdue: boolean;
}

/** Replacements of failed machines per run, for each machine of the claim. */
const replacementsEach = 2;

export const newState = (claim: Claim, options: ClaimOptions): ClaimState => ({
  claim,
  ledger: createLedger(),
  options,
  ownMachines: [],
  foreign: [],
  records: new Map(),
  released: new Map(),
  replacementsLeft: options.replacesFailed ? replacementsEach * claim.count : 0,
  unclearInARow: 0,
  exhausted: undefined,
  isOverdue: false,
});

/** Creates the record on first use. */
export function recordOf({ records }: Pick<ClaimState, "records">, systemId: string): MachineRecord {
  const existing = records.get(systemId);
  if (existing !== undefined) return existing;
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
  readonly parallel: number;
  /** Aborts requests, with a `Failure` as its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Ends pauses and waits, with a `Failure` as its reason. */
  readonly stopping: AbortSignal;
  /** Deployment wait in milliseconds; 0 for no limit, undefined for the default. */
  readonly waitTimeoutMs?: number | undefined;
  /** Fixed interval while machines deploy, in milliseconds. */
  readonly pollIntervalMs?: number | undefined;
  /** Receives deployment progress; by default `note` gets lines about it. */
  readonly onProgress?: ProgressListener | undefined;
  note(text: string): void;
}

export interface ClaimOptions {
  readonly replacesFailed: boolean;
  /** Machines never to be released: system ids, host names and FQDNs in lower case. */
  readonly keep: ReadonlySet<string>;
  /** System ids of machines in use whose release is confirmed. */
  readonly confirmedReleases: ReadonlySet<string>;
}
