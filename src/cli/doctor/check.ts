import type { CheckName, CheckState } from "../../catalogue/commands/doctor-commands.ts";
import type { ExitKind } from "../../core/exit-codes.ts";
import type { Failure } from "../../core/failure.ts";
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
  readonly name: CheckName;
  /** Checks without whose success this one cannot be done. */
  readonly needs: readonly CheckName[];
  /** Notes in `facts` what later checks need. A `Failure` that it throws is what it found. */
  examine(facts: Facts): Finding | Promise<Finding>;
}

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
