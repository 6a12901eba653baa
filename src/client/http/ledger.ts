import type { ChangeOutcome, Failure } from "../../core/failure.ts";

/** Records the outcomes of all changes of a run, or of one of its steps. */
export interface Ledger<Request = string> {
  /**
   * Records a change that is about to be sent. Its outcome is unknown until the returned function is called.
   * `parts` records the requests of the change: if its doubt is cleared, so are theirs.
   */
  begin(request: Request, parts?: Ledger): (outcome: ChangeOutcome) => void;
  /** The combined outcome: unknown if any change is, else done if any is, else refused; `not_sent` without changes. */
  outcome(): ChangeOutcome;
  changes(): readonly { readonly request: Request; readonly outcome: ChangeOutcome }[];
  clearDoubts(outcomeOf: (request: Request) => ChangeOutcome): void;
  /** Host names by system_id, of the nodes that were looked up. */
  readonly hostnames: Map<string, string>;
}

const outcomesByWeight: readonly ChangeOutcome[] = ["unknown", "done", "refused"];

interface RecordedChange<Request> {
  readonly request: Request;
  outcome: ChangeOutcome;
  settle(outcome: ChangeOutcome): void;
  readonly parts: Ledger | undefined;
}

/** Records everything in `parent` too. */
export function createLedger<Request = string>(parent?: Ledger<Request>): Ledger<Request> {
  const changes: RecordedChange<Request>[] = [];
  return {
    begin(request, parts) {
      const settleInParent = parent?.begin(request);
      const settle = (outcome: ChangeOutcome) => {
        change.outcome = outcome;
        settleInParent?.(outcome);
      };
      const change: RecordedChange<Request> = { request, outcome: "unknown", settle, parts };
      changes.push(change);
      return settle;
    },
    outcome: () =>
      outcomesByWeight.find((outcome) => changes.some((change) => change.outcome === outcome)) ?? "not_sent",
    changes: () => changes.map(({ request, outcome }) => ({ request, outcome })),
    hostnames: new Map(),
    clearDoubts(outcomeOf) {
      for (const { request, settle, parts } of changes.filter(({ outcome }) => outcome === "unknown")) {
        const outcome = outcomeOf(request);
        settle(outcome);
        parts?.clearDoubts(() => outcome);
      }
    },
  };
}

export function outcomeOfStatus(status: number): ChangeOutcome {
  if (status >= 200 && status < 300) return "done";
  return status === 408 || (status >= 500 && status !== 503) ? "unknown" : "refused";
}

export interface Change {
  /** Called before the first byte is sent; from then on the outcome is unknown. */
  begin(): void;
  settle(outcome: ChangeOutcome): void;
  withOutcome(failure: Failure): Failure;
}

export const noChange: Change = { begin: () => {}, settle: () => {}, withOutcome: (failure) => failure };

export function trackChange(begin: () => ((outcome: ChangeOutcome) => void) | undefined): Change {
  let outcome: ChangeOutcome = "not_sent";
  let report: ReturnType<typeof begin>;
  return {
    begin() {
      outcome = "unknown";
      report = begin();
    },
    settle(newOutcome) {
      outcome = newOutcome;
      report?.(newOutcome);
    },
    withOutcome: (failure) => (failure.details.outcome === undefined ? failure.with({ outcome }) : failure),
  };
}
