import { statusValue } from "../../catalogue/statuses.ts";
import { asFailure, Failure, isSignal } from "../../core/failure.ts";
import { groupBy } from "../../core/grouping.ts";
import { inParallel } from "../../core/parallel.ts";
import { type Claim, labelOf } from "../item.ts";
import { annotate, carryOutDecision, lacksAnnotation, releaseOne } from "./carry-out-claim.ts";
import { type ClaimResult, claimResult } from "./claim-result.ts";
import {
  type ClaimDeps,
  type ClaimOptions,
  type ClaimState,
  decide,
  groupsOf,
  newState,
  standingOf,
} from "./decide.ts";
import { type ClaimReader, claimReader, readMachine } from "./machines.ts";

const claimsAtOnce = 8;

/**
 * Makes each claim hold its exact number of deployed machines: keeps existing ones, allocates and deploys missing
 * ones, releases surplus ones. Never throws; one result per claim, in order.
 */
export async function applyClaims(
  claims: readonly Claim[],
  options: ClaimOptions,
  deps: ClaimDeps,
): Promise<readonly ClaimResult[]> {
  const reader = claimReader(deps);
  const results = await inParallel(claims, claimsAtOnce, (claim) =>
    applyClaim(newState(claim, options), deps, reader),
  );
  return results.flatMap((result) => result ?? []);
}

/**
 * Like `applyClaims`, for claims at several sites. Sites that share a total are served one after another: machines
 * that one site lacks are allocated at the next. `contextOf` returns the options and dependencies for a site.
 */
export async function applySiteClaims(
  claims: readonly Claim[],
  contextOf: (claim: Claim) => { readonly options: ClaimOptions; readonly deps: ClaimDeps },
): Promise<readonly ClaimResult[]> {
  const claimsByTotal = groupBy(claims, (claim) => (claim.total === undefined ? claim : claim.name));
  const results = await inParallel([...claimsByTotal.values()], claimsAtOnce, async (siteClaims) => {
    const siteResults: ClaimResult[] = [];
    let missingCount = 0;
    for (const [index, each] of siteClaims.entries()) {
      const claim = { ...each, count: each.count + missingCount };
      const { options, deps } = contextOf(claim);
      const [result] = await applyClaims([claim], options, deps);
      if (result === undefined) continue;
      const passesShortfallOn = result.failure?.kind === "conflict" && index < siteClaims.length - 1;
      missingCount = passesShortfallOn ? Math.max(0, claim.count - result.machines.length) : 0;
      siteResults.push(passesShortfallOn ? { ...result, failure: undefined } : result);
    }
    return siteResults;
  });
  return results.flatMap((siteResults) => siteResults ?? []);
}

const roundsPerMachine = 12;
const baseRounds = 60;

async function applyClaim(state: ClaimState, deps: ClaimDeps, reader: ClaimReader): Promise<ClaimResult> {
  try {
    await runRounds(state, deps, reader);
    await addMissingAnnotations(state, deps);
    deps.stopSignal.throwIfAborted();
    return claimResult(state);
  } catch (error) {
    const reason: unknown = deps.stopSignal.aborted ? deps.stopSignal.reason : error;
    return claimResult(state, asFailure(reason));
  }
}

async function runRounds(state: ClaimState, deps: ClaimDeps, reader: ClaimReader): Promise<void> {
  const maxRounds = baseRounds + roundsPerMachine * state.claim.count;
  for (let round = 1; round <= maxRounds; round += 1) {
    deps.stopSignal.throwIfAborted();
    const releasingBefore = groupsOf(state.ownMachines).releasing.length;
    await readClaimMachines(state, deps, reader);
    // Machines were released meanwhile, so an allocation may succeed again.
    if (groupsOf(state.ownMachines).releasing.length < releasingBefore && isNoMatch(state.noMachineFailure))
      state.noMachineFailure = undefined;
    const decision = decide(state.ownMachines, state);
    if (decision.kind === "end" || (decision.kind === "wait" && state.isOverdue)) return;
    if (decision.kind !== "waitForOtherRuns" && decision.kind !== "release")
      for (const record of state.records.values()) record.surplusReadings = 0;
    await carryOutDecision(decision, state, deps);
  }
  throw new Failure("other", `claim ${labelOf(state.claim)} does not settle: its machines keep changing`, {
    hint: "look for other programs that change its machines, then apply again",
  });
}

const isNoMatch = (failure: Failure | undefined): boolean =>
  failure?.kind === "conflict" && failure.details.status === 409;

/** An interrupted run may have left machines without annotations. */
async function addMissingAnnotations(state: ClaimState, deps: ClaimDeps): Promise<void> {
  const { deployed, deploying } = groupsOf(state.ownMachines);
  const unannotated = [...deployed, ...deploying].filter(
    (machine) => !machine.view.locked && lacksAnnotation(machine, state.claim.name),
  );
  await inParallel(
    unannotated,
    deps.parallel,
    ({ view }) => annotate(view.systemId, state, deps),
    () => deps.stopSignal.aborted,
  );
}

const maxReads = 5;
const firstPauseMs = 500;

async function readClaimMachines(state: ClaimState, deps: ClaimDeps, reader: ClaimReader): Promise<void> {
  const { name } = state.claim;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { ownMachines } = await reader.find(name);
      const knownIds = new Set(state.ownMachines.map(({ view }) => view.systemId));
      state.ownMachines = ownMachines;
      clearDoubts(state, knownIds);
      const unlistedIds = await findUnlistedIds(state, deps, reader);
      if (unlistedIds.length === 0) return;
      if (attempt === maxReads) throw await releaseUnmarked(unlistedIds, state, deps);
    } catch (error) {
      const failure = asFailure(error);
      const isTransient = failure.kind === "serverError" || failure.kind === "unreachable";
      if (isSignal(failure) || !isTransient || attempt === maxReads) throw failure;
      deps.note(`claim ${name}: ${failure.message}; checking again`);
    }
    await deps.clock.sleep(firstPauseMs * 2 ** (attempt - 1), deps.stopSignal);
  }
}

function clearDoubts({ ownMachines, ledger, records }: ClaimState, knownIds: ReadonlySet<string>): void {
  const isNew = (systemId: string) =>
    !knownIds.has(systemId) && records.get(systemId)?.isFromThisRun !== true;
  let allocatedCount = ownMachines.filter(({ view }) => isNew(view.systemId)).length;
  ledger.clearDoubts(({ action, systemId }) => {
    if (action === "allocate") return allocatedCount-- > 0 ? "done" : "refused";
    const machine = ownMachines.find(({ view }) => view.systemId === systemId);
    const standing = machine && standingOf(machine.view);
    const isDone = {
      deploy: standing !== undefined && standing !== "allocated" && standing !== "free",
      release: standing === undefined || standing === "releasing" || standing === "free",
    }[action];
    return isDone ? "done" : "refused";
  });
}

async function findUnlistedIds(
  { records, ownMachines }: ClaimState,
  deps: ClaimDeps,
  { readUserName }: ClaimReader,
): Promise<readonly string[]> {
  const unlistedIds: string[] = [];
  const listedIds = new Set(ownMachines.map(({ view }) => view.systemId));
  for (const [systemId, record] of records) {
    if (!record.isFromThisRun) continue;
    if (listedIds.has(systemId)) record.isListed = true;
    else if (record.isListed) record.isFromThisRun = false;
    else {
      const machine = await readMachine(deps, systemId);
      const user = await readUserName();
      const isAllocatedToUser =
        machine !== undefined &&
        statusValue(machine.view.status) === "allocated" &&
        (user === undefined || machine.view.owner === user);
      if (isAllocatedToUser) unlistedIds.push(systemId);
      // Another run has released the machine.
      else record.isFromThisRun = false;
    }
  }
  return unlistedIds;
}

/** Releases machines that the service does not list for the claim, because no later run would find them. */
async function releaseUnmarked(
  systemIds: readonly string[],
  state: ClaimState,
  deps: ClaimDeps,
): Promise<Failure> {
  const comment = `svc claim ${state.claim.name}: the service did not keep its agent name`;
  const unreleasedIds: string[] = [];
  for (const systemId of systemIds) {
    const reply = await releaseOne(state, systemId, comment, deps);
    if (reply.kind !== "done") unreleasedIds.push(systemId);
  }
  const problem = `the service allocated ${systemIds.join(" and ")}, but a list filtered by their agent_name does not contain them`;
  const end =
    unreleasedIds.length === 0 ? "all have been released" : `not released: ${unreleasedIds.join(" ")}`;
  return new Failure("other", `${problem}; ${end}`, { hint: "claims cannot be used with this service" });
}
