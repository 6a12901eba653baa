import type { ExitKind } from "../../core/exit-codes.ts";
import { type FailedMachine, Failure, isSignal } from "../../core/failure.ts";
import { type Claim, placeText } from "../item.ts";
import { type Groups, groupsOf, standingOf } from "./decide.ts";
import type { ClaimedMachine } from "./machines.ts";
import { constraintText } from "./requests.ts";
import type { ClaimState } from "./state.ts";

/** What became of one claim. */
export interface ClaimResult {
  readonly claim: Claim;
  /** The machines that it has now, by system id. */
  readonly machines: readonly ClaimedMachine[];
  /** Machines with its mark that belong to other users: they are left alone. */
  readonly foreign: readonly ClaimedMachine[];
  /** Those that this run has released. */
  readonly released: readonly ClaimedMachine[];
  /** Why it is not as it should be; undefined where it is. */
  readonly failure: Failure | undefined;
}

/** What a state comes to; `ended`: what ended the run before its time. */
export function claimResult(state: ClaimState, ended?: Failure): ClaimResult {
  const machines = state.own.filter(({ view }) => !["free", "leaving"].includes(standingOf(view)));
  return {
    claim: state.claim,
    machines,
    foreign: state.foreign,
    released: [...state.released.values()],
    failure: failureOf(state, ended),
  };
}

/** One thing that keeps a claim from being as it should be. */
interface Lack {
  readonly kind: ExitKind;
  readonly text: string;
  readonly machines?: readonly ClaimedMachine[];
  readonly hint?: string | undefined;
}

function failureOf(state: ClaimState, ended: Failure | undefined): Failure | undefined {
  const { claim } = state;
  const groups = groupsOf(state.own);
  const reached = `claim ${claim.name}: ${groups.held.length} of ${claim.count} machines deployed`;
  if (ended !== undefined) return endFailure(ended, reached, claim.name, state);
  const lacks = lacksOf(state, groups);
  const [first] = lacks;
  if (first === undefined) return undefined;
  const kinds = new Set(lacks.map(({ kind }) => kind));
  const hints = [...new Set(lacks.flatMap(({ hint }) => hint ?? []))];
  const hint =
    hints.length > 0 ? hints.join("; ") : "run the same command again to continue with these machines";
  return new Failure(kinds.size === 1 ? first.kind : "someFailed", `${placeText(claim.place)}: ${reached}`, {
    lines: lacks.map(({ text }) => text),
    hint,
    outcome: "done",
    machines: lacks.flatMap(({ machines = [] }) => machines.map(failedMachine)),
  });
}

const failedMachine = ({ view }: ClaimedMachine): FailedMachine => ({
  system_id: view.systemId,
  hostname: view.hostname,
  status: view.statusName,
});

function endFailure(ended: Failure, reached: string, name: string, state: ClaimState): Failure {
  const message = isSignal(ended) ? `stopped; ${reached}` : `${reached}: ${ended.message}`;
  const goOn = `run the same command again to continue with these machines, or release them: svc claims release ${name}`;
  const isUsable = ended.kind !== "notAuthenticated" && ended.details.hint !== undefined;
  return ended.with(
    {
      hint: isSignal(ended) || !isUsable ? goOn : ended.details.hint,
      machines: ended.details.machines ?? state.own.map(failedMachine),
    },
    message,
  );
}

function lacksOf(state: ClaimState, groups: Groups): readonly Lack[] {
  const { claim, options } = state;
  const { held, coming, taken, failed, busy, stuck } = groups;
  const told = new Set<string>();
  const lacks: Lack[] = [];
  const add = (
    kind: ExitKind,
    machines: readonly ClaimedMachine[],
    why: (each: ClaimedMachine) => string,
    hint?: string,
  ) => {
    const fresh = machines.filter(({ view }) => !told.has(view.systemId));
    for (const machine of fresh) {
      told.add(machine.view.systemId);
      lacks.push({ kind, text: `${machine.view.hostname}: ${why(machine)}`, machines: [machine], hint });
    }
  };
  const places = held.length + coming.length + taken.length + failed.length + busy.length;
  const [exhausted] = [state.exhausted];
  if (exhausted !== undefined && held.length < claim.count) lacks.push(exhaustedLack(exhausted, claim));
  const refusal = ({ view }: ClaimedMachine) => state.records.get(view.systemId)?.refusal?.message;
  add(
    "operationFailed",
    failed,
    failedReason,
    options.replacesFailed ? undefined : "--replace-failed releases failed machines and takes others",
  );
  add("operationFailed", stuck, ({ view }) => `${view.statusName}: it could not be released`);
  add("conflict", busy, busyReason);
  if (held.length < claim.count) {
    add("conflict", taken, (each) => `Allocated, and not deployed: ${refusal(each) ?? "it does not begin"}`);
    add("stillInProgress", coming, ({ view }) => `still ${view.statusName}`);
  }
  const inUse = [...held, ...coming, ...taken].sort((a, b) => Number(a.view.locked) - Number(b.view.locked));
  const surplus = places > claim.count ? inUse.slice(claim.count) : [];
  const isLocked = ({ view }: ClaimedMachine) => view.locked;
  add("conflict", surplus.filter(isLocked), () => "one too many, and locked", "unlock it, then apply again");
  add(
    "conflict",
    surplus.filter((each) => !isLocked(each)),
    (each) => refusal(each) ?? "one too many, and its release was not confirmed",
    "apply again to be asked",
  );
  return lacks;
}

function exhaustedLack(failure: Failure, claim: Claim): Lack {
  const constraints = constraintText(claim);
  const isNoMatch = failure.kind === "conflict" && failure.details.status === 409;
  const asked = constraints === "" ? "no machine is free" : `no free machine matches ${constraints}`;
  return {
    kind: failure.kind,
    text: isNoMatch ? `${asked} (${failure.message})` : failure.message,
    hint:
      failure.details.hint ?? (isNoMatch ? "free a machine or change allocate, then apply again" : undefined),
  };
}

const failedReason = ({ view }: ClaimedMachine): string => {
  const reason = view.errorDescription ?? view.statusMessage;
  return reason === undefined ? view.statusName : `${view.statusName}: ${reason}`;
};

const busyReason = ({ view }: ClaimedMachine): string =>
  `${view.statusName}${view.locked ? ", locked" : ""}: it keeps its place and is left alone`;
