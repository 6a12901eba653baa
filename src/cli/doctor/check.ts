import type { Clock } from "../../core/clock.ts";
import type { ExitKind } from "../../core/exit-codes.ts";
import { Failure } from "../../core/failure.ts";
import type { CheckName, CheckState } from "../specs/doctor-commands.ts";
import type { Facts } from "./facts.ts";

/** What a check has found, in words for people. */
export interface Finding {
  readonly state: CheckState;
  readonly found: string;
  /** A command to type, or a setting to change. */
  readonly fix?: string | undefined;
  /** What kind of failure it is, of a check that failed: it decides the exit code. */
  readonly kind?: ExitKind;
}

export interface Check extends Finding {
  readonly name: CheckName;
}

/** One thing to look at. */
export interface CheckSpec {
  /** Checks without whose success this one cannot be done. */
  readonly needs: readonly CheckName[];
  /** Notes in `facts` what later checks need. A `Failure` that it throws is what it found. */
  examine(facts: Facts): Finding | Promise<Finding>;
}

/** Some checks, by name. */
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

/** What a failure of svc says as a finding, in its own words unless others are given. */
export const failedBy = ({ kind, message, details }: Failure, fix = details.hint): Finding =>
  failed(kind, message, fix?.replace(/^run: /, ""));

export const skipped = (reason: string): Finding => ({ state: "skipped", found: reason });

/**
 * Does work whose signal is aborted by the outer one and when its time is over; rejects then, also where the work
 * does not listen: with the reason of the outer signal, or a `Failure` (unreachable).
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
