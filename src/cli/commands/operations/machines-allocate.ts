import { followUpOptions } from "../../../catalogue/commands/command-spec.ts";
import { group } from "../../../catalogue/groups/machines.ts";
import type { Operation } from "../../../catalogue/operation.ts";
import type { Client, Values } from "../../../client/http/call.ts";
import { failedMachine, type MachineView, machineView } from "../../../client/lifecycle/machine-view.ts";
import type { WatchTarget } from "../../../client/lifecycle/progress-event.ts";
import { canBeWatched, resolvesDoubt } from "../../../client/lifecycle/submitted.ts";
import { withTimeout } from "../../../core/clock.ts";
import { asFailure, doubtHint, Failure, isInDoubt, isSignal, outcomeOfAll } from "../../../core/failure.ts";
import { nextCommand } from "../../invocation/globals.ts";
import type { OperationRun } from "../../invocation/invocation.ts";
import { outcomeHint, withOutcomeCommand } from "../../operation/doubt.ts";
import { printPreviews } from "../../operation/preview.ts";
import { printNames, printNode } from "../../operation/results.ts";
import { shapeOf } from "../../operation/shapes.ts";
import { answerWaitMs, type SendingWatch, watchSending } from "../../terminal/signals.ts";
import { withSystemIds } from "../../values/selection.ts";
import { checkUserValues, readValues } from "../../values/values.ts";
import { resumeHint, watchOperation } from "../../waiting/wait.ts";

/** With `--deploy`, also deploys the machine; both requests get the options that both operations have. */
export async function allocate(run: OperationRun): Promise<void> {
  const { entry, invocation, execute } = run;
  const { followUp, dryRunField = "" } = entry.operation;
  const { options, messages, globals } = invocation;
  const isDryRun = run.values[dryRunField] === true;
  if (isDryRun) messages.note("dry run by the service: nothing is allocated");
  if (followUp === undefined || options[followUp.option] !== true) return await execute(entry, run.values);
  const deployValues = await readDeployValues(run, followUp.operation);
  if (isDryRun && !globals.curl) return await execute(entry, run.values);
  const values = await withSystemIds(entry.operation, run.values, invocation, "trust");
  const client = await invocation.connect();
  if (globals.curl) {
    const deployPreview = {
      operation: followUp.operation,
      values: { ...deployValues, system_id: "SYSTEM_ID" },
    };
    const allocatePreview = { operation: entry.operation, values };
    return await printPreviews([allocatePreview, ...(isDryRun ? [] : [deployPreview])], client, invocation);
  }
  await allocateAndDeploy({ run: { ...run, values }, client, deploy: followUp.operation, deployValues });
}

async function readDeployValues({ entry, values, invocation }: OperationRun, deploy: Operation) {
  const signature = { arguments: [], options: followUpOptions(entry.operation) };
  const fromFiles = new Set<string>();
  const options = { "no-check": invocation.options["no-check"] === true };
  const optionValues = await readValues(signature, [], { ...invocation, options }, fromFiles);
  const sharedValues = (deploy.fields ?? []).map(({ name }) => [name, values[name]] as const);
  const deployValues = {
    ...Object.fromEntries(sharedValues.filter(([, value]) => value !== undefined)),
    ...optionValues,
  };
  checkUserValues(deploy, deployValues, fromFiles, invocation);
  return deployValues;
}

/** Releases the machine if the service refuses to deploy it, or if a signal comes before the deployment. */
async function allocateAndDeploy(deployment: DeployRun): Promise<void> {
  const { run, deploy } = deployment;
  const { machine, target, answer } = await sendRequests(deployment);
  if (run.invocation.options["wait"] !== true && answer !== undefined) {
    if (machineView(answer.value) === undefined) return await printMachine(deployment, machine);
    return await run.invocation.print(answer.value, machineShape);
  }
  const { outcomes, failure } = await watchOperation(run.invocation, deploy, [target]);
  if (failure === undefined) return await printMachine(deployment, machine);
  const isClear = answer !== undefined || resolvesDoubt(outcomes);
  const finalFailure = failure.with(isClear ? {} : { outcome: "unknown" });
  // A machine that another user has taken must not be released.
  throw outcomes.some(({ isTaken }) => isTaken)
    ? finalFailure
    : await keepOrRelease(deployment, machine, finalFailure);
}

async function sendRequests(deployment: DeployRun) {
  const { context, messages } = deployment.run.invocation;
  const watch = watchSending(context, (termination) =>
    messages.note(`${termination}: waiting for the request in progress`),
  );
  try {
    const machine = await sendAllocate(deployment, watch);
    const signalFailure = watch.signalFailure();
    if (signalFailure !== undefined) {
      const { kind } = signalFailure;
      const failure = new Failure(kind, `${kind} before the deployment`, { outcome: "not_sent" });
      throw await releaseAfter(deployment, machine, failure);
    }
    return await sendDeploy(deployment, machine, watch);
  } catch (error) {
    const signalFailure = watch.signalFailure();
    if (signalFailure === undefined || !(error instanceof Failure)) throw error;
    throw new Failure(signalFailure.kind, error.message, error.details);
  } finally {
    watch.release();
  }
}

async function sendAllocate({ run, client }: DeployRun, { signal }: SendingWatch): Promise<MachineView> {
  const { entry, values, invocation } = run;
  const machine = await client
    .call(entry.operation, values, { signal })
    .then(async (answer) => machineView(await answer.value()) ?? throwNotMachine())
    .catch((error: unknown) => {
      throw withOutcomeCommand(error, entry, values, invocation);
    });
  client.ledger?.hostnames.set(machine.systemId, machine.hostname);
  invocation.messages.note(`allocated ${machine.hostname} (${machine.systemId})`);
  return machine;
}

function throwNotMachine(): never {
  throw new Failure("other", "the service's answer is not a machine", {
    outcome: "unknown",
    hint: doubtHint,
  });
}

async function sendDeploy(deployment: DeployRun, machine: MachineView, watch: SendingWatch) {
  const { client, deploy, deployValues } = deployment;
  const { systemId, hostname, status, owner } = machine;
  const target: WatchTarget = { systemId, hostname, statusBefore: status, owner };
  let value: unknown;
  try {
    const values = { ...deployValues, system_id: systemId };
    value = await (await client.call(deploy, values, { signal: watch.signal })).value();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return await watchOrThrow(deployment, machine, { ...target, isUnclear: true }, error, watch);
  }
  const lateSignal = watch.signalFailure();
  if (lateSignal !== undefined) {
    const message = `${lateSignal.message}; ${hostname} is deploying`;
    throw await keepOrRelease(
      deployment,
      machine,
      new Failure(lateSignal.kind, message, { outcome: "done" }),
      target,
    );
  }
  return { machine, answer: { value }, target: { ...target, answerStatus: machineView(value)?.status } };
}

/** With `--wait`, watches a deployment whose request got no clear answer, if possible; otherwise throws. */
async function watchOrThrow(
  deployment: DeployRun,
  machine: MachineView,
  target: WatchTarget,
  error: Failure,
  watch: SendingWatch,
) {
  const { systemId, hostname } = machine;
  const { options, messages } = deployment.run.invocation;
  const { outcome } = error.details;
  if (outcome === "refused" || outcome === "not_sent") throw await releaseAfter(deployment, machine, error);
  const hasSignal = () => watch.signalFailure() !== undefined;
  const mayBeWatched = options["wait"] === true && !hasSignal() && isInDoubt(error);
  const isWatched = mayBeWatched && (await canBeWatched(deployment.client, systemId, watch.signal));
  // A signal may have come during the request of `canBeWatched`.
  if (isWatched && !hasSignal()) {
    messages.note(`${error.message}: no clear answer; watching ${hostname} for the outcome`);
    return { machine, answer: undefined, target };
  }
  const message = `${withoutFullStop(error)}; ${hostname} is allocated, and may be deploying`;
  throw await keepOrRelease(deployment, machine, error.with({}, message), target);
}

const { operations } = group;

const machineShape = shapeOf({ group, operation: operations["machine.read"] });

/** The values of both requests have been checked. */
interface DeployRun {
  readonly run: OperationRun;
  readonly client: Client;
  readonly deploy: Operation;
  readonly deployValues: Values;
}

const withoutFullStop = ({ message }: Failure): string => message.replace(/\.$/, "");

/** Releases the machine if requested; otherwise prints it and adds the next steps to the failure. */
async function keepOrRelease(
  deployment: DeployRun,
  machine: MachineView,
  failure: Failure,
  target?: WatchTarget,
): Promise<Failure> {
  const { invocation } = deployment.run;
  if (invocation.options["release-on-failure"] === true)
    return await releaseAfter(deployment, machine, failure);
  const { systemId } = machine;
  await printAfterFailure(failure, deployment, machine);
  const showCommand = nextCommand(["machines", "get", systemId], invocation);
  const hints = [
    failure.details.outcome === "unknown" ? `check the machine: ${showCommand}` : failure.details.hint,
    target && resumeHint(deployment.deploy, [target], invocation),
    `release it: ${releaseCommand(deployment, machine)}`,
  ];
  return failure.with({
    machines: failure.details.machines ?? [failedMachine(machine)],
    hint: hints.filter((hint) => hint !== undefined).join("; "),
  });
}

async function releaseAfter(deployment: DeployRun, machine: MachineView, failure: Failure): Promise<Failure> {
  const { systemId, hostname } = machine;
  const { kind, details } = failure;
  try {
    const limitMs = isSignal(failure) ? answerWaitMs : Number.POSITIVE_INFINITY;
    const send = async (signal: AbortSignal) => {
      const values = { system_id: systemId };
      return await (await deployment.client.call(operations["machine.release"], values, { signal })).value();
    };
    const { context } = deployment.run.invocation;
    const releasedMachine = machineView(
      await withTimeout(context.clock, limitMs, undefined, send, new Failure(kind, kind)),
    );
    const { hint: _hint, ...otherDetails } = details;
    const newOutcome = details.outcome === "not_sent" ? { outcome: "partial" as const } : {};
    return new Failure(kind, `${withoutFullStop(failure)}; ${hostname} (${systemId}) has been released`, {
      ...(details.outcome === "refused" ? details : otherDetails),
      ...newOutcome,
      machines: [{ ...failedMachine(machine), status: releasedMachine?.statusName ?? null }],
    });
  } catch (error) {
    await printAfterFailure(failure, deployment, machine);
    const isUnclear = isInDoubt(error);
    const reason = `${isUnclear ? "the request to release it got no clear answer" : "it could not be released"}: ${asFailure(error).message}`;
    const releaseDetails = {
      machines: details.machines ?? [failedMachine(machine)],
      lines: [...(details.lines ?? []), reason],
      hint: isUnclear
        ? outcomeHint(nextCommand(["machines", "get", systemId], deployment.run.invocation))
        : `release it: ${releaseCommand(deployment, machine)}`,
      outcome: outcomeOfAll(["done", details.outcome ?? "done", isUnclear ? "unknown" : "refused"]),
    };
    const state = isUnclear ? "may still be allocated" : "is still allocated";
    return failure.with(releaseDetails, `${withoutFullStop(failure)}; ${hostname} ${state}`);
  }
}

const releaseCommand = ({ run }: DeployRun, { systemId }: MachineView): string =>
  nextCommand(["machines", "release", systemId], run.invocation);

const printMachine = ({ client, run }: DeployRun, machine: MachineView): Promise<void> =>
  printNode({ client, invocation: run.invocation }, "machine", machine);

/** After a signal, prints only the names, without another request. */
const printAfterFailure = (failure: Failure, deployment: DeployRun, machine: MachineView): Promise<void> =>
  isSignal(failure) ? printNames(deployment.run.invocation, machine) : printMachine(deployment, machine);
