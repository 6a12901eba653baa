import type { MachineView } from "../../client/lifecycle/machine-view.ts";
import { isUserData, userDataProblem } from "../../client/values/check.ts";
import { asFailure, Failure, isSignal } from "../../core/failure.ts";
import { inParallel } from "../../core/parallel.ts";
import { cutList } from "../../core/text/word-lists.ts";
import { type Claim, type FieldValue, labelOf, unsetVariables } from "../item.ts";
import type { Problem } from "../problems.ts";
import type { ShownField, ShownStep } from "../shown-change.ts";
import {
  type ClaimOptions,
  decide,
  groupsOf,
  machinesInUse,
  newState,
  standingOf,
  surplusInUse,
} from "./decide.ts";
import {
  type ClaimedMachine,
  claimOf,
  claimReader,
  divideByOwner,
  type Finder,
  isNamed,
  readCurrentUserName,
  readList,
} from "./machines.ts";

type PlanOptions = Pick<ClaimOptions, "keep" | "replacesFailed">;

export type ClaimPlan = ReturnType<typeof planOf>;

export async function planClaims(
  claims: readonly Claim[],
  options: PlanOptions,
  finderFor: (site: string | undefined) => Finder,
  parallel: number,
) {
  const sites = new Set(claims.map(({ site }) => site));
  refuseUnknownSites(options.keep, sites);
  const readers = new Map([...sites].map((site) => [site, claimReader(finderFor(site))]));
  const failures = new Map<string, Failure>();
  const unusedWords = new Set(options.keep);
  const observed = await inParallel(claims, parallel, async (claim): Promise<ObservedClaim | undefined> => {
    const { name, site } = claim;
    try {
      const machines = (await readers.get(site)?.find(name)) ?? { ownMachines: [], foreignMachines: [] };
      for (const word of unusedWords)
        if (machines.ownMachines.some((machine) => isNamed(machine, keptAt(new Set([word]), site))))
          unusedWords.delete(word);
      return { claim, ...machines };
    } catch (error) {
      const failure = asFailure(error);
      if (site === undefined || isSignal(failure)) throw failure;
      failures.set(site, failure);
      return undefined;
    }
  });
  const observedClaims = observed.flatMap((each) => each ?? []);
  const countedClaims = withCounts(observedClaims, claims, failures);
  return {
    plans: countedClaims.map(({ claim, ownMachines, foreignMachines }) =>
      planOf(claim, ownMachines, foreignMachines, { ...options, keep: keptAt(options.keep, claim.site) }),
    ),
    warnings:
      failures.size > 0
        ? []
        : [...unusedWords].map((word) => `--keep ${word}: no machine of these claims has this name`),
    failures,
  };
}

interface ObservedClaim extends Record<"ownMachines" | "foreignMachines", readonly ClaimedMachine[]> {
  readonly claim: Claim;
}

/** Refuses --keep SITE/NAME for a site without claims: ignoring it could release the machine. */
function refuseUnknownSites(keep: ReadonlySet<string>, sites: ReadonlySet<string | undefined>): void {
  const names = new Set([...sites].map((site) => site?.toLowerCase()));
  for (const word of keep) {
    const slash = word.indexOf("/");
    if (slash !== -1 && !names.has(word.slice(0, slash)))
      throw new Failure("usage", `--keep ${word}: no claim has this site`, {
        hint: `name the machine without a site: --keep ${word.slice(slash + 1)}`,
      });
  }
}

export const keptAt = (keep: ReadonlySet<string>, site: string | undefined): ReadonlySet<string> =>
  site === undefined
    ? keep
    : new Set(
        [...keep].map((word) =>
          word.startsWith(`${site}/`.toLowerCase()) ? word.slice(site.length + 1) : word,
        ),
      );

/**
 * Divides each total: machines in use count first, in the order of the sites, and the first site gets the missing
 * ones. If a site cannot be read, the other sites keep their machines and get no more, which could be too many.
 */
function withCounts(
  observedClaims: readonly ObservedClaim[],
  claims: readonly Claim[],
  failures: ReadonlyMap<string, Failure>,
): readonly ObservedClaim[] {
  const isUnread = (name: string) =>
    claims.some((claim) => claim.name === name && claim.site !== undefined && failures.has(claim.site));
  const remainingByClaim = new Map<string, number>();
  const counted = observedClaims.map((each): ObservedClaim => {
    const { claim, ownMachines } = each;
    const { name, total } = claim;
    if (total === undefined) return each;
    const remaining = remainingByClaim.get(name) ?? total;
    const inUseCount = machinesInUse(ownMachines).length;
    const count = isUnread(name) ? inUseCount : Math.min(inUseCount, remaining);
    remainingByClaim.set(name, remaining - count);
    return { ...each, claim: { ...claim, count } };
  });
  return counted.map((each) => {
    const { claim } = each;
    const missing =
      claim.total === undefined || isUnread(claim.name) ? 0 : (remainingByClaim.get(claim.name) ?? 0);
    remainingByClaim.delete(claim.name);
    return missing === 0 ? each : { ...each, claim: { ...claim, count: claim.count + missing } };
  });
}

export function planOf(
  claim: Claim,
  ownMachines: readonly ClaimedMachine[],
  foreignMachines: readonly ClaimedMachine[],
  options: PlanOptions,
) {
  const releases = surplusInUse(ownMachines, claim.count, options.keep);
  const confirmedReleases = new Set(releases.map(({ view }) => view.systemId));
  const state = newState(claim, { ...options, confirmedReleases });
  const decision = decide(ownMachines, state);
  const keptMachines = ownMachines.filter((machine) => isNamed(machine, options.keep));
  const problem = (text: string): Problem => ({ place: claim.place, kind: "usage", text });
  const label = labelOf(claim);
  const tooMany = `the count of claim ${label} is ${claim.count}, but --keep names ${keptMachines.length} of its machines`;
  const needsVariables = decision.kind === "allocate" || decision.kind === "deploy";
  return {
    claim,
    step: decision.kind === "end" ? undefined : shownClaimStep(claim, ownMachines, releases, options),
    releases,
    warnings: warningsOf(claim, ownMachines, foreignMachines, releases, options),
    problems: keptMachines.length > claim.count ? [problem(tooMany)] : [],
    unsetVariables: (needsVariables ? unsetVariablesOf(claim) : []).map((variable) =>
      problem(`${variable} is not set, and claim ${label} needs it`),
    ),
  };
}

function shownClaimStep(
  claim: Claim,
  ownMachines: readonly ClaimedMachine[],
  releases: readonly ClaimedMachine[],
  { replacesFailed }: PlanOptions,
): ShownStep {
  const groups = groupsOf(ownMachines);
  const hostnamesOf = (machines: readonly ClaimedMachine[]) => machines.map(({ view }) => view.hostname);
  const fields: Record<string, ShownField> = { machines: { from: groups.deployed.length, to: claim.count } };
  const keptDeploying = groups.deploying.filter((each) => !releases.includes(each));
  const changes: readonly (readonly [field: string, machines: readonly ClaimedMachine[], to: string])[] = [
    ["allocated", groups.allocated, "deployed"],
    ["deploying", keptDeploying, "deployed"],
    ["failed", replacesFailed ? groups.failed : [], "replaced"],
    ["release_failed", groups.stuck, "released"],
    ["surplus", releases, "released"],
  ];
  for (const [field, machines, to] of changes)
    if (machines.length > 0) fields[field] = { from: hostnamesOf(machines), to };
  const { place } = claim;
  const name = labelOf(claim);
  const action = ownMachines.length === 0 ? "create" : "update";
  return { action, kind: "claims", name, fields, file: place.file, line: place.line };
}

function warningsOf(
  claim: Claim,
  ownMachines: readonly ClaimedMachine[],
  foreignMachines: readonly ClaimedMachine[],
  releases: readonly ClaimedMachine[],
  { replacesFailed }: PlanOptions,
): readonly string[] {
  const { count, deploy } = claim;
  const name = labelOf(claim);
  const { deployed, deploying, failed, busy } = groupsOf(ownMachines);
  const remaining = [...deployed, ...deploying].filter((each) => !releases.includes(each));
  const locked = remaining.length + busy.length > count ? remaining.filter(({ view }) => view.locked) : [];
  const warn = (machines: readonly ClaimedMachine[], text: (view: MachineView) => string) =>
    machines.map(({ view }) => `claim ${name}: ${view.hostname} ${text(view)}`);
  const status = (view: MachineView) => `is ${view.statusName}${view.locked ? " and locked" : ""}`;
  const userData = bytesOf(deploy.get("user_data"));
  return [
    ...(userData === undefined || isUserData(userData)
      ? []
      : [`claim ${name}: user_data ${userDataProblem}`]),
    ...warn(replacesFailed ? [] : failed, (view) => `${status(view)}; --replace-failed would replace it`),
    ...warn(busy, (view) => `${status(view)}; it still counts towards the claim and is left alone`),
    ...warn(locked, () => "is surplus but locked; it is left alone"),
    ...warn(
      foreignMachines,
      ({ owner }) => `has the claim's agent name but belongs to ${owner}; it is left alone`,
    ),
  ];
}

function bytesOf(value: FieldValue | undefined): Buffer | undefined {
  if (value?.form === "file") return value.bytes;
  const text = value?.form === "text" || value?.form === "variable" ? value.text : undefined;
  return text === undefined ? undefined : Buffer.from(text);
}

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
  const user = await readCurrentUserName(finder);
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

const unsetVariablesOf = ({ allocate, deploy }: Claim): readonly string[] =>
  [...allocate.values(), ...deploy.values()].flatMap(unsetVariables);
