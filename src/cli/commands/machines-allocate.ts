import { group } from "../../api/groups/machines.ts";
import type { Operation } from "../../api/operation.ts";
import { followUpOptions, surfaceOf } from "../../contract/surface.ts";
import { Failure } from "../../failure.ts";
import type { Answer, Client, Values } from "../../http/call.ts";
import { buildRequest } from "../../http/request.ts";
import { type MachineView, machineView } from "../../lifecycle/machine-view.ts";
import type { Invocation, OperationRun } from "../action.ts";
import { checkValues } from "../operation/check.ts";
import { printPlanned } from "../operation/preview.ts";
import { shapeOf } from "../operation/result.ts";
import { readValues } from "../operation/values.ts";
import { waitAfter } from "../waiting/wait.ts";

/**
 * `svc machines allocate [--deploy]`: with `--deploy` the machine that was allocated is deployed in the same
 * step; options that both operations have go to both. Where the service refuses to deploy it, the machine is
 * released again.
 */
export async function allocate(run: OperationRun): Promise<void> {
  const { entry, values, invocation, proceed } = run;
  const next = entry.operation.followUp;
  const { options, messages, globals } = invocation;
  const isDry = values["dry_run"] === true;
  if (isDry) messages.note("dry run by the service: nothing is acquired");
  if (next === undefined || options[next.option] !== true) return await proceed(entry, values);
  const deployValues = await readDeployValues(run, next.operation);
  if (isDry && !globals.curl) return await proceed(entry, values);
  const client = await invocation.connect();
  if (globals.curl) {
    const later = { ...deployValues, system_id: "SYSTEM_ID" };
    const planned = [
      { request: buildRequest(entry.operation, values, client.endpoint) },
      ...(isDry ? [] : [{ request: buildRequest(next.operation, later, client.endpoint) }]),
    ];
    return await printPlanned(planned, client, invocation);
  }
  const { machine, answer } = await allocateAndDeploy(client, values, deployValues, invocation);
  const read = group.operations["machine.read"];
  const shape = shapeOf({ group, operation: read });
  if (options["wait"] !== true) return await invocation.printAnswer(answer, shape);
  const { systemId, hostname, status } = machine;
  const answered = machineView(await answer.value())?.status;
  await waitAfter(invocation, next.operation, [
    { systemId, hostname, before: status, ...(answered === undefined ? {} : { answered }) },
  ]);
  await invocation.printAnswer(await client.call(read, { system_id: systemId }), shape);
}

async function readDeployValues(
  { entry, values, invocation }: OperationRun,
  deploy: Operation,
): Promise<Values> {
  const surface = {
    ...surfaceOf({ ...entry, operation: deploy }),
    arguments: [],
    options: followUpOptions(entry.operation),
  };
  const typed = await readValues(surface, [], { ...invocation, options: {} });
  const shared = (deploy.fields ?? []).map(({ name }) => [name, values[name]] as const);
  const all = { ...Object.fromEntries(shared.filter(([, value]) => value !== undefined)), ...typed };
  if (invocation.options["no-check"] !== true) checkValues(deploy, all);
  return all;
}

interface Deployed {
  readonly machine: MachineView;
  readonly answer: Answer;
}

/** Both requests; a Ctrl-C between them, or a refusal of the second, gives the machine back. */
async function allocateAndDeploy(
  client: Client,
  values: Values,
  deployValues: Values,
  { context, messages }: Invocation,
): Promise<Deployed> {
  const { operations } = group;
  let stopped: "interrupted" | "terminated" | undefined;
  const forgetters = [
    context.onSignal("SIGINT", () => {
      forget();
      stopped = "interrupted";
    }),
    context.onSignal("SIGTERM", () => {
      forget();
      stopped = "terminated";
    }),
  ];
  const forget = () => {
    for (const each of forgetters) each();
  };
  try {
    const machine = machineView(await (await client.call(operations["machines.allocate"], values)).value());
    if (machine === undefined) throw new Failure("other", "the service's answer holds no machine");
    const { systemId, hostname } = machine;
    messages.note(`allocated ${hostname} (${systemId})`);
    const stop = () =>
      stopped === undefined ? undefined : new Failure(stopped, `${stopped} before the deployment`);
    const early = stop();
    if (early !== undefined) throw await givenBack(client, machine, early);
    try {
      const answer = await client.call(operations["machine.deploy"], {
        ...deployValues,
        system_id: systemId,
      });
      return { machine, answer };
    } catch (error) {
      throw await givenBack(client, machine, error);
    }
  } finally {
    forget();
  }
}

/**
 * The failure to report: the machine is released where the service refused; where it is unclear what
 * happened, it is left.
 */
async function givenBack(
  client: Client,
  { systemId, hostname }: MachineView,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof Failure)) return error;
  const { kind, details } = error;
  const message = error.message.replace(/\.$/, "");
  if (!isRefusal(error)) {
    return new Failure(kind, `${message}; ${hostname} is allocated, and may be deploying`, {
      ...details,
      hint: `look: svc machines get ${systemId}; give it back: svc machines release ${systemId}`,
    });
  }
  try {
    await (await client.call(group.operations["machine.release"], { system_id: systemId })).value();
    return new Failure(kind, `${message}; ${hostname} (${systemId}) is released again`, details);
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure);
    return new Failure(kind, `${message}; ${hostname} is still allocated`, {
      ...details,
      lines: [...(details.lines ?? []), `it could not be released: ${reason}`],
      hint: `give it back: svc machines release ${systemId}`,
    });
  }
}

/**
 * True where nothing can have begun: an answer that says no, a request that was never sent, or a stop before
 * it.
 */
function isRefusal({ kind, details }: Failure): boolean {
  const { status } = details;
  if (kind === "interrupted" || kind === "terminated" || kind === "usage") return true;
  return status !== undefined && ((status >= 400 && status < 500) || status === 503);
}
