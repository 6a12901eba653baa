import { followUpOptions } from "../../catalogue/commands/command-signature.ts";
import type { Operation } from "../../catalogue/operation.ts";
import type { Values } from "../../client/http/call.ts";
import { buildRequest } from "../../client/http/request.ts";
import { checkValues } from "../../client/values/check.ts";
import type { OperationRun } from "../invocation/invocation.ts";
import { printPlanned } from "../operation/preview.ts";
import { withSystemIds } from "../selection/field-names.ts";
import { readValues } from "../values/values.ts";
import { allocateAndDeploy } from "./allocate-and-deploy.ts";

/**
 * `svc machines allocate [--deploy]`: with `--deploy` the machine that was allocated is deployed in the same
 * step; options that both operations have go to both. Where the service refuses to deploy it, the machine is
 * released again.
 */
export async function allocate(run: OperationRun): Promise<void> {
  const { entry, invocation, execute } = run;
  const { followUp: next, dryRunField = "" } = entry.operation;
  const { options, messages, globals } = invocation;
  const isDry = run.values[dryRunField] === true;
  if (isDry) messages.note("dry run by the service: nothing is acquired");
  if (next === undefined || options[next.option] !== true) return await execute(entry, run.values);
  const deployValues = await readDeployValues(run, next.operation);
  if (isDry && !globals.curl) return await execute(entry, run.values);
  const values = await withSystemIds(entry.operation, run.values, invocation, "trust");
  const client = await invocation.connect();
  if (globals.curl) {
    const later = { ...deployValues, system_id: "SYSTEM_ID" };
    const planned = [
      { request: buildRequest(entry.operation, values, client.endpoint) },
      ...(isDry ? [] : [{ request: buildRequest(next.operation, later, client.endpoint) }]),
    ];
    return await printPlanned(planned, client, invocation);
  }
  await allocateAndDeploy({ run: { ...run, values }, client, deploy: next.operation, deployValues });
}

async function readDeployValues(
  { entry, values, invocation }: OperationRun,
  deploy: Operation,
): Promise<Values> {
  const signature = { arguments: [], options: followUpOptions(entry.operation) };
  const fromFiles = new Set<string>();
  const typed = await readValues(signature, [], { ...invocation, options: {} }, fromFiles);
  const shared = (deploy.fields ?? []).map(({ name }) => [name, values[name]] as const);
  const all = { ...Object.fromEntries(shared.filter(([, value]) => value !== undefined)), ...typed };
  if (invocation.options["no-check"] !== true) checkValues(deploy, all, fromFiles);
  return all;
}
