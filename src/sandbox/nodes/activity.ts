/** What a machine is doing: one phase of an operation, ended by the clock. */
export interface Activity {
  readonly phase: Phase;
  /** Simulated milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endsAt: number;
  /** How it will end: decided when it starts, so that a saved state ends the same way. */
  readonly outcome: "success" | "failure" | "silence";
  /** What the machine does next when this phase succeeds. */
  readonly then?: readonly Phase[];
}

export type Phase =
  | "commissioning"
  | "testing"
  | "deploying"
  | "erasing"
  | "releasing"
  | "entering_rescue_mode"
  | "exiting_rescue_mode";
