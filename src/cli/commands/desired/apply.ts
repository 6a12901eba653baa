import { defaults } from "../../../catalogue/defaults.ts";
import { fileBytes } from "../../../client/values/files.ts";
import { Failure } from "../../../core/failure.ts";
import { applyPlan, missingVariableProblems } from "../../../desired/apply.ts";
import { doneWords } from "../../../desired/carry-out.ts";
import { throwProblems } from "../../../desired/problems.ts";
import { hashDiff, readPlan, requireSame, type SavedPlan, savedSteps } from "../../../desired/saved-plan.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { startBreaker } from "../../operation/sending.ts";
import { paletteFor } from "../../output/palette.ts";
import { linesText } from "../../output/sink.ts";
import { checkColumnNames } from "../../parsing/column-names.ts";
import { requireYes } from "../../terminal/prompt.ts";
import type { PlanOptions } from "../options.ts";
import { failureOf, printResults, reasonText, resultShape } from "./apply-report.ts";
import {
  actionsOf,
  claimStepsOf,
  countActions,
  type PlannedSite,
  type PlanRequest,
  planLines,
  planRequestOf,
  planSite,
  valueHashesOf,
} from "./plan.ts";

type ApplyInvocation = Invocation<
  PlanOptions & { readonly plan?: string; readonly rehearse?: boolean },
  { readonly file: readonly string[] }
>;

export async function applyFiles(invocation: ApplyInvocation): Promise<void> {
  await checkColumnNames(invocation.globals, resultShape.columns);
  const plannedSite = await planFilesOrSavedPlan(planRequestOf(invocation), invocation);
  throwProblems([
    ...missingVariableProblems(plannedSite.plan),
    ...plannedSite.claims.flatMap(({ unsetVariables }) => unsetVariables),
  ]);
  const rehearses = invocation.options.rehearse === true;
  const site = rehearses ? await rehearse(invocation, plannedSite) : plannedSite;
  if (!rehearses && actionsOf(site).length > 0) {
    await showPlan(invocation, site);
    await requireYes(invocation.context, invocation.globals.yes, confirmationQuestion(site));
  }
  const { results, claimResults, failure } = await carryOut(invocation, site);
  if (site.claims.length === 0) await printResults(invocation, results);
  else
    await (await import("./apply-claims.ts")).printResultsWithClaims(invocation, site, results, claimResults);
  if (failure !== undefined) throw failure;
}

/** Changes the objects first, then the machines of claims. */
async function carryOut(invocation: Invocation, site: PlannedSite) {
  const { results, signalFailure } = await carryOutSteps(invocation, site);
  const failure = failureOf(results, signalFailure, site.plan.kindsCreatedFirst);
  if (site.claims.length === 0) return { results, claimResults: [], failure: failure ?? site.siteFailure };
  const { carryOutClaims, overallFailure } = await import("./apply-claims.ts");
  const claimResults = signalFailure === undefined ? await carryOutClaims(invocation, site) : [];
  return {
    results,
    claimResults,
    failure: overallFailure(failure, results, claimResults, site.siteFailure),
  };
}

/** Applies the plan to a copy of the site. Then plans again, and throws if the plan has changed since. */
async function rehearse(invocation: Invocation, site: PlannedSite): Promise<PlannedSite> {
  if (site.clients.size > 1)
    throw new Failure("usage", "--rehearse copies only one site, but the claims name others", {
      hint: "use --rehearse with files whose claims name no sites",
    });
  if (actionsOf(site).length === 0) return site;
  const { context, globals } = invocation;
  const rehearsedSteps = savedSteps(site.plan, claimStepsOf(site));
  const salt = context.random.hex(16);
  const hashes = valueHashesOf(site, salt);
  await showPlan(invocation, site);
  const { runInCopy } = await import("../sandbox/copy.ts");
  const note = (text: string) => invocation.messages.note(`copy: ${text}`);
  const copyInvocation = { ...invocation, messages: { ...invocation.messages, note } };
  const failure = await runInCopy(
    invocation,
    site.client,
    async (client) => (await carryOut(copyInvocation, { ...site, client })).failure,
  );
  if (failure !== undefined && globals.yes)
    throw failure.with(
      {
        outcome: "not_sent",
        hint: "nothing was sent to the site; fix what failed, then run the same command again",
      },
      `the rehearsal failed: ${failure.message}`,
    );
  const warning = failure === undefined ? "" : "the rehearsal failed; ";
  await requireYes(context, globals.yes, `${warning}${confirmationQuestion(site)}`);
  const currentSite = await site.planAgain();
  const changedValues =
    hashes === undefined ? [] : (hashDiff(hashes, valueHashesOf(currentSite, salt)) ?? []);
  const claimSteps = claimStepsOf(currentSite);
  requireSame(
    { changes: rehearsedSteps },
    currentSite.plan,
    changedSinceRehearsal,
    claimSteps,
    changedValues,
  );
  return currentSite;
}

const changedSinceRehearsal = {
  message: "parts of the site that the plan touches have changed since the rehearsal",
  hint: "nothing was changed; run the same command again",
};

async function planFilesOrSavedPlan(request: PlanRequest, invocation: ApplyInvocation): Promise<PlannedSite> {
  const { plan: file } = invocation.options;
  if (file === undefined) {
    if (request.sources.length === 0)
      throw new Failure("usage", "name the files to apply, or a saved plan with --plan");
    return await planSite(invocation, request);
  }
  if (request.sources.length > 0)
    throw new Failure("usage", "--plan cannot be combined with files: the plan lists them");
  const savedPlan = readPlan((await fileBytes(file, "--plan")).toString("utf8"), file);
  await requireService(invocation, savedPlan, file);
  const site = await planSite(invocation, savedPlan);
  const changedValues = hiddenChanges(savedPlan, site, file, invocation);
  requireSame(savedPlan, site.plan, file, claimStepsOf(site), changedValues);
  return site;
}

/** Returns changed values that the saved plan does not show, such as secrets. Warns if they cannot be determined. */
function hiddenChanges(
  { marks }: SavedPlan,
  site: PlannedSite,
  file: string,
  { messages }: Pick<Invocation, "messages">,
): readonly string[] {
  if (marks === undefined || Object.keys(marks.values).length === 0) return [];
  const changedValues = hashDiff(marks, valueHashesOf(site, marks.salt));
  if (changedValues === undefined)
    messages.warn(`${file} was saved with another API key: svc cannot check the parts that are hidden in it`);
  return changedValues ?? [];
}

async function requireService(invocation: Invocation, { service }: SavedPlan, file: string): Promise<void> {
  const { endpoint } = await invocation.connect();
  if (endpoint.baseUrl === service) return;
  throw new Failure("usage", `the plan ${file} is for ${service}, not for ${endpoint.baseUrl}`);
}

/** Writes to standard error; standard output has the results. */
async function showPlan(invocation: Invocation, site: PlannedSite): Promise<void> {
  const { context, globals } = invocation;
  if (globals.quiet && globals.yes) return;
  const palette = await paletteFor(context.stderr, invocation.outputSettings(resultShape));
  context.stderr.write(linesText(planLines(site, palette)));
}

function confirmationQuestion(site: PlannedSite): string {
  const actions = actionsOf(site);
  const counts = countActions(actions);
  const deletedCount = counts.delete + counts.replace;
  const releasedCount = site.claims.reduce((sum, { releases }) => sum + releases.length, 0);
  const changesText = actions.length === 1 ? "this change" : `these ${actions.length} changes`;
  const deletion = `deletes ${deletedCount === 1 ? "an object" : `${deletedCount} objects`}`;
  const release = `releases ${releasedCount === 1 ? "a machine" : `${releasedCount} machines`}`;
  const losses = [...(deletedCount > 0 ? [deletion] : []), ...(releasedCount > 0 ? [release] : [])];
  return losses.length === 0 ? `apply ${changesText}?` : `apply ${changesText} (${losses.join(" and ")})?`;
}

async function carryOutSteps(invocation: Invocation, { client, plan, observation }: PlannedSite) {
  const { context, messages } = invocation;
  const breaker = startBreaker(invocation);
  let finishedCount = 0;
  try {
    const results = await applyPlan(plan, observation, {
      client,
      clock: context.clock,
      random: context.random,
      parallel: breaker.parallel,
      retries: invocation.globals.retries ?? defaults.retries,
      signal: breaker.signal,
      isStopped: () => breaker.reason() !== undefined,
      note: messages.detail,
      onEnd: ({ step, failure, carriedOutAction }) => {
        finishedCount += 1;
        if (failure === undefined) breaker.recordSuccess();
        else breaker.recordFailure(failure);
        const failedText = carriedOutAction === undefined ? " failed" : "";
        const outcome =
          failure === undefined ? ` ${doneWords[step.action]}` : `${failedText}: ${reasonText(failure)}`;
        messages.note(`[${finishedCount}/${plan.steps.length}] ${step.kind.name} ${step.name}${outcome}`);
      },
    });
    return { results, signalFailure: breaker.signalFailure() };
  } finally {
    breaker.release();
  }
}
