import { defaults } from "../../../catalogue/defaults.ts";
import { statuses } from "../../../catalogue/statuses.ts";
import type { ProgressEvent } from "../../../client/lifecycle/progress-event.ts";
import { Failure, isSignal, outcomeOfAll } from "../../../core/failure.ts";
import type { StepResult } from "../../../desired/apply.ts";
import { applyClaims, applySiteClaims } from "../../../desired/claims/apply-claims.ts";
import type { ClaimResult } from "../../../desired/claims/claim-result.ts";
import { keptAt } from "../../../desired/claims/plan-claims.ts";
import { labelOf } from "../../../desired/item.ts";
import type { ShownStep } from "../../../desired/shown-change.ts";
import { type Invocation, printsPage } from "../../invocation/invocation.ts";
import type { Shape } from "../../output/columns.ts";
import { withSiteColumn } from "../../output/print-sites.ts";
import { terminationFailure, watchSending } from "../../terminal/signals.ts";
import { progressForm, withMessages } from "../../waiting/progress.ts";
import { carriedOutActions, outcomeOfStep, printSummary, resultRow, resultShape } from "./apply-report.ts";
import { rememberClaims } from "./claims.ts";
import { claimOptionsOf, claimStepsOf, countActions, type PlannedSite } from "./plan.ts";

const machinesShape: Shape = {
  identity: "system_id",
  rows: "machines",
  columns: [
    { header: "CLAIM", path: "claim", rank: "key" },
    { header: "NAME", path: "hostname", rank: "key" },
    { header: "ID", path: "system_id" },
    { header: "STATUS", path: "status", as: "status", rank: "key" },
    { header: "IP", path: "ip_addresses", rank: "minor", min: 15 },
  ],
};

/** A signal stops the waiting at once; running requests get a short time to finish. */
export async function carryOutClaims(
  invocation: Invocation,
  { request, client, clients, claims }: PlannedSite,
): Promise<readonly ClaimResult[]> {
  const { context, options, messages } = invocation;
  const progress = await claimsProgress(invocation);
  for (const [site, siteClient] of clients) {
    const names = claims.flatMap(({ claim }) => (claim.site === site ? claim.name : []));
    if (names.length > 0) rememberClaims(names, siteClient, context);
  }
  const stopController = new AbortController();
  const watch = watchSending(context, (kind) => stopController.abort(terminationFailure(kind)));
  const deps = {
    client,
    clock: context.clock,
    random: context.random,
    parallel: options["parallel"] ?? defaults.parallel,
    signal: watch.signal,
    stopSignal: stopController.signal,
    waitTimeoutMs: options["wait-timeout"],
    pollIntervalMs: options["poll-interval"],
    onProgress: progress.onProgress,
    note: messages.note,
  };
  const claimOptions = claimOptionsOf(request);
  const optionsAt = (site: string | undefined) => ({
    ...claimOptions,
    keep: keptAt(claimOptions.keep, site),
    confirmedReleases: new Set(
      claims.flatMap(({ claim, releases }) =>
        claim.site === site ? releases.map(({ view }) => view.systemId) : [],
      ),
    ),
  });
  const allClaims = claims.map(({ claim }) => claim);
  try {
    const results = await Promise.all([
      applyClaims(
        allClaims.filter(({ site }) => site === undefined),
        optionsAt(undefined),
        deps,
      ),
      applySiteClaims(
        allClaims.filter(({ site }) => site !== undefined),
        ({ site }) => ({ options: optionsAt(site), deps: { ...deps, client: clients.get(site) ?? client } }),
      ),
    ]);
    return results.flat();
  } finally {
    progress.stop();
    watch.release();
  }
}

export async function printResultsWithClaims(
  invocation: Invocation,
  site: PlannedSite,
  results: readonly StepResult[],
  claimResults: readonly ClaimResult[],
): Promise<void> {
  const printsNamesOnly = invocation.outputSettings(machinesShape).format === "name";
  const allRows = claimResults.flatMap(machineRows);
  const machines = printsNamesOnly
    ? allRows.filter(({ status }) => status === statuses.deployed.name)
    : allRows;
  const machineShape = site.clients.size > 1 ? withSiteColumn(machinesShape) : machinesShape;
  const claimSteps = claimStepsOf(site);
  if (printsPage(invocation, resultShape)) {
    if (results.length > 0) await printSummary(invocation, results);
    const { rows: _rows, ...shape } = machineShape;
    return await invocation.print(machines, shape);
  }
  const changes = [...results.map(resultRow), ...claimSteps.map((claim) => claimRow(claim, claimResults))];
  const doneClaims = claimSteps.filter((claim) => claimRow(claim, claimResults).result === "done");
  const summary = countActions([...carriedOutActions(results), ...doneClaims]);
  const value = { changes, summary, machines };
  await invocation.print(value, results.length === 0 ? machineShape : resultShape);
}

function claimRow(step: ShownStep, claimResults: readonly ClaimResult[]) {
  const claimResult = claimResults.find(({ claim }) => labelOf(claim) === step.name);
  if (claimResult === undefined) return { ...step, result: "not started", outcome: "not_sent", error: null };
  const { failure, outcome } = claimResult;
  if (failure === undefined) return { ...step, result: "done", outcome: "done", error: null };
  return { ...step, result: "failed", outcome, error: failure.message };
}

const machineRows = ({ claim, machines }: ClaimResult) =>
  machines.map(({ view, fqdn }) => ({
    ...(claim.site === undefined ? {} : { site: claim.site }),
    claim: claim.name,
    system_id: view.systemId,
    hostname: view.hostname,
    fqdn: fqdn ?? null,
    status: view.statusName,
    ip_addresses: view.ipAddresses,
  }));

/** Returns the failure of the claim if the files contain nothing else, otherwise a summary of all failures. */
export function overallFailure(
  stepsFailure: Failure | undefined,
  results: readonly StepResult[],
  claimResults: readonly ClaimResult[],
  siteFailure?: Failure,
): Failure | undefined {
  const failures = [
    ...claimResults.flatMap(({ failure }) => failure ?? []),
    ...(siteFailure === undefined ? [] : [siteFailure]),
  ];
  const [onlyFailure] = failures;
  if (onlyFailure === undefined) return stepsFailure;
  if (failures.length === 1 && onlyFailure === siteFailure && stepsFailure === undefined) return siteFailure;
  // In the files, the claims of several sites that share a total are one claim.
  const claims = new Set(claimResults.map(({ claim }) => (claim.total === undefined ? claim : claim.name)));
  const outcome = outcomeOfAll([
    ...results.map(outcomeOfStep),
    ...claimResults.flatMap((each) =>
      each.failure === undefined && each.outcome === "not_sent" ? [] : each.outcome,
    ),
  ]);
  if (results.length === 0 && claims.size === 1 && failures.length === 1)
    return onlyFailure.with({ outcome });
  const allFailures = [...failures, ...(stepsFailure === undefined ? [] : [stepsFailure])];
  const signal = allFailures.find(isSignal);
  return new Failure(
    signal?.kind ?? "someFailed",
    `${claimResults.filter(({ failure }) => failure !== undefined).length} of ${claimResults.length} claims are not fulfilled`,
    {
      lines: allFailures.flatMap(({ message, details }) => [message, ...(details.lines ?? [])]),
      hint: "run the same command again to continue with these machines",
      outcome,
      machines: failures.flatMap(({ details }) => details.machines ?? []),
    },
  );
}

async function claimsProgress(invocation: Invocation) {
  const { context, messages, globals } = invocation;
  if (progressForm(invocation) !== "live") return { stop: () => undefined };
  const { fleetProgress } = await import("../../waiting/progress-live.ts");
  const board = withMessages(fleetProgress(context, globals.color ?? true), messages);
  let hasBegun = false;
  return {
    onProgress: (event: ProgressEvent) => {
      if (event.type === "started") hasBegun = true;
      // The end of one deployment must not close the board that all share.
      if (event.type !== "ended") board.show(event);
    },
    stop: () => {
      if (hasBegun) board.show({ type: "ended", at: context.clock.now() });
      board.stop();
    },
  };
}
