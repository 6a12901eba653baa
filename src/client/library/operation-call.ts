import { memberName } from "../../catalogue/commands/member-name.ts";
import type { OperationEntry } from "../../catalogue/index.ts";
import type { Operation } from "../../catalogue/operation.ts";
import { doubtHint, Failure } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import type { Answer, Values } from "../http/call.ts";
import { keepingFields } from "../http/kept-fields.ts";
import type { MachineView } from "../lifecycle/machine-view.ts";
import { submittedBy, unanswered } from "../lifecycle/submitted.ts";
import { type Resolved, resolveValues } from "../names/identifiers.ts";
import { explainForbidden } from "../names/lock.ts";
import { labelsOf } from "../names/names.ts";
import { checkValues, withDefaults } from "../values/check.ts";
import { namedByCaller } from "../values/created.ts";
import { wordsOf } from "../values/words.ts";
import { callOptions, waitingCallOptions } from "./call-options.ts";
import { asSvcError } from "./error.ts";
import { kindOf } from "./kind-of.ts";
import { readLater } from "./lists.ts";
import { checkOptions } from "./options.ts";
import { type CallClient, clientFor, type Session } from "./session.ts";
import { sendInTurn } from "./turns.ts";
import type { WaitingCallOptions } from "./types.ts";
import { fieldValues, identifierValues, unknownField, withSet, wordingOf } from "./values.ts";
import { submitAndWait } from "./waits.ts";

/** What a caller gives an operation: identifiers in the order of the path, then fields, then options. */
interface Given {
  readonly identifiers: readonly unknown[];
  readonly fields: Readonly<Record<string, unknown>>;
  readonly options: WaitingCallOptions;
  /** Whether to wait for the operation's end. */
  readonly waits: boolean;
}

/** The function that the library has for an operation. A read is sent when it is awaited or iterated, a change at once. */
export function methodOf(session: Session, entry: OperationEntry): (...given: unknown[]) => unknown {
  const { operation } = entry;
  if (operation.method === "GET" && operation.result === "json")
    return (...given) => readLater(() => openRead(session, entry, given), operation.rows, session.mask);
  return async (...given) => {
    try {
      return await change(session, entry, given);
    } catch (error) {
      throw asSvcError(error, session.mask);
    }
  };
}

async function openRead(session: Session, entry: OperationEntry, given: readonly unknown[]) {
  const taken = takeGiven(entry, given);
  const call = clientFor(session, taken.options);
  try {
    const values = await checkedValues(entry.operation, taken, call.signal);
    const { answer } = await sendResolved(entry, values, call);
    return { answer, release: call.release };
  } catch (error) {
    call.release();
    throw error;
  }
}

async function change(session: Session, entry: OperationEntry, given: readonly unknown[]): Promise<unknown> {
  const { operation } = entry;
  const taken = takeGiven(entry, given);
  const bound = clientFor(session, taken.options);
  const call = keepsFields(operation)
    ? { ...bound, client: keepingFields(bound.client, entry, session.note) }
    : bound;
  try {
    const values = await checkedValues(operation, taken, call.signal);
    if (taken.waits) return await changeAndWait(session, entry, values, call, taken.options);
    const answer = await sendInTurn(entry, values, async (each, given) => {
      const { answer } = await sendResolved(each, given, call);
      return answer;
    });
    const value = await answer.value();
    return operation.result === "none" ? undefined : (value ?? namedByCaller(entry, values) ?? value);
  } finally {
    call.release();
  }
}

const keepsFields = ({ fields = [] }: Operation): boolean => fields.some(({ keep }) => keep === true);

/** Takes the arguments of a call apart. A usage `Failure` where there are too many, or they are of another kind. */
function takeGiven({ group, operation }: OperationEntry, given: readonly unknown[]): Given {
  const { parameters = [], waiter } = operation;
  const name = `${memberName(group.name)}.${memberName(operation.verb)}`;
  const [fields = {}, options = {}, ...excess] = given.slice(parameters.length);
  if (excess.length > 0) {
    const expected = [...parameters.map((each) => memberName(each.name)), "fields", "options"];
    throw new Failure("usage", `${name} takes ${expected.join(", ")}, and nothing else`);
  }
  if (!isRecord(fields))
    throw new Failure("usage", `${name}: fields are given as an object, not as ${kindOf(fields)}`);
  checkOptions(name, options, waiter === undefined ? callOptions : waitingCallOptions);
  const { wait, ...others } = fields;
  if (wait !== undefined && waiter === undefined)
    throw unknownField(
      "wait",
      (operation.fields ?? []).map((field) => memberName(field.name)),
    );
  if (wait !== undefined && typeof wait !== "boolean")
    throw new Failure("usage", `${name}: wait takes true or false`);
  return {
    identifiers: given.slice(0, parameters.length),
    fields: others,
    options: options as WaitingCallOptions,
    waits: wait === true,
  };
}

async function checkedValues(
  operation: Operation,
  { identifiers, fields, options }: Omit<Given, "waits">,
  signal: AbortSignal | undefined,
): Promise<Values> {
  const own = identifierValues(operation, identifiers);
  const given = { ...own, ...(await fieldValues(operation, fields, signal)) };
  const values = withDefaults(operation, withSet(operation, given, options.set ?? {}));
  if (options.check !== false) checkValues(operation, values, new Set(), wordingOf(operation));
  return values;
}

interface Sent {
  readonly answer: Answer;
  readonly nodes: readonly MachineView[];
}

/**
 * Sends an operation with system ids in the place of names. What looks like a system_id is taken for one, and looked
 * up as a name only where the service does not know it.
 */
async function sendResolved(entry: OperationEntry, typed: Values, call: CallClient): Promise<Sent> {
  const { operation } = entry;
  const { client } = call;
  const resolved = await resolveValues(operation, typed, client, "trust");
  try {
    return { answer: await client.call(operation, resolved.values), nodes: resolved.nodes };
  } catch (error) {
    const isUnknown = error instanceof Failure && error.kind === "notFound" && resolved.isUnverified;
    const named = isUnknown ? await lookUp(operation, typed, resolved, call) : undefined;
    if (named === undefined) throw await explained(error, operation, typed, resolved, call);
    return { answer: await client.call(operation, named.values), nodes: named.nodes };
  }
}

/** The values with names looked up; undefined where they stay what they were, or no node has the name. */
async function lookUp(
  operation: Operation,
  typed: Values,
  before: Resolved,
  { client }: CallClient,
): Promise<Resolved | undefined> {
  try {
    const resolved = await resolveValues(operation, typed, client, "verify");
    return JSON.stringify(resolved.values) === JSON.stringify(before.values) ? undefined : resolved;
  } catch (error) {
    if (error instanceof Failure && error.kind === "notFound" && error.details.lines === undefined)
      return undefined;
    throw error;
  }
}

/** The lock in the place of a 403 that gives no reason. */
async function explained(
  error: unknown,
  operation: Operation,
  typed: Values,
  { nodes }: Resolved,
  { client }: CallClient,
): Promise<unknown> {
  const look = async () =>
    nodes.length > 0 ? nodes : (await resolveValues(operation, typed, client, "verify")).nodes;
  return await explainForbidden(error, look, operation.verb, labelsOf(wordsIn(typed)));
}

const wordsIn = (values: Values): readonly string[] =>
  Object.values(values).flatMap((value) => wordsOf(value));

async function changeAndWait(
  session: Session,
  entry: OperationEntry,
  typed: Values,
  call: CallClient,
  options: WaitingCallOptions,
): Promise<unknown> {
  const { operation } = entry;
  const resolved = await resolveValues(operation, typed, call.client, "verify");
  const label = labelsOf(wordsIn(typed));
  const named = resolved.nodes.map((node) => unanswered(node, label));
  const submit = async () => {
    try {
      const answer = await call.client.call(operation, resolved.values);
      return submittedBy(operation, named, await answer.value()) ?? missing();
    } catch (error) {
      throw await explainForbidden(error, resolved.nodes, operation.verb, label);
    }
  };
  const machines = await submitAndWait(session, call, operation, named, submit, options);
  const isOne = operation.waiter === "create" || (operation.parameters ?? []).length > 0;
  return isOne ? machines[0] : machines;
}

function missing(): never {
  throw new Failure("other", "the service's answer has no machine to wait for", {
    outcome: "unknown",
    hint: doubtHint,
  });
}
