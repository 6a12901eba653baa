import { defaults } from "../../../catalogue/defaults.ts";
import { group } from "../../../catalogue/groups/machines.ts";
import type { OperationEntry } from "../../../catalogue/index.ts";
import type { Operation } from "../../../catalogue/operation.ts";
import { createBreaker, type Submission, sendToEach } from "../../../client/execute/many.ts";
import type { MachineView } from "../../../client/lifecycle/machine-view.ts";
import type { WaitOutcome } from "../../../client/lifecycle/progress-event.ts";
import { exitKindOf } from "../../../client/lifecycle/wait-result.ts";
import { refuseLocked } from "../../../client/names/lock.ts";
import type { ChangeOutcome, ExitKind, Failure } from "../../../core/failure.ts";
import { formatDuration } from "../../../core/text/units.ts";
import { nextCommand } from "../../invocation/globals.ts";
import type { Invocation, Options } from "../../invocation/invocation.ts";
import { confirmMachines } from "../../operation/confirmation.ts";
import { selectorWords } from "../../operation/execute.ts";
import { isPreview, printPreviews } from "../../operation/preview.ts";
import {
  failureOfRows,
  type NodeResult,
  outcomeTexts,
  printNodeRows,
  printRows,
  resultRow,
} from "../../operation/results.ts";
import { startBreaker, startSendCounter } from "../../operation/sending.ts";
import { callOn, type NodeRun } from "../../operation/submit.ts";
import { answerWaitMs } from "../../terminal/signals.ts";
import { labelerFor, readSelection, selectedNodes } from "../../values/selection.ts";
import { watch } from "../../waiting/wait.ts";

type PowerCycleInvocation = Invocation<
  { readonly hard?: boolean; readonly "soft-timeout"?: number; readonly comment?: string },
  { readonly system_id: readonly string[] }
>;

const { "machine.power_off": powerOff, "machine.power_on": powerOn } = group.operations;

const entryOf = (operation: Operation): OperationEntry => ({
  id: operation === powerOn ? "machine.power_on" : "machine.power_off",
  group,
  operation,
});

/** Turns each machine on as soon as it is off, without waiting for other machines. */
export async function powerCycle(invocation: PowerCycleInvocation): Promise<void> {
  const { options } = invocation;
  const words = invocation.arguments.system_id;
  const selection = await readSelection(words, invocation);
  const client = await invocation.connect();
  const values = options.comment === undefined ? {} : { comment: options.comment };
  const machines = await selectedNodes(selection, powerOff, "machine", client);
  const isHard = options.hard === true;
  const softTimeoutMs = options["soft-timeout"] ?? defaults.softTimeoutMs;
  const operation: Operation = {
    ...powerOff,
    verb: "power-cycle",
    effects: [
      { template: isHard ? "power is cut without a shutdown" : softShutdownText(softTimeoutMs) },
      ...(powerOn.effects ?? []),
    ],
  };
  const run: NodeRun = {
    entry: entryOf(operation),
    parameter: "system_id",
    kind: "machine",
    values,
    client,
    invocation,
    label: labelerFor(selection, machines),
  };
  if (machines.length === 0) {
    const { printNoMatch } = await import("../../operation/many.ts");
    return await printNoMatch(run, selection);
  }
  const cycles = machines.map(planCycle);
  const allowedCycles = cycles.filter(({ obstacle }) => obstacle === undefined);
  const allowedMachines = allowedCycles.map(({ machine }) => machine);
  if (isPreview(invocation)) {
    for (const { machine, obstacle } of cycles)
      if (obstacle !== undefined)
        invocation.messages.warn(`${run.label(machine)} is left alone: ${obstacle}`);
    return await printPreview(run, allowedMachines, isHard);
  }
  refuseLocked("power-cycle", allowedMachines, run.label, selectorWords(words, invocation));
  await confirmMachines(operation, values, allowedMachines, { ...invocation, client });
  const signalFailure = await runCycles(run, allowedCycles, isHard, softTimeoutMs);
  await reportPowerCycles(run, cycles, signalFailure);
}

const softShutdownText = (softTimeoutMs: number): string =>
  softTimeoutMs === 0
    ? "a shutdown comes first, however long it takes"
    : `a shutdown comes first; power is cut after ${formatDuration(softTimeoutMs)}`;

/** A machine must not be turned off if it could not be turned on again, or if its power state is unknown. */
function planCycle(machine: MachineView): PowerCycle {
  const { owner, powerState } = machine;
  if (powerState === undefined || powerState === "unknown")
    return { machine, obstacle: "its power state is unknown to the service: turn it off and on by hand" };
  if (owner === undefined)
    return { machine, obstacle: "it has no owner: the service would turn it off, and refuse to turn it on" };
  return powerState === "off" ? { machine, offSubmission: "notNeeded" } : { machine };
}

async function printPreview(run: NodeRun, machines: readonly MachineView[], isHard: boolean): Promise<void> {
  const { client, invocation, entry } = run;
  const plannedRequests = machines.flatMap((machine) =>
    [powerOff, powerOn]
      .filter((operation) => operation === powerOn || machine.powerState !== "off")
      .map((operation) => ({
        operation,
        values: callFor(run, operation, machine, isHard).values,
        nodes: [machine],
      })),
  );
  const effectCall = { ...entry.operation, values: run.values, machines };
  await printPreviews(plannedRequests, client, invocation, effectCall);
}

function callFor(run: NodeRun, operation: Operation, machine: MachineView, isHard: boolean) {
  const values = operation === powerOn ? run.values : { ...run.values, stop_mode: isHard ? "hard" : "soft" };
  return callOn({ ...run, entry: entryOf(operation), values }, machine);
}

async function runCycles(
  run: NodeRun,
  cycles: readonly PowerCycle[],
  isHard: boolean,
  softTimeoutMs: number,
): Promise<Failure | undefined> {
  const powerOnQueue = createPowerOnQueue(run);
  for (const cycle of cycles) if (cycle.offSubmission === "notNeeded") powerOnQueue.add(cycle);
  let cyclesStillOn = cycles.filter(({ offSubmission }) => offSubmission === undefined);
  let signalFailure: Failure | undefined;
  for (const cutsPower of isHard ? [true] : [false, true]) {
    const [first, ...others] = cyclesStillOn;
    if (first === undefined || signalFailure !== undefined) break;
    if (cutsPower && !isHard) {
      const subject =
        others.length === 0 ? `${first.machine.hostname} is` : `${cyclesStillOn.length} machines are`;
      run.invocation.messages.note(
        `${subject} still on after ${formatDuration(softTimeoutMs)}: cutting the power`,
      );
    }
    signalFailure = await sendPowerOff(run, cyclesStillOn, cutsPower);
    const cyclesTurningOff = cyclesStillOn.filter(
      ({ offSubmission }) => typeof offSubmission === "object" && offSubmission.target !== undefined,
    );
    const limitMs = cutsPower ? undefined : softTimeoutMs;
    signalFailure ??= await waitUntilOff(run, cyclesTurningOff, limitMs, powerOnQueue);
    cyclesStillOn = cyclesTurningOff.filter(({ offOutcome }) => offOutcome?.result === "timeout");
  }
  if (signalFailure !== undefined) powerOnQueue.abortSoon(signalFailure);
  await powerOnQueue.waitUntilDone();
  const cyclesTurningOn = cycles.filter((cycle) => cycle.onSubmission?.target !== undefined);
  if (signalFailure !== undefined || cyclesTurningOn.length === 0) return signalFailure;
  const { outcomes, failure } = await watch(run.invocation, targetsOf(run, cyclesTurningOn), powerGoal("on"));
  for (const outcome of outcomes) {
    const cycle = cycles.find(({ machine }) => machine.systemId === outcome.systemId);
    if (cycle !== undefined) cycle.onOutcome = outcome;
  }
  return failureIfStopped(outcomes, failure);
}

async function sendPowerOff(run: NodeRun, cycles: readonly PowerCycle[], isHard: boolean) {
  const breaker = startBreaker(run.invocation);
  const counter = startSendCounter(run.invocation, cycles.length);
  const calls = cycles.map(({ machine }) => callFor(run, powerOff, machine, isHard));
  const submissions = await sendToEach(calls, breaker, { signal: breaker.signal }, counter.countAnswer);
  counter.end();
  breaker.release();
  for (const [index, cycle] of cycles.entries()) {
    const submission = submissions[index];
    // If the service refuses to cut the power, the earlier shutdown request stays in effect.
    if (submission !== undefined && !(submission.target === undefined && cycle.offSubmission !== undefined))
      cycle.offSubmission = submission;
  }
  return breaker.signalFailure();
}

async function waitUntilOff(
  run: NodeRun,
  cycles: readonly PowerCycle[],
  limitMs: number | undefined,
  powerOnQueue: ReturnType<typeof createPowerOnQueue>,
): Promise<Failure | undefined> {
  if (cycles.length === 0) return undefined;
  const byId = new Map(cycles.map((cycle) => [cycle.machine.systemId, cycle]));
  const { invocation } = run;
  const options: Options =
    limitMs === undefined ? invocation.options : { ...invocation.options, "wait-timeout": limitMs };
  const onSettled = (outcome: WaitOutcome) => {
    const cycle = byId.get(outcome.systemId);
    if (cycle === undefined) return;
    cycle.offOutcome = outcome;
    if (outcome.result === "done") powerOnQueue.add(cycle);
  };
  const { outcomes, failure } = await watch(
    { ...invocation, options },
    targetsOf(run, cycles),
    powerGoal("off"),
    onSettled,
  );
  for (const outcome of outcomes) if (outcome.result !== "done") onSettled(outcome);
  return failureIfStopped(outcomes, failure);
}

const powerGoal = (value: "on" | "off") =>
  ({ kind: "conditions", conditions: [{ kind: "power", value }], all: false }) as const;

const targetsOf = ({ label }: NodeRun, cycles: readonly PowerCycle[]) =>
  cycles.map(({ machine: { systemId, hostname } }) => ({
    systemId,
    hostname,
    nameForCommands: label({ systemId, hostname }),
  }));

const failureIfStopped = (
  outcomes: readonly WaitOutcome[],
  failure: Failure | undefined,
): Failure | undefined => (outcomes.some(({ result }) => result === "stopped") ? failure : undefined);

/** A machine that is off is turned on even if another one failed or a signal arrived. */
function createPowerOnQueue(run: NodeRun) {
  const maxParallel = run.invocation.options.parallel ?? defaults.parallel;
  const queues: Promise<void>[] = [];
  const abortController = new AbortController();
  const options = { signal: abortController.signal };
  let count = 0;
  const send = async (cycle: PowerCycle) => {
    const call = callFor(run, powerOn, cycle.machine, false);
    const [submission] = await sendToEach([call], createBreaker(1, false), options, () => undefined);
    if (submission !== undefined) cycle.onSubmission = submission;
  };
  return {
    add: (cycle: PowerCycle) => {
      const lane = count++ % maxParallel;
      queues[lane] = (queues[lane] ?? Promise.resolve()).then(() => send(cycle));
    },
    waitUntilDone: () => Promise.all(queues),
    /** Aborts requests whose answers do not arrive soon. */
    abortSoon: (reason: Failure) =>
      void run.invocation.context.clock.sleep(answerWaitMs).then(() => abortController.abort(reason)),
  };
}

/** The steps of one machine, in this order. */
interface PowerCycle {
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

async function reportPowerCycles(
  run: NodeRun,
  cycles: readonly PowerCycle[],
  signalFailure: Failure | undefined,
): Promise<void> {
  const results = cycles.map(resultOf);
  const rows = results.map(({ row }) => row);
  await (signalFailure === undefined ? printNodeRows(run, rows) : printRows(rows, run.invocation));
  const cyclesPossiblyOff = cycles
    .filter((_, index) => ["partial", "unknown"].includes(results[index]?.row.outcome ?? ""))
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

const mayBeOff = ({ offOutcome }: PowerCycle): boolean =>
  !["failed", "timeout"].includes(offOutcome?.result ?? "");

function resultOf(cycle: PowerCycle): NodeResult {
  const { machine, offOutcome, onOutcome } = cycle;
  const { error, outcome, kind } = endOf(cycle);
  const status = onOutcome?.to ?? offOutcome?.to ?? machine.statusName;
  return { row: resultRow(machine, { ok: error === null, status, error, outcome }), kind };
}

function endOf({ obstacle, offSubmission, offOutcome, onSubmission, onOutcome }: PowerCycle): CycleEnd {
  if (obstacle !== undefined) return { error: obstacle, outcome: "not_sent", kind: "conflict" };
  if (offSubmission === undefined)
    return { error: "not sent: an earlier request failed", outcome: "not_sent" };
  if (offSubmission === "notNeeded") return endOfPowerOn(onSubmission, onOutcome, false);
  if (offSubmission.target === undefined) return refusalEnd(offSubmission.failure, false);
  if (offOutcome?.result === "done") return endOfPowerOn(onSubmission, onOutcome, true);
  const reason = offOutcome === undefined ? outcomeTexts.stopped : notOffReasons[offOutcome.result];
  const error = [`not turned on again: ${reason}`, offOutcome?.reason].filter(Boolean).join(": ");
  const isUnclear = offSubmission.failure !== undefined && offOutcome?.hasChanged !== true;
  const kind = offSubmission.failure?.kind ?? (offOutcome && exitKindOf(offOutcome));
  return { error, outcome: isUnclear ? "unknown" : "partial", kind };
}

const notOffReasons: Readonly<Record<WaitOutcome["result"], string>> = {
  ...outcomeTexts,
  done: "it is off",
  failed: "it could not be turned off",
  timeout: "still on when the time ran out",
  aborted: outcomeTexts.stopped,
};

function endOfPowerOn(
  onSubmission: Submission | undefined,
  outcome: WaitOutcome | undefined,
  wasTurnedOff: boolean,
): CycleEnd {
  if (onSubmission === undefined)
    return { error: "it is off and was not turned on", outcome: wasTurnedOff ? "partial" : "not_sent" };
  if (onSubmission.target === undefined) {
    const refusal = refusalEnd(onSubmission.failure, wasTurnedOff);
    return { ...refusal, error: `it is off and was not turned on: ${refusal.error}` };
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

function refusalEnd({ message, kind, details }: Failure, wasTurnedOff: boolean): CycleEnd {
  const { outcome = "not_sent" } = details;
  return { error: message, outcome: wasTurnedOff && outcome !== "unknown" ? "partial" : outcome, kind };
}
