import type { Clock } from "../../core/clock.ts";
import type { Failure } from "../../core/failure.ts";
import { countOccurrences } from "../../core/grouping.ts";
import type { Client } from "../http/call.ts";

export interface NodeNames {
  readonly systemId: string;
  readonly hostname: string;
}

export interface WatchTarget extends NodeNames {
  /** The name that commands in messages use: the operator's word for the machine, or its system id. */
  readonly nameForCommands?: string | undefined;
  readonly statusBefore?: number | undefined;
  readonly powerBefore?: string | undefined;
  /** The owner before the operation, or else in its answer; empty for no owner. */
  readonly owner?: string | undefined;
  /** True if the request had no clear answer, so that the operation may not have begun. */
  readonly isUnclear?: boolean | undefined;
  /** The status in the answer. It may be the previous one, since services may begin a moment after answering. */
  readonly answerStatus?: number | undefined;
}

/** `left`: in another stable status; `timeout`: still in progress; `stopped`: the wait ended before the operation. */
export interface WaitOutcome extends NodeNames {
  readonly result: "done" | "failed" | "left" | "timeout" | "stopped" | "aborted";
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly reason: string | undefined;
  readonly elapsedMs: number;
  readonly power?: string;
  readonly hasChanged?: true;
  /** True if the machine belongs to another user, or can no longer be read. */
  readonly isTaken?: true;
  /** The failure that ended the whole wait: a 401 or 403 of the list, or a signal. */
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
      readonly power?: string;
    } & NodeNames)
  | ({ readonly type: "note"; readonly at: number; readonly text: string } & NodeNames)
  | { readonly type: "settled"; readonly at: number; readonly outcome: WaitOutcome }
  | {
      readonly type: "readError";
      readonly at: number;
      readonly text: string;
      readonly consecutiveErrors: number;
    }
  | {
      readonly type: "tick";
      readonly at: number;
      readonly pending: number;
      readonly settled: number;
      readonly untilNextPollMs: number;
    }
  | { readonly type: "ended"; readonly at: number };

export const stateText = ({ to, power }: { readonly to: string; readonly power?: string }): string =>
  power === undefined ? to : `power ${power}`;

export const statusCounts = (statuses: Iterable<string>): readonly string[] =>
  [...countOccurrences(statuses)]
    .sort(([, a], [, b]) => b - a)
    .map(([status, count]) => `${count} ${status}`);

export const readErrorText = (text: string, consecutiveErrors: number): string =>
  `could not read the machines${consecutiveErrors > 1 ? ` ${consecutiveErrors} times in a row` : ""}, still watching: ${text}`;

export type ProgressListener = (event: ProgressEvent) => void;

type ProbeSsh = (address: string, signal?: AbortSignal) => Promise<boolean>;

export interface WaitOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly deadlineMs: number;
  /** If true, the deadline includes the time for erasing disks, because the operator set it. */
  readonly countsErasing?: boolean;
  readonly pollIntervalMs: number | undefined;
  /** At least 0 and less than 1. */
  random(): number;
  readonly onProgress?: ProgressListener;
  /** Ends the wait; unfinished machines are `stopped`. */
  readonly signal?: AbortSignal;
  readonly probeSsh?: ProbeSsh;
}
