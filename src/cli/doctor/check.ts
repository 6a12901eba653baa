import type { Clock } from "../../core/clock.ts";
import type { ExitKind } from "../../core/exit-codes.ts";
import { Failure } from "../../core/failure.ts";
import type { CheckName, CheckState } from "./check-names.ts";
import type { Facts } from "./facts.ts";

export interface Finding {
  readonly state: CheckState;
  readonly found: string;
  /** A command to type, or a setting to change. */
  readonly fix?: string | undefined;
  readonly kind?: ExitKind;
}

export interface Check extends Finding {
  readonly name: CheckName;
}

export interface CheckSpec {
  readonly needs: readonly CheckName[];
  /** Stores in `facts` what later checks need. A thrown `Failure` is its finding. */
  examine(facts: Facts): Finding | Promise<Finding>;
}

export type Checks = Readonly<Partial<Record<CheckName, CheckSpec>>>;

export const ok = (found: string): Finding => ({ state: "ok", found });

export const warning = (found: string, fix: string | undefined): Finding => ({
  state: "warning",
  found,
  fix,
});

export const failed = (kind: ExitKind, found: string, fix: string | undefined): Finding => ({
  state: "failed",
  found,
  fix,
  kind,
});

export const failedBy = ({ kind, message, details }: Failure, fix = details.hint): Finding =>
  failed(kind, message, fix?.replace(/^run: /, ""));

export const skipped = (reason: string): Finding => ({ state: "skipped", found: reason });

/**
 * Aborts the signal of `work` with the outer one or at the time-out, and rejects even if the work ignores it:
 * with the outer reason, or a `Failure` (unreachable).
 */
export async function bounded<Result>(
  clock: Clock,
  outer: AbortSignal | undefined,
  ms: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  const ended = new AbortController();
  const signal = outer === undefined ? late.signal : AbortSignal.any([outer, late.signal]);
  clock.sleep(ms, ended.signal).then(
    () => late.abort(tooLate(ms)),
    () => undefined,
  );
  try {
    return await new Promise<Result>((resolve, reject) => {
      const end = () => reject(signal.reason);
      if (signal.aborted) return end();
      signal.addEventListener("abort", end, { once: true });
      work(signal).then(resolve, reject);
    });
  } finally {
    ended.abort();
  }
}

const tooLate = (ms: number): Failure =>
  new Failure("unreachable", `no end within ${ms / 1000} s`, { hint: "--timeout gives it longer" });
