import type { MachineView } from "../../client/lifecycle/machine-view.ts";
import type { ExitKind } from "../../core/exit-codes.ts";
import {
  type ChangeOutcome,
  type FailedMachine,
  Failure,
  isSignal,
  outcomeOfAll,
} from "../../core/failure.ts";
import { type Claim, labelOf, placeText } from "../item.ts";
import { type Groups, groupsOf, inUse } from "./decide.ts";
import type { ClaimedMachine } from "./machines.ts";
import { constraintText } from "./requests.ts";
import type { ClaimState } from "./state.ts";

export interface ClaimResult {
  readonly claim: Claim;
  readonly machines: readonly ClaimedMachine[];
  /** Marked machines of other users, which are left alone. */
  readonly foreign: readonly ClaimedMachine[];
  readonly released: readonly ClaimedMachine[];
  readonly outcome: ChangeOutcome;
  readonly failure: Failure | undefined;
}

export function claimResult(state: ClaimState, ended?: Failure): ClaimResult {
  const sent = outcomeOfAll(state.ledger.changes().map((change) => change.outcome));
  const isShort = groupsOf(state.own).held.length < state.claim.count;
  const outcome = sent === "done" && ended !== undefined && isShort ? "partial" : sent;
  return {
    claim: state.claim,
    machines: inUse(state.own),
    foreign: state.foreign,
    released: [...state.released.values()],
    outcome,
    failure: failureOf(state, ended)?.with({ outcome }),
  };
}

interface Lack {
  readonly kind: ExitKind;
  readonly text: string;
  readonly machines?: readonly ClaimedMachine[];
  readonly hint?: string | undefined;
}

function failureOf(state: ClaimState, ended: Failure | undefined): Failure | undefined {
  const { claim } = state;
  const groups = groupsOf(state.own);
  const reached = `claim ${labelOf(claim)}: ${groups.held.length} of ${claim.count} machines deployed`;
  if (ended !== undefined) return endFailure(ended, reached, labelOf(claim), state);
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
  const { claim, options, exhausted } = state;
  const { held, coming, taken, failed, busy, stuck } = groups;
  const isShort = held.length < claim.count;
  const isFull = held.length + coming.length + taken.length + failed.length + busy.length > claim.count;
  const active = [...held, ...coming, ...taken].sort((a, b) => Number(a.view.locked) - Number(b.view.locked));
  const replaceHint = options.replacesFailed
    ? undefined
    : "--replace-failed releases failed machines and takes others";
  const rows: readonly (readonly [
    machines: readonly ClaimedMachine[],
    kind: ExitKind,
    reason: (view: MachineView, refusal: string | undefined) => string,
    hint?: string | undefined,
  ])[] = [
    [failed, "operationFailed", failedReason, replaceHint],
    [stuck, "operationFailed", ({ statusName }) => `${statusName}: it could not be released`],
    [busy, "conflict", busyReason],
    [
      isShort ? taken : [],
      "conflict",
      (_, refusal) => `Allocated, and not deployed: ${refusal ?? "it does not begin"}`,
    ],
    [isShort ? coming : [], "stillInProgress", ({ statusName }) => `still ${statusName}`],
    [
      isFull ? active.slice(claim.count).filter(({ view }) => view.locked) : [],
      "conflict",
      () => "one too many, and locked",
      "unlock it, then apply again",
    ],
    [
      isFull ? active.slice(claim.count) : [],
      "conflict",
      (_, refusal) => refusal ?? "one too many, and its release was not confirmed",
      "apply again to be asked",
    ],
  ];
  const lacks = new Map<string, Lack>();
  for (const [machines, kind, reason, hint] of rows)
    for (const machine of machines) {
      const { systemId, hostname } = machine.view;
      const refusal = state.records.get(systemId)?.refusal;
      const text = `${hostname}: ${reason(machine.view, refusal?.message)}`;
      const cause = machines === taken ? (refusal?.kind ?? kind) : kind;
      if (!lacks.has(systemId)) lacks.set(systemId, { kind: cause, text, machines: [machine], hint });
    }
  return [
    ...(exhausted !== undefined && isShort ? [exhaustedLack(exhausted, claim)] : []),
    ...lacks.values(),
  ];
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

function failedReason({ statusName, errorDescription, statusMessage }: MachineView): string {
  const reason = errorDescription ?? statusMessage;
  return reason === undefined ? statusName : `${statusName}: ${reason}`;
}

const busyReason = ({ statusName, locked }: MachineView): string =>
  `${statusName}${locked ? ", locked" : ""}: it still counts and is left alone`;
