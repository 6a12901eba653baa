import type { ChangeOutcome, Failure } from "../../core/failure.ts";

/** What became of the requests of one run that change something at the service. */
export interface Ledger {
  /**
   * Takes down that a change is about to be sent. Until the returned function says what became of it, its
   * outcome is unknown.
   */
  begin(request: string): (outcome: ChangeOutcome) => void;
  /** Of all changes together: unknown before done, done before refused; `not_sent` without any. */
  outcome(): ChangeOutcome;
  /** The method and path of each change that got no clear answer. */
  unclear(): readonly string[];
}

const byWeight: readonly ChangeOutcome[] = ["unknown", "done", "refused"];

export function createLedger(): Ledger {
  const changes: { readonly request: string; outcome: ChangeOutcome }[] = [];
  return {
    begin(request) {
      const change = { request, outcome: "unknown" as ChangeOutcome };
      changes.push(change);
      return (outcome) => {
        change.outcome = outcome;
      };
    },
    outcome: () =>
      byWeight.find((outcome) => changes.some((change) => change.outcome === outcome)) ?? "not_sent",
    unclear: () => changes.filter(({ outcome }) => outcome === "unknown").map(({ request }) => request),
  };
}

/** What an answer's status says about the change that it answers. */
export function outcomeOfStatus(status: number): ChangeOutcome {
  if (status >= 200 && status < 300) return "done";
  return status === 408 || (status >= 500 && status !== 503) ? "unknown" : "refused";
}

/** One attempt of a request: what became of it goes to the ledger and into its failure. */
export interface Change {
  /** The first byte is about to leave: from now on the outcome is unknown. */
  begin(): void;
  settle(outcome: ChangeOutcome): void;
  /** The failure with the outcome, where it has none yet. */
  noted(failure: Failure): Failure;
}

/** An attempt that can change nothing. */
export const noChange: Change = { begin: () => {}, settle: () => {}, noted: (failure) => failure };

/** The change that an attempt is; `begin` enters it in the ledger. */
export function followChange(begin: () => ((outcome: ChangeOutcome) => void) | undefined): Change {
  let outcome: ChangeOutcome = "not_sent";
  let report: ReturnType<typeof begin>;
  return {
    begin() {
      outcome = "unknown";
      report = begin();
    },
    settle(now) {
      outcome = now;
      report?.(now);
    },
    noted: (failure) => (failure.details.outcome === undefined ? failure.with({ outcome }) : failure),
  };
}
