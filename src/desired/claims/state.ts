import { createLedger, type Ledger } from "../../client/http/ledger.ts";
import type { ProgressListener } from "../../client/lifecycle/progress-event.ts";
import type { Clock } from "../../core/clock.ts";
import type { Failure } from "../../core/failure.ts";
import type { Claim } from "../item.ts";
import type { ClaimedMachine, Finder } from "./machines.ts";

export interface MachineRecord {
  isFromThisRun: boolean;
  /** True once a list has shown the machine after its allocation. */
  isListed: boolean;
  /** Number of readings in which it was allocated although the claim had too many machines. */
  surplusReadings: number;
  isSubmitted: boolean;
  isAbandoned: boolean;
  isUnreleasable: boolean;
  /** Number of deploy requests, release requests and interrupted deployments. */
  readonly attempts: Record<"deploy" | "release" | "interrupted", number>;
  refusal: Failure | undefined;
}

/** `systemId` is undefined for an allocation, because the service chooses the machine. */
export interface ClaimRequest {
  readonly action: "allocate" | "deploy" | "release";
  readonly systemId: string | undefined;
}

export interface ClaimState {
  readonly claim: Claim;
  readonly ledger: Ledger<ClaimRequest>;
  readonly options: ClaimOptions;
  ownMachines: readonly ClaimedMachine[];
  foreignMachines: readonly ClaimedMachine[];
  readonly records: Map<string, MachineRecord>;
  readonly released: Map<string, ClaimedMachine>;
  replacementsLeft: number;
  consecutiveUnclearAnswers: number;
  noMachineFailure: Failure | undefined;
  isOverdue: boolean;
}

const replacementsPerMachine = 2;

export const newState = (claim: Claim, options: ClaimOptions): ClaimState => ({
  claim,
  ledger: createLedger(),
  options,
  ownMachines: [],
  foreignMachines: [],
  records: new Map(),
  released: new Map(),
  replacementsLeft: options.replacesFailed ? replacementsPerMachine * claim.count : 0,
  consecutiveUnclearAnswers: 0,
  noMachineFailure: undefined,
  isOverdue: false,
});

export function recordOf({ records }: Pick<ClaimState, "records">, systemId: string): MachineRecord {
  const existing = records.get(systemId);
  if (existing !== undefined) return existing;
  const record: MachineRecord = {
    isFromThisRun: false,
    isListed: false,
    surplusReadings: 0,
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
  readonly parallel: number;
  /** Ends pauses and waits, with a `Failure` as its reason. */
  readonly stopSignal: AbortSignal;
  /** Time limit for deployments in milliseconds; 0 for none, undefined for the default. */
  readonly waitTimeoutMs?: number | undefined;
  /** Fixed interval between readings while machines deploy, in milliseconds. */
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
