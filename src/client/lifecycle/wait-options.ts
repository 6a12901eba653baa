import type { Clock } from "../../core/clock.ts";
import type { Client } from "../http/call.ts";
import type { ProgressListener } from "./progress-event.ts";

/** True when an SSH server answers at the address. */
type ProbeSsh = (address: string, signal?: AbortSignal) => Promise<boolean>;

/** How to wait. */
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
