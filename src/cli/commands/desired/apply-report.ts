import { adminOnlyHint } from "../../../client/http/errors.ts";
import { excerpt } from "../../../client/http/text.ts";
import { type ChangeOutcome, Failure, outcomeOfAll } from "../../../core/failure.ts";
import { cutList } from "../../../core/text/word-lists.ts";
import type { StepResult } from "../../../desired/apply.ts";
import { doneWords } from "../../../desired/carry-out.ts";
import type { Step } from "../../../desired/change.ts";
import { placeText } from "../../../desired/item.ts";
import { shownStep } from "../../../desired/shown-change.ts";
import { type Invocation, printsPage } from "../../invocation/invocation.ts";
import type { Shape } from "../../output/columns.ts";
import { writeLines } from "../../output/sink.ts";
import { countActions, countTexts, planShape } from "./plan.ts";

export const resultShape: Shape = {
  ...planShape,
  columns: [
    { header: "ACTION", path: "action" },
    { header: "KIND", path: "kind" },
    { header: "NAME", path: "name", rank: "key" },
    { header: "RESULT", path: "result", as: "outcome", rank: "key" },
    { header: "ERROR", path: "error", rank: "text" },
  ],
};

const stateWords: Readonly<Record<StepResult["state"], string>> = {
  done: "done",
  failed: "failed",
  skipped: "skipped",
  notBegun: "not started",
};

export async function printResults(invocation: Invocation, results: readonly StepResult[]): Promise<void> {
  if (printsPage(invocation, resultShape)) return await printSummary(invocation, results);
  const changes = results.map(resultRow);
  await invocation.print({ changes, summary: countActions(carriedOutActions(results)) }, resultShape);
}

export const carriedOutActions = (results: readonly StepResult[]) =>
  results.flatMap(({ step, state, carriedOutAction }) => {
    const action = state === "done" ? step.action : carriedOutAction;
    return action === undefined ? [] : [{ action }];
  });

export async function printSummary({ context }: Invocation, results: readonly StepResult[]): Promise<void> {
  const counts = countTexts(carriedOutActions(results), (action) => doneWords[action]);
  await writeLines(context.stdout, [`Apply: ${counts}.`]);
}

export const resultRow = (result: StepResult) => ({
  ...shownStep(result.step),
  result: stateWords[result.state],
  outcome: outcomeOfStep(result),
  error: reasonOf(result) ?? null,
});

export const outcomeOfStep = ({ state, failure }: StepResult): ChangeOutcome =>
  state === "done" ? "done" : (failure?.details.outcome ?? "not_sent");

function reasonOf({ failure, failedStep }: StepResult): string | undefined {
  if (failure !== undefined) return reasonText(failure);
  return failedStep && `needs ${failedStep.kind.name} ${failedStep.name}`;
}

const maxReasonLength = 2_000;

/** Returns one line that includes the service's messages about single fields. */
export function reasonText({ message, details: { lines = [] } }: Failure): string {
  if (lines.length === 0) return message;
  const reasons = lines.map((line) => line.replace(/\.$/, "")).join("; ");
  return excerpt(`${message}: ${reasons}`, maxReasonLength);
}

const maxListedChanges = 20;

const nameWithPlace = ({ kind, name, place }: Step): string =>
  `${place === undefined ? "" : `${placeText(place)}: `}${kind.name} ${name}`;

/** Returns the failure of the only step, or a summary if there are several. A signal determines the exit code. */
export function failureOf(
  results: readonly StepResult[],
  signalFailure: Failure | undefined,
  kindsCreatedFirst: readonly string[] = [],
): Failure | undefined {
  const unfinishedResults = results.filter(({ state }) => state !== "done");
  if (unfinishedResults.length === 0) return signalFailure;
  const [onlyResult] = results;
  const outcome = outcomeOfAll(results.map(outcomeOfStep));
  const checkText = outcome === "unknown" ? "checks what may have been carried out, and " : "";
  const isRefused = unfinishedResults.some(({ failure }) => failure !== undefined && isRefusal(failure));
  const retryHint = isRefused
    ? "fix what the service refused, then run the same command again"
    : `run the same command again: it ${checkText}does the rest`;
  if (results.length === 1 && onlyResult?.failure !== undefined && signalFailure === undefined) {
    const { step, failure, carriedOutAction } = onlyResult;
    // Earlier requests of the step succeeded, so the role is not the cause.
    const hint = failure.details.hint === adminOnlyHint ? undefined : failure.details.hint;
    const text = `${nameWithPlace(step)}: ${failure.message}`;
    if (carriedOutAction === undefined) return failure.with({}, text);
    return failure.with(
      {
        hint:
          hint === undefined
            ? retryHint
            : `${hint}; then ${isRefused ? "run the same command again" : retryHint}`,
      },
      text,
    );
  }
  const lines = unfinishedResults.map((result) => {
    const { step, state } = result;
    const reasons = [...(state === "failed" ? [] : [stateWords[state]]), reasonOf(result) ?? []].flat();
    return `${nameWithPlace(step)}: ${reasons.join(", ")}`;
  });
  const kind = signalFailure?.kind ?? failureKindOf(unfinishedResults);
  return new Failure(kind, `${unfinishedResults.length} of ${results.length} changes were not completed`, {
    lines: cutList(lines, maxListedChanges),
    outcome,
    hint: collisionHint(results, kindsCreatedFirst) ?? retryHint,
  });
}

/** True if the service would refuse the same request again. */
const isRefusal = ({ kind, details: { outcome } }: Failure): boolean =>
  ["invalid", "forbidden", "conflict"].includes(kind) && outcome !== "unknown";

/** An old object may block a name until nothing refers to it: no order of the steps avoids this. */
function collisionHint(results: readonly StepResult[], kindsCreatedFirst: readonly string[]) {
  const { step } =
    results.find(
      ({ step: { action, kind }, state }) =>
        state === "failed" &&
        (action === "create" || action === "replace") &&
        kindsCreatedFirst.includes(kind.name),
    ) ?? {};
  return (
    step &&
    `${step.kind.name} ${step.name} must be created before others of its kind are deleted, because objects refer to it and to them; if the old ones block it, remove the references from the files, apply, and put them back`
  );
}

/** Reports exit code 4 if every failure is a rejected API key. */
function failureKindOf(unfinishedResults: readonly StepResult[]): Failure["kind"] {
  const kinds = new Set(unfinishedResults.flatMap(({ failure }) => failure?.kind ?? []));
  const [kind] = kinds;
  return kinds.size === 1 && kind === "notAuthenticated" ? kind : "someFailed";
}
