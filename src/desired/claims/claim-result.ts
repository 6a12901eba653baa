import { failedMachine, type MachineView } from "../../client/lifecycle/machine-view.ts";
import { type ChangeOutcome, type ExitKind, Failure, isSignal, outcomeOfAll } from "../../core/failure.ts";
import { shellWord } from "../../core/text/shell-words.ts";
import { claimFields } from "../document/claims.ts";
import { type Claim, isFromVariable, labelOf, placeText } from "../item.ts";
import { plainValue } from "../values.ts";
import { type ClaimState, type Groups, groupsOf, machinesInUse } from "./decide.ts";
import type { ClaimedMachine } from "./machines.ts";

export interface ClaimResult {
  readonly claim: Claim;
  readonly machines: readonly ClaimedMachine[];
  readonly outcome: ChangeOutcome;
  readonly failure: Failure | undefined;
}

export function claimResult(state: ClaimState, runFailure?: Failure): ClaimResult {
  const requestsOutcome = outcomeOfAll(state.ledger.changes().map((change) => change.outcome));
  const isShort = groupsOf(state.ownMachines).deployed.length < state.claim.count;
  const outcome =
    requestsOutcome === "done" && runFailure !== undefined && isShort ? "partial" : requestsOutcome;
  return {
    claim: state.claim,
    machines: machinesInUse(state.ownMachines),
    outcome,
    failure: failureOf(state, runFailure)?.with({ outcome }),
  };
}

interface Shortfall {
  readonly kind: ExitKind;
  readonly text: string;
  readonly machine?: ClaimedMachine;
  readonly hint?: string | undefined;
}

function failureOf(state: ClaimState, runFailure: Failure | undefined): Failure | undefined {
  const { claim } = state;
  const groups = groupsOf(state.ownMachines);
  const progress = `claim ${labelOf(claim)}: ${groups.deployed.length} of ${claim.count} machines deployed`;
  if (runFailure !== undefined) return interruptedFailure(runFailure, progress, labelOf(claim), state);
  const shortfalls = shortfallsOf(state, groups);
  const [first] = shortfalls;
  if (first === undefined) return undefined;
  const kinds = new Set(shortfalls.map(({ kind }) => kind));
  const hints = [...new Set(shortfalls.flatMap(({ hint }) => hint ?? []))];
  const hint = hints.join("; ") || `${rerunHint} to continue with these machines`;
  return new Failure(kinds.size === 1 ? first.kind : "someFailed", `${placeText(claim.place)}: ${progress}`, {
    lines: shortfalls.map(({ text }) => text),
    hint,
    machines: shortfalls.flatMap(({ machine }) => (machine ? [failedMachine(machine.view)] : [])),
  });
}

const rerunHint = "run the same command again";

function interruptedFailure(runFailure: Failure, progress: string, name: string, state: ClaimState): Failure {
  const message = isSignal(runFailure) ? `stopped; ${progress}` : `${progress}: ${runFailure.message}`;
  const isUntouched = state.ownMachines.length === 0 && state.ledger.changes().length === 0;
  const continueHint = isUntouched
    ? rerunHint
    : `${rerunHint} to continue with these machines, or release them: svc claims release ${name}`;
  const mayUseHint = runFailure.kind !== "notAuthenticated" && !isSignal(runFailure);
  return runFailure.with(
    {
      hint: (mayUseHint ? runFailure.details.hint : undefined) ?? continueHint,
      machines: runFailure.details.machines ?? state.ownMachines.map(({ view }) => failedMachine(view)),
    },
    message,
  );
}

function shortfallsOf(state: ClaimState, groups: Groups): readonly Shortfall[] {
  const { claim, options, noMachineFailure } = state;
  const { deployed, deploying, allocated, failed, busy, stuck } = groups;
  const isShort = deployed.length < claim.count;
  const active = [...deployed, ...deploying, ...allocated].sort(
    (a, b) => Number(a.view.locked) - Number(b.view.locked),
  );
  const hasSurplus = active.length + failed.length + busy.length > claim.count;
  const surplus = hasSurplus ? active.slice(claim.count) : [];
  const replaceHint = options.replacesFailed ? undefined : "--replace-failed replaces failed machines";
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
      isShort ? allocated : [],
      "conflict",
      (_, refusal) => `Allocated but not deployed: ${refusal ?? "the deployment did not start"}`,
    ],
    [isShort ? deploying : [], "stillInProgress", ({ statusName }) => `still ${statusName}`],
    [
      surplus.filter(({ view }) => view.locked),
      "conflict",
      () => "surplus, but locked",
      "unlock it, then apply again",
    ],
    [
      surplus,
      "conflict",
      (_, refusal) => refusal ?? "surplus; its release was not confirmed",
      "apply again to confirm its release",
    ],
  ];
  const shortfalls = new Map<string, Shortfall>();
  for (const [machines, kind, reason, hint] of rows)
    for (const machine of machines) {
      const { systemId, hostname } = machine.view;
      const refusal = state.records.get(systemId)?.refusal;
      const text = `${hostname}: ${reason(machine.view, refusal?.message)}`;
      const shortfallKind = machines === allocated || machines === surplus ? (refusal?.kind ?? kind) : kind;
      if (!shortfalls.has(systemId)) shortfalls.set(systemId, { kind: shortfallKind, text, machine, hint });
    }
  return [
    ...(noMachineFailure !== undefined && isShort ? [noMachineShortfall(noMachineFailure, claim)] : []),
    ...shortfalls.values(),
  ];
}

function noMachineShortfall(failure: Failure, claim: Claim): Shortfall {
  const constraints = constraintText(claim);
  const isNoMatch = failure.kind === "conflict" && failure.details.status === 409;
  const noMatchText = constraints === "" ? "no machine is free" : `no free machine matches ${constraints}`;
  return {
    kind: failure.kind,
    text: isNoMatch ? `${noMatchText} (${failure.message})` : failure.message,
    hint: isNoMatch
      ? "free a machine, or change the constraints of allocate, then apply again"
      : failure.details.hint,
  };
}

function failedReason({ statusName, errorDescription, statusMessage }: MachineView): string {
  const reason = errorDescription ?? statusMessage;
  return reason === undefined ? statusName : `${statusName}: ${reason}`;
}

const busyReason = ({ statusName, locked }: MachineView): string =>
  `${statusName}${locked ? ", locked" : ""}: it still counts towards the claim and is left alone`;

function constraintText({ allocate }: Claim): string {
  return [...allocate]
    .flatMap(([name, fieldValue]) => {
      const field = claimFields.allocate.get(name);
      if (field === undefined) return [];
      const plain = plainValue(field, fieldValue);
      if (isFromVariable(fieldValue)) return [`${name}=(secret)`];
      if (plain.form === "text") return [`${name}=${shellWord(plain.text ?? "")}`];
      return plain.form === "list" ? (plain.texts ?? []).map((text) => `${name}=${shellWord(text)}`) : [];
    })
    .join(" ");
}
