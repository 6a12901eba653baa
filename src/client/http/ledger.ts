import type { ChangeOutcome, Failure } from "../../core/failure.ts";

/** One request that changes something at the service, and what became of it. */
export interface SentChange<Request> {
  readonly request: Request;
  readonly outcome: ChangeOutcome;
}

/** What became of requests that change something at the service: those of one run, or of one step of it. */
export interface Ledger<Request = string> {
  /**
   * Takes down that a change is about to be sent. Until the returned function says what became of it, its
   * outcome is unknown.
   */
  begin(request: Request): (outcome: ChangeOutcome) => void;
  /** Of all changes together: unknown before done, done before refused; `not_sent` without any. */
  outcome(): ChangeOutcome;
  /** In the order in which they were sent. */
  changes(): readonly SentChange<Request>[];
  /** Settles the changes whose outcome is unknown. */
  clearDoubts(outcomeOf: (request: Request) => ChangeOutcome): void;
}

const byWeight: readonly ChangeOutcome[] = ["unknown", "done", "refused"];

export function createLedger<Request = string>(): Ledger<Request> {
  const changes: { readonly request: Request; outcome: ChangeOutcome }[] = [];
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
    changes: () => changes,
    clearDoubts(outcomeOf) {
      for (const change of changes)
        if (change.outcome === "unknown") change.outcome = outcomeOf(change.request);
    },
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
