import { asFailure, type ExitKind, exitCodes, Failure, isSignal, outcomeOfAll } from "../../core/failure.ts";

export interface SiteEnd {
  readonly site: string;
  readonly failure: Failure | undefined;
}

/** Shown by JSON and YAML in place of a value. */
export function errorValue(error: unknown): unknown {
  const { kind, message, details } = asFailure(error);
  const { request, status, hint } = details;
  return { kind, exit_code: exitCodes[kind].code, message, request, status, hint };
}

/** Returns one failure for all sites. Exit code: a signal's, or the one that all share, or 11 if none answered, or 10. */
export function failureOfSites(ends: readonly SiteEnd[], isLookUp: boolean, hasChanged: boolean) {
  const siteFailures = ends.flatMap(({ site, failure }) =>
    failure === undefined ? [] : [{ site, failure }],
  );
  const sitesWithoutObject = siteFailures.filter(({ failure }) => isLookUp && failure.kind === "notFound");
  const otherFailures = siteFailures.filter((each) => !sitesWithoutObject.includes(each));
  const [first] = otherFailures;
  if (first === undefined) {
    const [firstMissing] = sitesWithoutObject;
    if (firstMissing === undefined || sitesWithoutObject.length < ends.length) return undefined;
    const message = firstMissing.failure.message.replace(/\.$/, "");
    return firstMissing.failure.with(
      {},
      `${message} at ${sitesWithoutObject.map(({ site }) => site).join(", ")}`,
    );
  }
  const declinedSite = otherFailures.find(
    ({ failure }) => failure.kind === "notConfirmed" && failure.details.isReported !== true,
  );
  if (declinedSite !== undefined) return declinedSite.failure;
  if (
    otherFailures.length === ends.length &&
    otherFailures.every(({ failure }) => isSameFailure(failure, first.failure))
  )
    return first.failure;
  const failures = otherFailures.map(({ failure }) => failure);
  const kind = kindOf(failures, otherFailures.length === ends.length);
  const unreportedFailures = otherFailures.filter(({ failure }) => failure.details.isReported !== true);
  const outcomes = failures.map(({ details }) => details.outcome ?? "not_sent");
  const machines = failures.flatMap(({ details }) => details.machines ?? []);
  const sharedDetails = {
    outcome: outcomeOfAll(hasChanged ? [...outcomes, "done"] : outcomes),
    ...(machines.length === 0 ? {} : { machines }),
    isReported: unreportedFailures.length === 0,
  };
  const [firstUnreported] = unreportedFailures;
  if (unreportedFailures.length === 1 && firstUnreported !== undefined) {
    const { site, failure } = firstUnreported;
    return new Failure(kind, `${site}: ${failure.message}`, { ...failure.details, ...sharedDetails });
  }
  const hint = sharedHint(unreportedFailures.map(({ failure }) => failure));
  return new Failure(kind, `${otherFailures.length} of ${ends.length} sites failed`, {
    ...sharedDetails,
    lines: unreportedFailures.flatMap(({ site, failure }) => [
      `${site}: ${textOf(failure)}`,
      ...(failure.details.lines ?? []).map((line) => `  ${line}`),
      ...(failure.details.hint === hint ? [] : [`  hint: ${failure.details.hint}`]),
    ]),
    ...(hint === undefined ? {} : { hint }),
  });
}

/** An error in the command line fails at every site in the same way. */
const isSameFailure = (one: Failure, other: Failure): boolean =>
  one.kind === other.kind &&
  one.message === other.message &&
  one.details.request === undefined &&
  one.details.machines === undefined &&
  one.details.lines?.join() === other.details.lines?.join();

function textOf({ message, details: { request, status } }: Failure): string {
  const cause = [request, status].filter((part) => part !== undefined).join(" -> ");
  return cause === "" ? message : `${message} (${cause})`;
}

/** Undefined if the sites have different hints. */
function sharedHint(failures: readonly Failure[]): string | undefined {
  const hints = new Set(failures.map(({ details }) => details.hint));
  return hints.size === 1 ? [...hints][0] : undefined;
}

function kindOf(failures: readonly Failure[], haveAllFailed: boolean): ExitKind {
  const signal = failures.find(isSignal);
  if (signal !== undefined) return signal.kind;
  const kinds = new Set(failures.map(({ kind }) => kind));
  const [onlyKind] = kinds;
  if (kinds.size === 1 && onlyKind !== undefined && (haveAllFailed || onlyKind === "differences"))
    return onlyKind;
  const isSent = failures.some(({ details }) => (details.outcome ?? "not_sent") !== "not_sent");
  return haveAllFailed && !isSent && ![...kinds].some((kind) => answeredKinds.has(kind))
    ? "unreachable"
    : "someFailed";
}

/** Kinds of failures that show that the site answered. */
const answeredKinds: ReadonlySet<ExitKind> = new Set([
  "someFailed",
  "operationFailed",
  "stillInProgress",
  "conflict",
  "notFound",
  "invalid",
]);
