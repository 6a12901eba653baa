import type { Submission } from "../../../client/execute/many.ts";
import type { MachineView } from "../../../client/lifecycle/machine-view.ts";
import type { WaitOutcome } from "../../../client/lifecycle/progress-event.ts";
import { exitKindOf } from "../../../client/lifecycle/wait-result.ts";
import type { ChangeOutcome, ExitKind, Failure } from "../../../core/failure.ts";
import { nextCommand } from "../../invocation/globals.ts";
import {
  failureOfRows,
  type NodeResult,
  outcomeTexts,
  printNodeRows,
  printRows,
} from "../../operation/rows.ts";
import type { NodeRun } from "../../operation/submit.ts";

/** The steps of one machine, in this order. */
export interface PowerCycle {
  readonly machine: MachineView;
  /** Why nothing is sent to the machine. */
  readonly obstacle?: string;
  /** `notNeeded` if the machine was off already. */
  submissionOff?: Submission | "notNeeded";
  outcomeOff?: WaitOutcome;
  submissionOn?: Submission;
  outcomeOn?: WaitOutcome;
}

interface CycleEnd {
  readonly error: string | null;
  readonly outcome: ChangeOutcome;
  readonly kind?: ExitKind | undefined;
}

export async function reportPowerCycles(
  run: NodeRun,
  cycles: readonly PowerCycle[],
  signalFailure: Failure | undefined,
): Promise<void> {
  const results = cycles.map(resultOf);
  const rows = results.map(({ row }) => row);
  await (signalFailure === undefined ? printNodeRows(run, rows) : printRows(rows, run.invocation));
  const cyclesPossiblyOff = cycles
    .filter((_, index) => results[index]?.row.outcome === "partial")
    .filter(mayBeOff);
  const names = cyclesPossiblyOff.map(({ machine }) => run.label(machine));
  const turnOnCommand = nextCommand(["machines", "power-on", ...names, "--wait"], run.invocation);
  const failure = failureOfRows(run, results, {
    showsReasons: run.invocation.globals.output === "name",
    isUnfinished: signalFailure !== undefined,
    runFailure: signalFailure,
    ...(cyclesPossiblyOff.length === 0
      ? {}
      : { hint: `turn on the machines that are off: ${turnOnCommand}` }),
  });
  if (failure !== undefined) throw failure;
  if (signalFailure !== undefined) throw signalFailure.with({ outcome: "done" });
}

const mayBeOff = ({ outcomeOff }: PowerCycle): boolean =>
  !["failed", "timeout"].includes(outcomeOff?.result ?? "");

function resultOf(cycle: PowerCycle): NodeResult {
  const { machine, outcomeOff, outcomeOn } = cycle;
  const { error, outcome, kind } = endOf(cycle);
  const status = outcomeOn?.to ?? outcomeOff?.to ?? machine.statusName;
  const { systemId, hostname } = machine;
  return { row: { system_id: systemId, hostname, ok: error === null, status, error, outcome }, kind };
}

function endOf({ obstacle, submissionOff, outcomeOff, submissionOn, outcomeOn }: PowerCycle): CycleEnd {
  if (obstacle !== undefined) return { error: obstacle, outcome: "not_sent", kind: "conflict" };
  if (submissionOff === undefined)
    return { error: "not sent: an earlier request failed", outcome: "not_sent" };
  if (submissionOff === "notNeeded") return endOfPowerOn(submissionOn, outcomeOn, "refused");
  if (submissionOff.target === undefined) return refusalEnd(submissionOff.failure, "refused");
  if (outcomeOff?.result === "done") return endOfPowerOn(submissionOn, outcomeOn, "partial");
  const reason = outcomeOff === undefined ? outcomeTexts.stopped : notOffReasons[outcomeOff.result];
  const error = [`not turned on again: ${reason}`, outcomeOff?.reason].filter(Boolean).join(": ");
  const isUnclear = submissionOff.failure !== undefined && outcomeOff?.hasChanged !== true;
  const kind = submissionOff.failure?.kind ?? (outcomeOff && exitKindOf(outcomeOff));
  return { error, outcome: isUnclear ? "unknown" : "partial", kind };
}

const notOffReasons: Readonly<Record<WaitOutcome["result"], string>> = {
  ...{ done: "it is off", failed: "it could not be turned off", left: outcomeTexts.left },
  ...{
    timeout: "still on when the time ran out",
    stopped: outcomeTexts.stopped,
    aborted: outcomeTexts.stopped,
  },
};

function endOfPowerOn(
  submissionOn: Submission | undefined,
  outcome: WaitOutcome | undefined,
  usualOutcome: "refused" | "partial",
): CycleEnd {
  if (submissionOn === undefined) return { error: "off, and not turned on", outcome: usualOutcome };
  if (submissionOn.target === undefined) {
    const refusal = refusalEnd(submissionOn.failure, usualOutcome);
    return { ...refusal, error: `off, and not turned on: ${refusal.error}` };
  }
  if (outcome?.result === "done") return { error: null, outcome: "done" };
  const reason = outcome?.reason ?? outcomeTexts[outcome?.result ?? "stopped"];
  const kind = (outcome && exitKindOf(outcome)) ?? submissionOn.failure?.kind;
  return {
    error: `power on was sent: ${reason}`,
    outcome: submissionOn.failure === undefined ? "done" : "unknown",
    kind,
  };
}

/** `usualOutcome` applies unless the failure leaves the outcome unknown. */
function refusalEnd({ message, kind, details }: Failure, usualOutcome: "refused" | "partial"): CycleEnd {
  const outcome = details.outcome === "unknown" ? "unknown" : usualOutcome;
  return { error: message, outcome, kind };
}
