import { createLedger, type Ledger } from "../client/http/ledger.ts";
import { asFailure, type ChangeOutcome, type Failure } from "../core/failure.ts";
import type { Entry } from "./directory.ts";
import type { Action, Step } from "./step.ts";

/** What one request of a step does to an object. */
export interface ObjectChange {
  readonly does: "create" | "set" | "delete";
  readonly entry: Entry;
  /** Those that it sets, where it is not about the whole object. */
  readonly fields?: readonly string[];
}

/** The requests of one step, in the order in which they were sent. */
export type StepLedger = Ledger<ObjectChange>;

export const createStepLedger = (): StepLedger => createLedger<ObjectChange>();

/** Sends one request and reads its answer whole; the ledger takes down what became of it. */
export async function entered<T>(
  ledger: StepLedger,
  change: ObjectChange,
  send: () => Promise<T>,
): Promise<T> {
  const settle = ledger.begin(change);
  try {
    const value = await send();
    settle("done");
    return value;
  } catch (error) {
    settle(asFailure(error).details.outcome ?? "not_sent");
    throw error;
  }
}

/** What was carried out of a step that failed, as one action; undefined for nothing. */
export function carriedOutOf({ entry }: Step, ledger: StepLedger): Action | undefined {
  const done = doneChanges(ledger).filter((change) => change.entry === entry);
  const isDone = (does: ObjectChange["does"]) => done.some((change) => change.does === does);
  if (isDone("delete")) return isDone("create") ? "replace" : "delete";
  return isDone("create") ? "create" : isDone("set") ? "update" : undefined;
}

/**
 * The failure of a step by what became of all its requests: where some were carried out, its message says which, and
 * which one failed.
 */
export function failureOfStep(failure: Failure, step: Step, ledger: StepLedger): Failure {
  const done = doneChanges(ledger);
  const sent = ledger.outcome();
  if (done.length === 0) return sent === "unknown" ? failure.with({ outcome: sent }) : failure;
  const outcome: ChangeOutcome = sent === "unknown" ? "unknown" : "partial";
  return failure.with(
    { outcome },
    `${doneText(step, ledger)}; ${failedText(step, ledger)}: ${failure.message}`,
  );
}

const doneChanges = (ledger: StepLedger): readonly ObjectChange[] =>
  ledger.changes().flatMap(({ request, outcome }) => (outcome === "done" ? [request] : []));

function doneText(step: Step, ledger: StepLedger): string {
  const action = carriedOutOf(step, ledger);
  const fields = doneChanges(ledger).flatMap(({ fields }) => fields ?? []);
  const whole =
    action === "delete" && step.action === "replace"
      ? ["the old one was deleted"]
      : action === undefined || action === "update"
        ? []
        : [`${action}d`];
  const set = fields.length === 0 ? [] : [`${fields.join(", ")} ${fields.length === 1 ? "was" : "were"} set`];
  return [...whole, ...set].join(", ");
}

/** What failed: the last request, or what had to come after it. */
function failedText(step: Step, ledger: StepLedger): string {
  const last = ledger.changes().at(-1);
  if (last === undefined || last.outcome === "done") return "the rest failed";
  const { does, entry, fields = [] } = last.request;
  const isGround = entry !== step.entry;
  const object = isGround ? `${entry.kind.name} ${entry.name}` : "it";
  const isAgain = isGround || carriedOutOf(step, ledger) === "delete";
  const doing = {
    create: `creating ${object}${isAgain ? " again" : ""}`,
    set: `setting ${fields.join(", ")}`,
    delete: `deleting ${object}`,
  }[does];
  return `${doing} ${last.outcome === "unknown" ? "got no clear answer" : "failed"}`;
}
