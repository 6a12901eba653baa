import type { OperationEntry } from "../../catalogue/index.ts";
import { Failure, type FailureDetails } from "../../core/failure.ts";
import type { Answer, CallOptions, Values } from "../http/call.ts";
import { keepingFields } from "../http/kept-fields.ts";
import { resolveValues } from "../names/identifiers.ts";
import { explainForbidden } from "../names/lock.ts";
import { withListedIdentifier } from "./listed-identifier.ts";
import { type Call, nodeOf } from "./resolve.ts";

/** An answer, and the call that it answers: another one where a word turned out to be a name. */
export interface Sent {
  readonly answer: Answer;
  readonly call: Call;
}

/**
 * Sends a call. Where the service does not know a word that was taken as an identifier (404), it is looked up as a
 * name and the call is sent once more. A 403 that gives no reason is explained by the lock of a machine, and a failed
 * change names the node that it was about. Throws a `Failure`.
 */
export async function sendCall(call: Call, options: CallOptions = {}): Promise<Sent> {
  try {
    return { answer: await sendOnce(call, options), call };
  } catch (error) {
    const { named, failure = error } = isNotFound(error) ? await lookUp(call, error) : {};
    if (named === undefined) throw await explained(failure, call);
    try {
      return { answer: await sendOnce(named, options), call: named };
    } catch (again) {
      throw await explained(again, named);
    }
  }
}

function sendOnce({ entry, values, client, note }: Call, options: CallOptions): Promise<Answer> {
  const keeps = entry.operation.fields?.some(({ keep }) => keep === true) === true;
  const sender = keeps ? keepingFields(client, entry, note ?? (() => undefined)) : client;
  return sender.call(entry.operation, values, options);
}

const isNotFound = (error: unknown): error is Failure =>
  error instanceof Failure && error.kind === "notFound";

/** What looking words up as names comes to: another call, or the 404 with a hint. */
interface LookedUp {
  readonly named?: Call | undefined;
  readonly failure?: Failure;
}

/** Nothing where the words stay what they were, or the service cannot be asked. Throws for a name of several nodes. */
async function lookUp(call: Call, unknown: Failure): Promise<LookedUp> {
  const { entry, typed, values, client } = call;
  if (!call.isUnverified) return {};
  try {
    const verified = await resolveValues(entry.operation, typed, client, "verify");
    const isSame = (name: string) => String(verified.values[name]) === String(values[name]);
    if (!(entry.operation.parameters ?? []).every(({ name }) => isSame(name)))
      return { named: { ...call, ...verified } };
    const listed = await withListedIdentifier(entry, values, client);
    return { named: listed && { ...call, values: listed } };
  } catch (error) {
    if (!(error instanceof Failure) || error.details.lines !== undefined) throw error;
    const { hint } = error.details;
    return isNotFound(error) && hint !== undefined
      ? { failure: unknown.with({ hint, ...unknown.details }) }
      : {};
  }
}

/** The failure with its reason, and with the node that a change was about. */
async function explained(error: unknown, call: Call): Promise<unknown> {
  const { entry, typed, nodes, client, label } = call;
  const look = async () =>
    nodes.length > 0 ? nodes : (await resolveValues(entry.operation, typed, client, "verify")).nodes;
  const reason = await explainForbidden(error, look, entry.operation.verb, label);
  if (!(reason instanceof Failure) || reason.details.outcome === undefined) return reason;
  return reason.details.machines === undefined ? reason.with(machineOf(call)) : reason;
}

/** The node of an operation on one, as it was before. */
function machineOf(call: Call): FailureDetails {
  const { systemId, hostname, ...view } = nodeOf(call);
  if (systemId === "") return {};
  const status = "statusName" in view ? view.statusName : null;
  return {
    machines: [{ system_id: systemId, hostname: hostname === systemId ? null : hostname, status }],
  };
}

/**
 * What stands in the place of an empty answer to an operation of which services may answer nothing, such as that of a stored
 * file: the name that its caller gave. Undefined for every other operation.
 */
export function namedByCaller(
  { group, operation }: Pick<OperationEntry, "group" | "operation">,
  values: Values,
): Readonly<Record<string, string>> | undefined {
  const identity = operation.identity ?? group.identity;
  const name = values[identity];
  return operation.emptyAnswer === "named" && typeof name === "string" ? { [identity]: name } : undefined;
}
