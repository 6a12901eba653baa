import type { OperationEntry } from "../../catalogue/index.ts";
import type { Operation } from "../../catalogue/operation.ts";
import {
  type StatusValue,
  statuses,
  statusValue,
  statusValues,
  type Waiter,
  waiters,
} from "../../catalogue/statuses.ts";
import { Failure, type FailureDetails, isNotFound } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import { shellWord } from "../../core/text/shell-words.ts";
import type { Answer, CallOptions, Values } from "../http/call.ts";
import { statusNameOf } from "../names/find-nodes.ts";
import { explainForbidden } from "../names/lock.ts";
import { resolveValues } from "../names/resolve.ts";
import { withListedNumbers, withNamesAsTyped } from "./listed-fields.ts";
import { type Call, nodeOf, withListedIdentifier } from "./resolve.ts";

export interface SentCall {
  readonly answer: Answer;
  readonly call: Call;
}

/** Sends a call. After a 404, looks up a word that was used as an identifier and sends the call again. */
export async function sendCall(call: Call, options: CallOptions = {}): Promise<SentCall> {
  try {
    return { answer: await sendOnce(call, options), call };
  } catch (error) {
    const isMissing = error instanceof Failure && isNotFound(error);
    const { resolvedCall, failure = error } = isMissing ? await lookUp(call, error) : {};
    if (resolvedCall === undefined) throw await explainFailure(failure, call);
    try {
      return { answer: await sendOnce(resolvedCall, options), call: resolvedCall };
    } catch (secondError) {
      throw await explainFailure(secondError, resolvedCall);
    }
  }
}

/** Live services refuse an update of a device without its parent, so svc repeats it with the current parent. */
async function sendOnce(call: Call, options: CallOptions): Promise<Answer> {
  const { entry, client, note, nodes } = call;
  for (const { systemId, hostname } of nodes) client.ledger?.hostnames.set(systemId, hostname);
  const { operation, group } = entry;
  const { fields = [], parameters = [], path } = operation;
  const values = await withListedNumbers(operation, call.values, client, options);
  try {
    return await client.call(operation, values, options);
  } catch (error) {
    const preservedFields = fields.flatMap(({ name, requiredInUpdates }) => (requiredInUpdates ? name : []));
    const missing = preservedFields.length === 0 ? [] : missingFields(error, preservedFields, values);
    const read = Object.values(group.operations).find((each) => each.method === "GET" && each.path === path);
    if (read === undefined || missing.length === 0)
      throw withNamesAsTyped(error, operation, call.values, values);
    const identifiers = parameters.map(({ name }) => [name, values[name]]);
    const object = await (await client.call(read, Object.fromEntries(identifiers), options)).value();
    const identityOf = (name: string) => identityIn(isRecord(object) ? object[name] : undefined);
    const currentValues = missing.map((name) => [name, identityOf(name)]);
    if (currentValues.some(([, value]) => value === undefined)) throw error;
    note?.(`the service requires ${missing.join(", ")}; sent again with the current value`);
    return await client.call(operation, { ...values, ...Object.fromEntries(currentValues) }, options);
  }
}

function missingFields(error: unknown, preservedFields: readonly string[], values: Values) {
  if (!(error instanceof Failure) || error.details.status !== 400) return [];
  const { body } = error.details;
  const refusedFields = isRecord(body) ? Object.keys(body) : [];
  return refusedFields.every((name) => preservedFields.includes(name) && values[name] === undefined)
    ? refusedFields
    : [];
}

/** A form takes only the system_id of a node. */
function identityIn(value: unknown): string | undefined {
  if (typeof value === "string" && value !== "") return value;
  const id = isRecord(value) ? value["system_id"] : undefined;
  return typeof id === "string" ? id : undefined;
}

interface LookupResult {
  readonly resolvedCall?: Call | undefined;
  readonly failure?: Failure;
}

async function lookUp(call: Call, notFound: Failure): Promise<LookupResult> {
  const { entry, inputValues, values, client } = call;
  if (!call.isUnverified) return await lookUpListed(call, notFound);
  try {
    const verified = await resolveValues(entry.operation, inputValues, client, "verify");
    const isSame = (name: string) => String(verified.values[name]) === String(values[name]);
    if (!(entry.operation.parameters ?? []).every(({ name }) => isSame(name)))
      return { resolvedCall: { ...call, ...verified } };
    const listedValues = await withListedIdentifier(entry, values, client);
    if (listedValues === undefined) return await lookUpListed(call, notFound);
    return { resolvedCall: { ...call, values: listedValues } };
  } catch (error) {
    if (!(error instanceof Failure) || error.details.lines !== undefined) throw error;
    const { hint } = error.details;
    return isNotFound(error) && hint !== undefined
      ? { failure: notFound.with({ hint, ...notFound.details }) }
      : {};
  }
}

/** Also looks up words that were first sent unchanged, such as the serial number of a disk. */
async function lookUpListed(call: Call, notFound: Failure): Promise<LookupResult> {
  const { entry, values, client } = call;
  try {
    const listedValues = await withListedNumbers(entry.operation, values, client, {}, "verify");
    const isSame = Object.entries(listedValues).every(
      ([name, value]) => String(value) === String(values[name]),
    );
    return isSame ? {} : { resolvedCall: { ...call, values: listedValues } };
  } catch (error) {
    if (!(error instanceof Failure) || !isNotFound(error)) throw error;
    const { lines = [], hint = "" } = error.details;
    return { failure: notFound.with({ lines, hint }, error.message) };
  }
}

async function explainFailure(error: unknown, call: Call): Promise<unknown> {
  const { entry, inputValues, nodes, client, label } = call;
  const readNodes = async () =>
    nodes.length > 0 ? nodes : (await resolveValues(entry.operation, inputValues, client, "verify")).nodes;
  const reason = withFirstStep(await explainForbidden(error, readNodes, entry.operation, label), call);
  if (!(reason instanceof Failure) || reason.details.outcome === undefined) return reason;
  return reason.details.machines === undefined ? reason.with(failedMachineOf(call)) : reason;
}

function failedMachineOf(call: Call): FailureDetails {
  const node = nodeOf(call);
  const { systemId, hostname } = node;
  if (systemId === "") return {};
  const status = "statusName" in node ? statusNameOf(node) : null;
  return { machines: [{ system_id: systemId, hostname: hostname === systemId ? null : hostname, status }] };
}

/** The name in the request, in place of the answer that the service leaves empty. */
export function identityFromRequest(
  { group, operation }: Pick<OperationEntry, "group" | "operation">,
  values: Values,
): Readonly<Record<string, string>> | undefined {
  const identity = operation.identity ?? group.identity;
  const name = values[identity];
  return operation.emptyAnswer === "named" && typeof name === "string" ? { [identity]: name } : undefined;
}

/** If a machine's status does not allow the operation, adds a hint on the operation to run before it. */
function withFirstStep(error: unknown, call: Call): unknown {
  const { group, operation } = call.entry;
  const isRefused = error instanceof Failure && (error.kind === "conflict" || isAboutState(error));
  const [parameter, ...others] = operation.parameters ?? [];
  if (!isRefused || error.details.hint !== undefined || parameter?.kind === undefined || others.length > 0)
    return error;
  const status = statusOf(error, call);
  if (status === undefined || operation.allowedStatuses?.includes(status) === true) return error;
  const name = shellWord(String(call.inputValues[parameter.name] ?? nodeOf(call).systemId));
  if (statuses[status].kind === "progress")
    return error.with({ hint: `wait until it is done: svc ${group.name} wait ${name}` });
  const allowedStatuses = operation.waiter === undefined ? [] : (operation.allowedStatuses ?? []);
  const firstStep = Object.values<Operation>(group.operations).find(
    (each) =>
      `exit-${each.verb}` !== operation.verb &&
      each.path.startsWith(`${operation.path.slice(0, operation.path.indexOf("}") + 1)}/op-`) &&
      each.allowedStatuses?.includes(status) === true &&
      finalStatuses(each).some((end) => allowedStatuses.includes(end)),
  );
  if (firstStep === undefined) return error;
  const { verb } = firstStep;
  const advice = verb.includes("-") ? "do this first" : `${verb} it first`;
  return error.with({ hint: `${advice}: svc ${group.name} ${verb} ${name}` });
}

const isAboutState = ({ kind, message }: Failure): boolean =>
  kind === "invalid" && /\bcurrent state of the node\b/.test(message);

function statusOf({ message }: Failure, { nodes: [node] }: Call): StatusValue | undefined {
  const quotedStatus = statusValues.find((value) => message.includes(`'${statuses[value].name}'`));
  return quotedStatus ?? statusValue(node?.status);
}

function finalStatuses({ waiter }: Operation): readonly StatusValue[] {
  const { success }: Partial<Waiter> = waiter === undefined ? {} : waiters[waiter];
  return Array.isArray(success) ? success : [];
}
