import { defaults } from "../../../catalogue/defaults.ts";
import { statuses } from "../../../catalogue/statuses.ts";
import type { ProgressListener } from "../../../client/lifecycle/progress-event.ts";
import { Failure, isSignal, outcomeOfAll } from "../../../core/failure.ts";
import type { StepResult } from "../../../desired/apply.ts";
import { applyClaims } from "../../../desired/claims/apply-claims.ts";
import type { ClaimResult } from "../../../desired/claims/claim-result.ts";
import type { ShownStep } from "../../../desired/shown-change.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import type { Shape } from "../../output/columns.ts";
import { terminationFailure, watchSending } from "../../terminal/signals.ts";
import { progressForm, withMessages } from "../../waiting/progress.ts";
import {
  carriedOutSteps,
  doneLine,
  isForPeople,
  outcomeOfStep,
  resultRow,
  resultShape,
} from "./apply-report.ts";
import { noteClaims } from "./claims.ts";
import { countsOf } from "./print-plan.ts";
import type { PlannedSite } from "./site.ts";

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

/** A signal ends waiting at once, and gives running requests a moment. */
export async function carryOutClaims(
  invocation: Invocation,
  { asked, client, claims }: PlannedSite,
): Promise<readonly ClaimResult[]> {
  const { context, options } = invocation;
  const progress = await claimsProgress(invocation);
  noteClaims(
    claims.map(({ claim }) => claim.name),
    client,
    context,
  );
  const stopping = new AbortController();
  const watch = watchSending(context, (kind) => stopping.abort(terminationFailure(kind)));
  const agreed = new Set(claims.flatMap(({ releases }) => releases.map(({ view }) => view.systemId)));
  try {
    return await applyClaims(
      claims.map(({ claim }) => claim),
      { ...asked, agreed },
      {
        client,
        clock: context.clock,
        random: context.random,
        parallel: options["parallel"] ?? defaults.parallel,
        signal: watch.signal,
        stopping: stopping.signal,
        waitTimeoutMs: options["wait-timeout"],
        pollIntervalMs: options["poll-interval"],
        onProgress: progress.onProgress,
        note: progress.note,
      },
    );
  } finally {
    progress.stop();
    watch.release();
  }
}

/** A table of machines for people, both in `json`, otherwise machines if the files hold only claims. */
export async function printWithClaims(
  invocation: Invocation,
  site: PlannedSite,
  results: readonly StepResult[],
  ends: readonly ClaimResult[],
): Promise<void> {
  const isNames = invocation.outputSettings(machinesShape).format === "name";
  const all = ends.flatMap(machineRows);
  const machines = isNames ? all.filter(({ status }) => status === statuses.deployed.name) : all;
  const shown = site.claims.flatMap(({ shown }) => shown ?? []);
  if (isForPeople(invocation)) {
    if (results.length > 0) await doneLine(invocation, results);
    const { rows: _rows, ...shape } = machinesShape;
    return await invocation.print(machines, shape);
  }
  const changes = [...results.map(resultRow), ...shown.map((claim) => claimRow(claim, ends))];
  const placed = carriedOutSteps(results);
  const kept = shown.filter((claim) => claimRow(claim, ends).result === "done");
  const value = { changes, summary: countsOf(placed, kept), machines };
  await invocation.print(value, results.length === 0 ? machinesShape : resultShape);
}

function claimRow(shown: ShownStep, ends: readonly ClaimResult[]) {
  const end = ends.find(({ claim }) => claim.name === shown.name);
  const result = end === undefined ? "not started" : end.failure === undefined ? "done" : "failed";
  const outcome = end === undefined ? "not_sent" : end.failure === undefined ? "done" : end.outcome;
  return { ...shown, result, outcome, error: end?.failure?.message ?? null };
}

const machineRows = ({ claim, machines }: ClaimResult) =>
  machines.map(({ view, fqdn }) => ({
    claim: claim.name,
    system_id: view.systemId,
    hostname: view.hostname,
    fqdn: fqdn ?? null,
    status: view.statusName,
    ip_addresses: view.ipAddresses,
  }));

/** The claim's own failure if there is only one claim and nothing else; otherwise that some failed. */
export function wholeFailure(
  ofSteps: Failure | undefined,
  results: readonly StepResult[],
  ends: readonly ClaimResult[],
): Failure | undefined {
  const failures = ends.flatMap(({ failure }) => failure ?? []);
  const [only] = failures;
  if (only === undefined) return ofSteps;
  if (results.length === 0 && ends.length === 1) return only;
  const ended = [...failures, ...(ofSteps === undefined ? [] : [ofSteps])];
  const signal = ended.find(isSignal);
  return new Failure(
    signal?.kind ?? "someFailed",
    `${failures.length} of ${ends.length} claims are not done`,
    {
      lines: ended.flatMap(({ message, details }) => [message, ...(details.lines ?? [])]),
      hint: "run the same command again to continue with these machines",
      outcome: outcomeOfAll([
        ...results.map(outcomeOfStep),
        ...ends.flatMap(({ failure, outcome }) =>
          failure === undefined && outcome === "not_sent" ? [] : outcome,
        ),
      ]),
      machines: failures.flatMap(({ details }) => details.machines ?? []),
    },
  );
}

interface ClaimsProgress {
  /** Undefined if plain lines suffice. */
  readonly onProgress?: ProgressListener;
  note(text: string): void;
  stop(): void;
}

/** One board for all deployments if the terminal can redraw it; otherwise lines. */
export async function claimsProgress(invocation: Invocation): Promise<ClaimsProgress> {
  const { context, messages, globals } = invocation;
  if (progressForm(invocation) !== "live") return { note: messages.note, stop: () => undefined };
  const { manyLive } = await import("../../waiting/progress-live.ts");
  const board = withMessages(manyLive(context, globals.color ?? true), messages);
  let hasBegun = false;
  return {
    onProgress: (event) => {
      if (event.type === "started") hasBegun = true;
      // Each wait reports its own end; the board ends with the last.
      if (event.type !== "ended") board.show(event);
    },
    note: messages.note,
    stop: () => {
      if (hasBegun) board.show({ type: "ended", at: context.clock.now() });
      board.stop();
    },
  };
}
