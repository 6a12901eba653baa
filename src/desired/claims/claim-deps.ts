import type { ProgressListener } from "../../client/lifecycle/progress-event.ts";
import type { Clock, Random } from "../../core/clock.ts";
import type { Finder } from "./find.ts";

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
