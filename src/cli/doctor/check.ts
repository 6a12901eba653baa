import type { ExitKind, Failure } from "../../core/failure.ts";
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
  /** Stores results for later checks in `facts`. A thrown `Failure` becomes the finding. */
  examine(facts: Facts): Finding | Promise<Finding>;
}

export type Checks = Readonly<Partial<Record<CheckName, CheckSpec>>>;

export const ok = (found: string): Finding => ({ state: "ok", found });

export const warning = (found: string, fix: string | undefined): Finding => ({
  state: "warning",
  found,
  fix,
});

export function failed(kind: ExitKind, found: string, fix: string | undefined): Finding {
  return { state: "failed", found, fix, kind };
}

export const failedBy = ({ kind, message, details }: Failure, fix = details.hint): Finding =>
  failed(kind, message, fix?.replace(/^run: /, ""));

export const skipped = (found: string): Finding => ({ state: "skipped", found });
