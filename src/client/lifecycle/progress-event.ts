import type { Clock } from "../../core/clock.ts";
import type { Failure } from "../../core/failure.ts";
import type { Client } from "../http/call.ts";

export interface Named {
  readonly systemId: string;
  readonly hostname: string;
}

export interface WatchTarget extends Named {
  /** The word by which the operator named it, for commands to copy; its system id where left out. */
  readonly typed?: string | undefined;
  /** The status number it had before the operation was sent. */
  readonly before?: number | undefined;
  /** The power state it had then. */
  readonly powerBefore?: string | undefined;
  /** Its owner before or after the operation was sent; empty for none. */
  readonly owner?: string | undefined;
  /** The request got no clear answer: the operation may not have been sent. */
  readonly isUnclear?: boolean | undefined;
  /**
   * The status number in the service's answer to the operation. It may still be the one before: a service may
   * begin a moment after it has answered.
   */
  readonly answered?: number | undefined;
}

/**
 * How the wait for one machine ended. `left`: another stable status than the operation leads to. `timeout`:
 * still in progress at the deadline. `stopped`: the watching ended first, and the operation goes on. `aborted`:
 * the operator had it aborted.
 */
export interface WaitOutcome extends Named {
  readonly result: "done" | "failed" | "left" | "timeout" | "stopped" | "aborted";
  /** Status names: at the start and at the end; undefined where none was read. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Why it is not done, or a remark on how it is; one line. */
  readonly reason: string | undefined;
  readonly elapsedMs: number;
  /** Its status was seen to change. */
  readonly hasMoved?: true;
  /** It belongs to another user now, or may no longer be read. */
  readonly isTaken?: true;
  /** The failure that ended the watching of all machines (401 or 403 of the list, a signal). */
  readonly failure?: Failure;
}

/** What a wait reports while it runs. `at` is in milliseconds since the epoch. */
export type ProgressEvent =
  | {
      readonly type: "started";
      readonly at: number;
      readonly machines: readonly Named[];
      /** Milliseconds; 0 for none. */
      readonly deadlineMs: number;
    }
  | ({
      readonly type: "changed";
      readonly at: number;
      readonly from: string | undefined;
      readonly to: string;
      readonly message: string | undefined;
    } & Named)
  | ({ readonly type: "note"; readonly at: number; readonly text: string } & Named)
  | { readonly type: "settled"; readonly at: number; readonly outcome: WaitOutcome }
  | {
      readonly type: "readError";
      readonly at: number;
      readonly text: string;
      /** Ticks in a row that could not read everything. */
      readonly inARow: number;
    }
  | {
      readonly type: "tick";
      readonly at: number;
      readonly pending: number;
      readonly settled: number;
      /** Milliseconds to the next one. */
      readonly nextMs: number;
    }
  | { readonly type: "ended"; readonly at: number };

export type ProgressListener = (event: ProgressEvent) => void;

type ProbeSsh = (address: string, signal?: AbortSignal) => Promise<boolean>;

export interface WaitOptions {
  readonly client: Client;
  readonly clock: Clock;
  /** Milliseconds; 0 for none. */
  readonly deadlineMs: number;
  /** Time spent erasing disks counts too: the operator named the deadline. */
  readonly countsErasing?: boolean;
  /** Fixed milliseconds between polls; undefined for growing delays. */
  readonly pollIntervalMs: number | undefined;
  /** A random number in [0, 1). */
  random(): number;
  readonly onProgress?: ProgressListener;
  /** Ends the watching; the outcomes of what is not settled are `stopped`. */
  readonly signal?: AbortSignal;
  /** For the condition `ssh`. */
  readonly probeSsh?: ProbeSsh;
}
