import { asFailure, Failure } from "../../core/failure.ts";
import { inParallel } from "../../core/parallel.ts";
import type { Claim } from "../claim.ts";
import { annotate, carryOutDecision } from "./carry-out-claim.ts";
import type { ClaimDeps, ClaimOptions } from "./claim-deps.ts";
import { type ClaimResult, claimResult } from "./claim-result.ts";
import { type ClaimState, newState, runOf } from "./claim-state.ts";
import { decide, groupsOf } from "./decide.ts";
import { type Finder, readOwnName } from "./find.ts";
import { look, type OwnName } from "./look.ts";
import { lacksAnnotation } from "./requests.ts";

/** Claims that are carried out at once. */
const claimsAtOnce = 8;

/**
 * Makes each claim hold exactly as many deployed machines as it says: adopts what is there, allocates and deploys what
 * is missing, and releases what is too many. Never throws; one result for each claim, in their order.
 */
export async function applyClaims(
  claims: readonly Claim[],
  options: ClaimOptions,
  deps: ClaimDeps,
): Promise<readonly ClaimResult[]> {
  const ownName = ownNameOf(deps);
  const results = await inParallel(claims, claimsAtOnce, (claim) =>
    apply(newState(claim, options), deps, ownName),
  );
  return results.flatMap((result) => result ?? []);
}

/** The asker's own name, asked for until it is answered. */
export function ownNameOf(finder: Finder): OwnName {
  let name: Promise<string | undefined> | undefined;
  return () => {
    name ??= readOwnName(finder).catch((error: unknown) => {
      name = undefined;
      throw error;
    });
    return name;
  };
}

/** Rounds of looking and acting for each machine of a claim, and more than those for all of them. */
const roundsEach = 12;
const roundsMore = 60;

async function apply(state: ClaimState, deps: ClaimDeps, ownName: OwnName): Promise<ClaimResult> {
  try {
    await rounds(state, deps, ownName);
    await annotateAdopted(state, deps);
    return claimResult(state);
  } catch (error) {
    const reason: unknown = deps.stopping.aborted ? deps.stopping.reason : error;
    return claimResult(state, asFailure(reason));
  }
}

async function rounds(state: ClaimState, deps: ClaimDeps, ownName: OwnName): Promise<void> {
  const maxRounds = roundsMore + roundsEach * state.claim.count;
  for (let round = 1; round <= maxRounds; round += 1) {
    deps.stopping.throwIfAborted();
    const leavingBefore = groupsOf(state.own).leaving.length;
    await look(state, deps, ownName);
    // What has left is free by now.
    if (groupsOf(state.own).leaving.length < leavingBefore && isNoMatch(state.exhausted))
      state.exhausted = undefined;
    const decision = decide(state.own, runOf(state));
    if (decision.kind === "end" || (decision.kind === "wait" && state.isOverdue)) return;
    if (decision.kind !== "settle" && decision.kind !== "release") state.looks.clear();
    await carryOutDecision(decision, state, deps);
  }
  throw new Failure("other", `claim ${state.claim.name} does not settle: its machines keep changing`, {
    hint: "look for other programs that change its machines, then apply again",
  });
}

const isNoMatch = (failure: Failure | undefined): boolean =>
  failure?.kind === "conflict" && failure.details.status === 409;

/** A run that was ended may have left machines without what tells people about them. */
async function annotateAdopted(state: ClaimState, deps: ClaimDeps): Promise<void> {
  const { held, coming } = groupsOf(state.own);
  const bare = [...held, ...coming].filter(
    (machine) => !machine.view.locked && lacksAnnotation(machine, state.claim.name),
  );
  await inParallel(
    bare,
    deps.parallel,
    ({ view }) => annotate(view.systemId, state, deps),
    () => deps.stopping.aborted,
  );
}
