import type { Submission } from "../../../client/execute/many.ts";
import type { MachineView } from "../../../client/lifecycle/machine-view.ts";
import type { WaitOutcome } from "../../../client/lifecycle/progress-event.ts";
import { exitKindOf } from "../../../client/lifecycle/wait-result.ts";
import type { ExitKind } from "../../../core/exit-codes.ts";
import type { ChangeOutcome, Failure } from "../../../core/failure.ts";
import { nextCommand } from "../../invocation/same-connection.ts";
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
  offSubmission?: Submission | "notNeeded";
  offOutcome?: WaitOutcome;
  onSubmission?: Submission;
  onOutcome?: WaitOutcome;
}

interface CycleEnd {
  readonly error: string | null;
  readonly outcome: ChangeOutcome;
  readonly kind?: ExitKind | undefined;
}

/** Throws a `Failure` whose hint is the command that turns on the machines that are still off. */
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
    ...(cyclesPossiblyOff.length === 0 ? {} : { hint: `turn on what is off: ${turnOnCommand}` }),
  });
  if (failure !== undefined) throw failure;
  if (signalFailure !== undefined) throw signalFailure.with({ outcome: "done" });
}

const mayBeOff = ({ offOutcome }: PowerCycle): boolean =>
  !["failed", "timeout"].includes(offOutcome?.result ?? "");

function resultOf(cycle: PowerCycle): NodeResult {
  const { machine, offOutcome, onOutcome } = cycle;
  const { error, outcome, kind } = endOf(cycle);
  const status = onOutcome?.to ?? offOutcome?.to ?? machine.statusName;
  const { systemId, hostname } = machine;
  return { row: { system_id: systemId, hostname, ok: error === null, status, error, outcome }, kind };
}

function endOf({ obstacle, offSubmission, offOutcome, onSubmission, onOutcome }: PowerCycle): CycleEnd {
  if (obstacle !== undefined) return { error: obstacle, outcome: "not_sent", kind: "conflict" };
  if (offSubmission === undefined)
    return { error: "not sent: an earlier request failed", outcome: "not_sent" };
  if (offSubmission === "notNeeded") return endOfPowerOn(onSubmission, onOutcome, "refused");
  if (offSubmission.target === undefined) return refusalEnd(offSubmission.failure, "refused");
  if (offOutcome?.result === "done") return endOfPowerOn(onSubmission, onOutcome, "partial");
  const reason = offOutcome === undefined ? outcomeTexts.stopped : notOffReasons[offOutcome.result];
  const error = [`not turned on again: ${reason}`, offOutcome?.reason].filter(Boolean).join(": ");
  const isUnclear = offSubmission.failure !== undefined && offOutcome?.hasChanged !== true;
  const kind = offSubmission.failure?.kind ?? (offOutcome && exitKindOf(offOutcome));
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
  onSubmission: Submission | undefined,
  outcome: WaitOutcome | undefined,
  usualOutcome: "refused" | "partial",
): CycleEnd {
  if (onSubmission === undefined) return { error: "off, and not turned on", outcome: usualOutcome };
  if (onSubmission.target === undefined) {
    const refusal = refusalEnd(onSubmission.failure, usualOutcome);
    return { ...refusal, error: `off, and not turned on: ${refusal.error}` };
  }
  if (outcome?.result === "done") return { error: null, outcome: "done" };
  const reason = outcome?.reason ?? outcomeTexts[outcome?.result ?? "stopped"];
  const kind = (outcome && exitKindOf(outcome)) ?? onSubmission.failure?.kind;
  return {
    error: `power on was sent: ${reason}`,
    outcome: onSubmission.failure === undefined ? "done" : "unknown",
    kind,
  };
}

/** `usualOutcome` applies unless the failure leaves the outcome unknown. */
function refusalEnd({ message, kind, details }: Failure, usualOutcome: "refused" | "partial"): CycleEnd {
  const outcome = details.outcome === "unknown" ? "unknown" : usualOutcome;
  return { error: message, outcome, kind };
}
