import { group } from "../../api/groups/machines.ts";
import type { Operation } from "../../api/operation.ts";
import { Failure, isInDoubt, isSignal, isUnread } from "../../failure.ts";
import type { Client, Values } from "../../http/call.ts";
import { type MachineView, machineView } from "../../lifecycle/machine-view.ts";
import type { Target } from "../../lifecycle/progress-event.ts";
import type { OperationRun } from "../invocation/invocation.ts";
import { nextCommand } from "../invocation/same-connection.ts";
import { withLook } from "../operation/doubt.ts";
import { shapeOf } from "../operation/result.ts";
import { canBeWatched } from "../operation/watch.ts";
import { watchSending } from "../terminal/sending-watch.ts";
import { resumeHint } from "../waiting/resume.ts";
import { watchAfter } from "../waiting/wait.ts";

const { operations } = group;
const machineShape = shapeOf({ group, operation: operations["machine.read"] });

/** One run of both operations, their values checked. */
interface Both {
  readonly run: OperationRun;
  readonly client: Client;
  readonly deploy: Operation;
  readonly deployValues: Values;
}

/**
 * Allocates a machine, deploys it, and waits where that is asked for. Where the service refuses to deploy it,
 * or a signal comes before it is asked to, the machine is released. Whatever else fails leaves it to the
 * operator, who gets the machine on standard output, unless `--release-on-failure` is given.
 */
export async function allocateAndDeploy(both: Both): Promise<void> {
  const { run, deploy } = both;
  const { machine, target, answer } = await sendBoth(both);
  if (run.invocation.options["wait"] !== true && answer !== undefined) {
    if (machineView(answer.value) === undefined) return await printMachine(both, machine);
    return await run.invocation.print(answer.value, machineShape);
  }
  const { outcomes, failure, moved } = await watchAfter(run.invocation, deploy, [target]);
  if (failure === undefined) return await printMachine(both, machine);
  const isClear =
    answer !== undefined || moved.size > 0 || outcomes.some(({ result }) => result === "failed");
  const told = failure.with(isClear ? {} : { outcome: "unknown" });
  // It is not the operator's to give back.
  throw outcomes.some(({ isTaken }) => isTaken) ? told : await left(both, machine, told);
}

interface Deployed {
  readonly machine: MachineView;
  /** Undefined where there was no clear one, and the machine is to be watched all the same. */
  readonly answer: { readonly value: unknown } | undefined;
  readonly target: Target;
}

async function sendBoth(both: Both): Promise<Deployed> {
  const { run, client, deploy, deployValues } = both;
  const { entry, values, invocation } = run;
  const { context, messages, options } = invocation;
  const watch = watchSending(context, (kind) => messages.note(`${kind}: waiting for the request under way`));
  try {
    const machine = await client
      .call(entry.operation, values, { signal: watch.signal })
      .then((answer) => answer.value())
      .then(machineView)
      .catch((error: unknown) => {
        throw withLook(error, entry, values, invocation);
      });
    if (machine === undefined) throw new Failure("other", "the service's answer is not a machine");
    const { systemId, hostname, status, owner } = machine;
    messages.note(`allocated ${hostname} (${systemId})`);
    const stopped = watch.signalled();
    if (stopped !== undefined) throw await givenBack(both, machine, before(stopped));
    const target: Target = {
      systemId,
      hostname,
      before: status,
      ...(owner === undefined ? {} : { owner }),
    };
    let value: unknown;
    try {
      const values = { ...deployValues, system_id: systemId };
      value = await (await client.call(deploy, values, { signal: watch.signal })).value();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (isRefusal(error)) throw await givenBack(both, machine, error);
      const isWatched = options["wait"] === true && watch.signalled() === undefined && isInDoubt(error);
      if (isWatched && (await canBeWatched(client, systemId, watch.signal))) {
        messages.note(`${error.message}: no clear answer; watching what becomes of ${hostname}`);
        return { machine, answer: undefined, target: { ...target, isUnclear: true } };
      }
      const message = `${sentence(error)}; ${hostname} is allocated, and may be deploying`;
      const failure = new Failure(error.kind, message, error.details);
      throw await left(both, machine, failure, { ...target, isUnclear: true });
    }
    const late = watch.signalled();
    if (late !== undefined) {
      const message = `${late.message}; ${hostname} is deploying`;
      throw await left(both, machine, new Failure(late.kind, message, { outcome: "done" }), target);
    }
    const answered = machineView(value)?.status;
    return {
      machine,
      answer: { value },
      target: { ...target, ...(answered === undefined ? {} : { answered }) },
    };
  } catch (error) {
    const stopped = watch.signalled();
    if (stopped === undefined || !(error instanceof Failure)) throw error;
    throw new Failure(stopped.kind, error.message, error.details);
  } finally {
    watch.release();
  }
}

const before = ({ kind }: Failure): Failure =>
  new Failure(kind, `${kind} before the deployment`, { outcome: "not_sent" });

const sentence = ({ message }: Failure): string => message.replace(/\.$/, "");

/**
 * True where nothing can have begun: an answer that says no, a request that was never sent, or a stop before
 * it.
 */
const isRefusal = ({ details }: Failure): boolean =>
  details.outcome === "refused" || details.outcome === "not_sent";

/**
 * The failure of a machine that is not known to be free: with it, or after it has been given back. A `target`
 * may be waited for.
 */
async function left(both: Both, machine: MachineView, failure: Failure, target?: Target): Promise<Failure> {
  const { invocation } = both.run;
  if (invocation.options["release-on-failure"] === true) return await givenBack(both, machine, failure);
  const { systemId } = machine;
  await printMachine(both, machine);
  const look = nextCommand(["machines", "get", systemId], invocation);
  const hints = [
    failure.details.outcome === "unknown" ? `look: ${look}` : failure.details.hint,
    target && resumeHint(both.deploy, [target], invocation),
    `give it back: ${releaseCommand(both, machine)}`,
  ];
  return failure.with({
    machines: failure.details.machines ?? [failedMachine(machine)],
    hint: hints.filter((hint) => hint !== undefined).join("; "),
  });
}

/** The failure after the machine has been released, or of the machine that could not be. */
async function givenBack(both: Both, machine: MachineView, failure: Failure): Promise<Failure> {
  const { systemId, hostname } = machine;
  const { kind, details } = failure;
  try {
    const answer = await both.client.call(operations["machine.release"], { system_id: systemId });
    const released = machineView(await answer.value());
    const { hint: _hint, ...rest } = details;
    return new Failure(kind, `${sentence(failure)}; ${hostname} (${systemId}) has been released`, {
      ...(details.outcome === "refused" ? details : rest),
      machines: [{ ...failedMachine(machine), status: released?.statusName ?? null }],
    });
  } catch (error) {
    await printMachine(both, machine);
    const reason = error instanceof Error ? error.message : String(error);
    return new Failure(kind, `${sentence(failure)}; ${hostname} is still allocated`, {
      ...details,
      machines: details.machines ?? [failedMachine(machine)],
      lines: [...(details.lines ?? []), `it could not be released: ${reason}`],
      hint: `give it back: ${releaseCommand(both, machine)}`,
    });
  }
}

const failedMachine = ({ systemId, hostname, statusName }: MachineView) => ({
  system_id: systemId,
  hostname,
  status: statusName,
});

const releaseCommand = ({ run }: Both, { systemId }: MachineView): string =>
  nextCommand(["machines", "release", systemId], run.invocation);

/** Writes the machine as it is now; where it cannot be read, its names. */
async function printMachine({ client, run }: Both, { systemId, hostname }: MachineView): Promise<void> {
  const read = operations["machine.read"];
  try {
    const value = await (await client.call(read, { system_id: systemId })).value();
    await run.invocation.print(value, machineShape);
  } catch (error) {
    if (!isUnread(error)) throw error;
    if (!isSignal(error) && error.kind !== "notFound")
      run.invocation.messages.warn(`${hostname} cannot be read again: ${error.message}`);
    await run.invocation.print({ system_id: systemId, hostname }, machineShape);
  }
}
