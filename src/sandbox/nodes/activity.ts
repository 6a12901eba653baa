import type { StatusValue } from "../../api/statuses.ts";

/** What a machine is doing: one phase of an operation, ended by the clock. */
export interface Activity {
  readonly phase: Phase;
  /** Simulated milliseconds since the epoch; null: it never ends by itself. */
  readonly startedAt: number;
  readonly endsAt: number | null;
  /** How it will end: decided when it starts, so that a saved state ends the same way. */
  readonly outcome: "success" | "failure" | "silence";
  /** What the machine does next when this phase succeeds. */
  readonly then: readonly Phase[];
  /** Where the last of the phases leads; `before` is `previousStatus`. */
  readonly to: StatusValue | "before";
}

export type Phase =
  | "commissioning"
  | "testing"
  | "deploying"
  | "erasing"
  | "releasing"
  | "entering_rescue_mode"
  | "exiting_rescue_mode";

/** A change of the power state that is under way. */
export interface PowerChange {
  readonly to: "on" | "off";
  /** Simulated milliseconds since the epoch. */
  readonly endsAt: number;
}
