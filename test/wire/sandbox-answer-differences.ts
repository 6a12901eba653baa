import type { AnswerDifferenceId } from "../../src/catalogue/commands/sandbox-answers.ts";
import type { SandboxFixture } from "./sandbox-fixture.ts";
import { machineDifferences } from "./sandbox-machine-differences.ts";
import { networkDifferences } from "./sandbox-network-differences.ts";
import { requestDifferences } from "./sandbox-request-differences.ts";

/** One difference between documented and live services, as a client observes it. */
export interface AnswerDifference {
  /** Creates what it needs and returns what the answers show in the current style. */
  observe(fixture: SandboxFixture): Promise<unknown>;
  readonly documented: unknown;
  readonly deployed: unknown;
}

export const sights: Readonly<Record<AnswerDifferenceId, AnswerDifference>> = {
  ...networkDifferences,
  ...machineDifferences,
  ...requestDifferences,
};
