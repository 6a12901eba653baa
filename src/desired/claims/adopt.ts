import { Failure } from "../../core/failure.ts";
import { cutList } from "../../core/text/word-lists.ts";
import { standingOf } from "./decide.ts";
import {
  type ClaimedMachine,
  claimOf,
  divideByOwner,
  type Finder,
  readList,
  readOwnName,
} from "./machines.ts";

/**
 * Checks that a claim can adopt machines: each must be deployed, unlocked, owned by the user and in no other claim,
 * and the claim must not exceed `count`. Throws a conflict `Failure` with a line for each machine that it cannot
 * adopt.
 */
export async function planAdoption(
  finder: Finder,
  claim: string,
  systemIds: readonly string[],
  count = Number.POSITIVE_INFINITY,
) {
  const requestedIds = new Set(systemIds);
  const isRequested = ({ view }: ClaimedMachine) => requestedIds.has(view.systemId);
  const candidates = await readList(finder, {}, (each) => isRequested(each) || claimOf(each) === claim);
  const user = await readOwnName(finder);
  divideByOwner(claim, candidates, user);
  const requestedMachines = candidates.filter(isRequested);
  const machines = requestedMachines.filter((each) => claimOf(each) !== claim);
  const reasons = requestedMachines.flatMap((each) => {
    const reason = refusalOf(each, claim, user);
    return reason === undefined ? [] : [`${each.view.hostname}${reason}`];
  });
  const [onlyReason] = requestedMachines.length === 1 ? reasons : [];
  if (reasons.length > 0)
    throw new Failure(
      "conflict",
      `claim ${claim} cannot adopt ${onlyReason ?? `${reasons.length} of ${requestedMachines.length} machines`}`,
      { lines: onlyReason === undefined ? cutList(reasons, 10) : [], hint: "nothing was sent" },
    );
  const activeCount = candidates.filter(
    (each) => claimOf(each) === claim && standingOf(each.view) !== "free",
  ).length;
  if (activeCount + machines.length > count)
    throw new Failure(
      "conflict",
      `the count of claim ${claim} is ${count}, but it would have ${activeCount + machines.length} machines: svc apply would release the surplus`,
      { hint: "raise its count, or adopt fewer; nothing was sent" },
    );
  return { machines, alreadyClaimedCount: requestedMachines.length - machines.length };
}

function refusalOf(machine: ClaimedMachine, claim: string, user: string | undefined): string | undefined {
  const { owner, statusName, locked } = machine.view;
  const currentClaim = claimOf(machine);
  if (owner === undefined)
    return `: it is ${statusName} and has no owner; svc apply allocates such machines itself`;
  if (user !== undefined && owner !== user) return `: it belongs to ${owner}`;
  if (currentClaim !== undefined)
    return currentClaim === claim ? undefined : `: it is in claim ${currentClaim} already`;
  if (standingOf({ ...machine.view, locked: false }) !== "deployed")
    return `: it is ${statusName}, not Deployed`;
  return locked ? ": it is locked" : undefined;
}
