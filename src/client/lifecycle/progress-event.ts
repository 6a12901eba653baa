import type { Clock } from "../../core/clock.ts";
import type { Failure } from "../../core/failure.ts";
import type { Client } from "../http/call.ts";

export interface NodeNames {
  readonly systemId: string;
  readonly hostname: string;
}

export interface WatchTarget extends NodeNames {
  /** The operator's name for it, for commands to copy; its system id by default. */
  readonly nameForCommands?: string | undefined;
  readonly before?: number | undefined;
  readonly powerBefore?: string | undefined;
  /** Owner before or after the operation was sent; empty for none. */
  readonly owner?: string | undefined;
  /** The request had no clear answer: the operation may not have begun. */
  readonly isUnclear?: boolean | undefined;
  /** The status in the answer; may be the previous one, since a service may begin a moment after answering. */
  readonly answerStatus?: number | undefined;
}

/**
 * How the wait for one machine ended. `left`: a stable status that the operation does not lead to. `timeout`: in
 * progress at the deadline. `stopped`: the watching ended first. `aborted`: by the operator.
 */
export interface WaitOutcome extends NodeNames {
  readonly result: "done" | "failed" | "left" | "timeout" | "stopped" | "aborted";
  /** Status names at the start and the end, if read. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Why it is not done, or a remark; one line. */
  readonly reason: string | undefined;
  readonly elapsedMs: number;
  /** The power state at the end, if the wait is for one. */
  readonly power?: string;
  readonly hasMoved?: true;
  /** It belongs to another user, or may no longer be read. */
  readonly isTaken?: true;
  /** The failure that ended all watching (401 or 403 of the list, a signal). */
  readonly failure?: Failure;
}

/** `at` is in milliseconds since the epoch. */
export type ProgressEvent =
  | {
      readonly type: "started";
      readonly at: number;
      readonly machines: readonly NodeNames[];
      readonly deadlineMs: number;
    }
  | ({
      readonly type: "changed";
      readonly at: number;
      readonly from: string | undefined;
      readonly to: string;
      readonly message: string | undefined;
      /** The new power state, if the wait is for one; the status may be unchanged. */
      readonly power?: string;
    } & NodeNames)
  | ({ readonly type: "note"; readonly at: number; readonly text: string } & NodeNames)
  | { readonly type: "settled"; readonly at: number; readonly outcome: WaitOutcome }
  | {
      readonly type: "readError";
      readonly at: number;
      readonly text: string;
      /** Consecutive ticks that could not read everything. */
      readonly inARow: number;
    }
  | {
      readonly type: "tick";
      readonly at: number;
      readonly pending: number;
      readonly settled: number;
      readonly nextMs: number;
    }
  | { readonly type: "ended"; readonly at: number };

/** The status, or the power state if the wait is for one. */
export const stateText = ({ to, power }: { readonly to: string; readonly power?: string }): string =>
  power === undefined ? to : `power ${power}`;

export type ProgressListener = (event: ProgressEvent) => void;

type ProbeSsh = (address: string, signal?: AbortSignal) => Promise<boolean>;

export interface WaitOptions {
  readonly client: Client;
  readonly clock: Clock;
  /** Milliseconds; 0 for none. */
  readonly deadlineMs: number;
  /** Time spent erasing disks counts, since the operator chose the deadline. */
  readonly countsErasing?: boolean;
  /** Fixed milliseconds between polls; undefined for growing delays. */
  readonly pollIntervalMs: number | undefined;
  /** In [0, 1). */
  random(): number;
  readonly onProgress?: ProgressListener;
  /** Ends the watching; unsettled machines are `stopped`. */
  readonly signal?: AbortSignal;
  /** For the condition `ssh`. */
  readonly probeSsh?: ProbeSsh;
}
