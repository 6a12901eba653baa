import { group } from "../../catalogue/groups/machines.ts";
import type { Operation } from "../../catalogue/operation.ts";
import type { Client, Values } from "../../client/http/call.ts";
import { type MachineView, machineView } from "../../client/lifecycle/machine-view.ts";
import type { WatchTarget } from "../../client/lifecycle/progress-event.ts";
import { Failure } from "../../core/failure.ts";
import type { OperationRun } from "../invocation/invocation.ts";
import { nextCommand } from "../invocation/same-connection.ts";
import { printNode } from "../operation/changed-node.ts";
import { shapeOf } from "../operation/result.ts";
import { resumeHint } from "../waiting/wait.ts";

const { operations } = group;

export const machineShape = shapeOf({ group, operation: operations["machine.read"] });

/** A run that allocates a machine and deploys it; the values of both operations are checked. */
export interface DeployRun {
  readonly run: OperationRun;
  readonly client: Client;
  readonly deploy: Operation;
  readonly deployValues: Values;
}

/** A message without the full stop at its end, so that more can follow. */
export const sentence = ({ message }: Failure): string => message.replace(/\.$/, "");

/**
 * The failure of a machine that is not known to be free: with the machine, or after it has been released. A `target`
 * may be waited for.
 */
export async function keptAfter(
  both: DeployRun,
  machine: MachineView,
  failure: Failure,
  target?: WatchTarget,
): Promise<Failure> {
  const { invocation } = both.run;
  if (invocation.options["release-on-failure"] === true) return await releasedAfter(both, machine, failure);
  const { systemId } = machine;
  await printMachine(both, machine);
  const look = nextCommand(["machines", "get", systemId], invocation);
  const hints = [
    failure.details.outcome === "unknown" ? `look: ${look}` : failure.details.hint,
    target && resumeHint(both.deploy, [target], invocation),
    `release it: ${releaseCommand(both, machine)}`,
  ];
  return failure.with({
    machines: failure.details.machines ?? [failedMachine(machine)],
    hint: hints.filter((hint) => hint !== undefined).join("; "),
  });
}

/** The failure after the machine has been released, or of the machine that could not be. */
export async function releasedAfter(
  both: DeployRun,
  machine: MachineView,
  failure: Failure,
): Promise<Failure> {
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
    const inUse = {
      machines: details.machines ?? [failedMachine(machine)],
      lines: [...(details.lines ?? []), `it could not be released: ${reason}`],
      hint: `release it: ${releaseCommand(both, machine)}`,
    };
    return failure.with(inUse, `${sentence(failure)}; ${hostname} is still allocated`);
  }
}

const failedMachine = ({ systemId, hostname, statusName }: MachineView) => ({
  system_id: systemId,
  hostname,
  status: statusName,
});

const releaseCommand = ({ run }: DeployRun, { systemId }: MachineView): string =>
  nextCommand(["machines", "release", systemId], run.invocation);

export const printMachine = ({ client, run }: DeployRun, machine: MachineView): Promise<void> =>
  printNode({ client, invocation: run.invocation }, "machine", machine);
