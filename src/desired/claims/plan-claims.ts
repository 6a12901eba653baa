import type { MachineView } from "../../client/lifecycle/machine-view.ts";
import { isUserData, userDataFault } from "../../client/values/user-data.ts";
import { inParallel } from "../../core/parallel.ts";
import type { Claim, FieldValue } from "../item.ts";
import type { Problem } from "../problems.ts";
import type { ShownField, ShownStep } from "../shown-change.ts";
import { decide, groupsOf, surplusInUse } from "./decide.ts";
import {
  adoptedOf,
  type ClaimedMachine,
  divide,
  type Finder,
  findClaimed,
  isNamed,
  ownNameOf,
} from "./machines.ts";
import { unsetVariablesOf } from "./requests.ts";
import { type ClaimOptions, newState } from "./state.ts";

type PlanOptions = Pick<ClaimOptions, "keep" | "replacesFailed">;

export interface ClaimPlan {
  readonly claim: Claim;
  readonly shown: ShownStep | undefined;
  /** Machines in use that would be released, newest first. */
  readonly releases: readonly ClaimedMachine[];
  /** One line each, about machines left alone. */
  readonly warnings: readonly string[];
  readonly problems: readonly Problem[];
  readonly unset: readonly Problem[];
}

export async function planClaims(
  claims: readonly Claim[],
  options: PlanOptions,
  finder: Finder & { readonly parallel: number },
): Promise<{ readonly plans: readonly ClaimPlan[]; readonly warnings: readonly string[] }> {
  const [ownName, adopted] = [ownNameOf(finder), adoptedOf(finder)];
  const unused = new Set(options.keep);
  const plans = await inParallel(claims, finder.parallel, async (claim) => {
    const found = await findClaimed(finder, claim.name, adopted);
    const { own, foreign } = divide(claim.name, found, found.length > 0 ? await ownName() : undefined);
    for (const word of unused)
      if (own.some((machine) => isNamed(machine, new Set([word])))) unused.delete(word);
    return planOf(claim, own, foreign, options);
  });
  return {
    plans: plans.flatMap((plan) => plan ?? []),
    warnings: [...unused].map((word) => `--keep ${word}: no machine of these claims is called so`),
  };
}

/** Includes other users' machines with its mark. */
export function planOf(
  claim: Claim,
  own: readonly ClaimedMachine[],
  foreign: readonly ClaimedMachine[],
  options: PlanOptions,
): ClaimPlan {
  const releases = surplusInUse(own, claim.count, options.keep);
  const agreed = new Set(releases.map(({ view }) => view.systemId));
  const state = newState(claim, { ...options, agreed });
  const decision = decide(own, state);
  const kept = own.filter((machine) => isNamed(machine, options.keep));
  const problem = (text: string): Problem => ({ place: claim.place, kind: "usage", text });
  const tooMany = `claim ${claim.name} is to hold ${claim.count}, and --keep names ${kept.length} of its machines`;
  const needsVariables = decision.kind === "allocate" || decision.kind === "deploy";
  return {
    claim,
    shown: decision.kind === "end" ? undefined : shownStep(claim, own, releases, options),
    releases,
    warnings: warningsOf(claim, own, foreign, releases, options),
    problems: kept.length > claim.count ? [problem(tooMany)] : [],
    unset: (needsVariables ? unsetVariablesOf(claim) : []).map((variable) =>
      problem(`${variable} is not set, and claim ${claim.name} needs it`),
    ),
  };
}

function shownStep(
  claim: Claim,
  own: readonly ClaimedMachine[],
  releases: readonly ClaimedMachine[],
  { replacesFailed }: PlanOptions,
): ShownStep {
  const groups = groupsOf(own);
  const names = (machines: readonly ClaimedMachine[]) => machines.map(({ view }) => view.hostname);
  const fields: Record<string, ShownField> = { machines: { from: groups.held.length, to: claim.count } };
  const change = (field: string, machines: readonly ClaimedMachine[], to: string) => {
    if (machines.length > 0) fields[field] = { from: names(machines), to };
  };
  change("allocated", groups.taken, "deployed");
  change(
    "deploying",
    groups.coming.filter((each) => !releases.includes(each)),
    "deployed",
  );
  if (replacesFailed) change("failed", groups.failed, "replaced");
  change("release_failed", groups.stuck, "released");
  change("surplus", releases, "released");
  const { name, place } = claim;
  const action = own.length === 0 ? "create" : "update";
  return { action, kind: "claims", name, fields, file: place.file, line: place.line };
}

function warningsOf(
  { name, count, deploy }: Claim,
  own: readonly ClaimedMachine[],
  foreign: readonly ClaimedMachine[],
  releases: readonly ClaimedMachine[],
  { replacesFailed }: PlanOptions,
): readonly string[] {
  const { held, coming, failed, busy } = groupsOf(own);
  const stays = [...held, ...coming].filter((each) => !releases.includes(each));
  const locked = stays.length + busy.length > count ? stays.filter(({ view }) => view.locked) : [];
  const warn = (machines: readonly ClaimedMachine[], text: (view: MachineView) => string) =>
    machines.map(({ view }) => `claim ${name}: ${view.hostname} ${text(view)}`);
  const status = (view: MachineView) => `is ${view.statusName}${view.locked ? " and locked" : ""}`;
  const userData = bytesOf(deploy.get("user_data"));
  return [
    ...(userData === undefined || isUserData(userData) ? [] : [`claim ${name}: user_data ${userDataFault}`]),
    ...warn(
      replacesFailed ? [] : failed,
      (view) => `${status(view)}; --replace-failed takes another in its place`,
    ),
    ...warn(busy, (view) => `${status(view)}; it still counts and is left alone`),
    ...warn(locked, () => "is one too many and locked; it is left alone"),
    ...warn(foreign, ({ owner }) => `has the same mark and belongs to ${owner}; it is left alone`),
  ];
}

/** Undefined for an unset variable. */
function bytesOf(value: FieldValue | undefined): Buffer | undefined {
  if (value?.form === "file") return value.bytes;
  const text = value?.form === "text" || value?.form === "variable" ? value.text : undefined;
  return text === undefined ? undefined : Buffer.from(text);
}
