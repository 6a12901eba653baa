import { memberName } from "../../catalogue/commands/library-text.ts";
import { loadAllOperations, type OperationEntry } from "../../catalogue/index.ts";
import type { Operation } from "../../catalogue/operation.ts";
import { Failure } from "../../core/failure.ts";
import { groupBy } from "../../core/grouping.ts";
import { isRecord } from "../../core/json-record.ts";
import { once } from "../../core/once.ts";
import { resolveCall } from "../execute/resolve.ts";
import { identityFromRequest, sendCall } from "../execute/send.ts";
import { sendSplitUpdate } from "../execute/split-update.ts";
import type { Answer, Values } from "../http/call.ts";
import { elementsOf, readElement } from "../json/elements.ts";
import { checkValues, withDefaults } from "../values/check.ts";
import { asSvcError, type Mask, withSvcErrors } from "./error.ts";
import { callOptions, checkOptions, typeName, waitingCallOptions } from "./options.ts";
import { type CallClient, clientFor, type Session, waitForEnd, withClient } from "./session.ts";
import type { List, WaitingCallOptions } from "./types.ts";
import { fieldValues, identifierValues, unknownField, withExtraFields, wordingOf } from "./values.ts";

interface OpenAnswer {
  readonly answer: Answer;
  release(): void;
}

function lazyRead(
  open: () => Promise<OpenAnswer>,
  rows: string | undefined,
  mask: Mask,
): List<unknown, unknown> {
  return lazyList(
    () => readToEnd(open, mask),
    () => streamedValues(open, rows, mask),
  );
}

/** Returns a promise that begins to read when it is awaited, and that can be iterated as a list. */
export function lazyList<Value>(
  read: () => Promise<Value>,
  iterate: () => AsyncIterator<unknown>,
): List<unknown, Value> {
  const readAll = once(read);
  return {
    // biome-ignore lint/suspicious/noThenProperty: the request starts only when the list is awaited
    then: (done, failed) => readAll().then(done, failed),
    catch: (failed) => readAll().catch(failed),
    finally: (onEnd) => readAll().finally(onEnd),
    [Symbol.toStringTag]: "List",
    [Symbol.asyncIterator]: iterate,
  };
}

const readToEnd = (open: () => Promise<OpenAnswer>, mask: Mask): Promise<unknown> =>
  withSvcErrors(mask, async () => {
    const { answer, release } = await open();
    return await answer.value().finally(release);
  });

async function* streamedValues(
  open: () => Promise<OpenAnswer>,
  rows: string | undefined,
  mask: Mask,
): AsyncGenerator<unknown, void, undefined> {
  let openAnswer: OpenAnswer | undefined;
  try {
    openAnswer = await open();
    for await (const element of elementsOf(openAnswer.answer, rows)) yield readElement(element);
  } catch (error) {
    throw asSvcError(error, mask);
  } finally {
    openAnswer?.release();
  }
}

export type Method = (...args: unknown[]) => unknown;

/** The methods of all groups, by the library's names of group and operation. */
export async function groupMembers(
  methodFor: (entry: OperationEntry) => Method,
): Promise<Readonly<Record<string, Readonly<Record<string, Method>>>>> {
  const byGroup = groupBy(await loadAllOperations(), ({ group }) => memberName(group.name));
  const methodsOf = (entries: readonly OperationEntry[]) =>
    Object.fromEntries(entries.map((entry) => [memberName(entry.operation.verb), methodFor(entry)]));
  return Object.fromEntries([...byGroup].map(([name, entries]) => [name, methodsOf(entries)]));
}

/** The library function of an operation. Reads of JSON are sent when awaited or iterated, other requests at once. */
export function methodOf(session: Session, entry: OperationEntry): Method {
  const { operation } = entry;
  if (operation.method === "GET" && operation.result === "json")
    return (...args) => lazyRead(() => openRead(session, entry, args), operation.rows, session.mask);
  return (...args) => withSvcErrors(session.mask, () => sendNow(session, entry, args));
}

async function openRead(session: Session, entry: OperationEntry, args: readonly unknown[]) {
  const input = splitArguments(entry, args);
  const call = clientFor(session, input.options);
  try {
    const values = await checkedValues(entry.operation, input, call.signal);
    return { answer: await answerTo(session, entry, values, call), release: call.release };
  } catch (error) {
    call.release();
    throw error;
  }
}

async function sendNow(session: Session, entry: OperationEntry, args: readonly unknown[]): Promise<unknown> {
  const { operation } = entry;
  const input = splitArguments(entry, args);
  return await withClient(session, input.options, async (call) => {
    const values = await checkedValues(operation, input, call.signal);
    if (input.waits) {
      const resolved = await resolveCall(entry, values, call.client, "verify", session.note);
      const machines = await waitForEnd(session, resolved, call.signal, input.options);
      const isOne = operation.waiter === "create" || (operation.parameters ?? []).length > 0;
      return isOne ? machines[0] : machines;
    }
    const value = await sendSplitUpdate(entry, values, (part, partValues) =>
      answerTo(session, part, partValues, call),
    );
    return operation.result === "none" ? undefined : (value ?? identityFromRequest(entry, values) ?? value);
  });
}

/** A word that looks like a system_id is looked up only if the service answers 404. */
async function answerTo(session: Session, entry: OperationEntry, values: Values, { client }: CallClient) {
  const { answer } = await sendCall(await resolveCall(entry, values, client, "trust", session.note));
  return answer;
}

function splitArguments({ group, operation }: OperationEntry, args: readonly unknown[]) {
  const { parameters = [], waiter } = operation;
  const name = `${memberName(group.name)}.${memberName(operation.verb)}`;
  const [fields = {}, options = {}, ...excess] = args.slice(parameters.length);
  if (excess.length > 0) {
    const expected = [...parameters.map((each) => memberName(each.name)), "fields", "options"];
    throw new Failure("usage", `${name} takes ${expected.join(", ")}, and nothing else`);
  }
  if (!isRecord(fields))
    throw new Failure("usage", `${name}: fields must be an object, not ${typeName(fields)}`);
  checkOptions(name, options, waiter === undefined ? callOptions : waitingCallOptions);
  const { wait, ...others } = fields;
  const names = (operation.fields ?? []).map((field) => memberName(field.name));
  if (wait !== undefined && waiter === undefined) throw unknownField("wait", names);
  if (wait !== undefined && typeof wait !== "boolean")
    throw new Failure("usage", `${name}: wait takes true or false`);
  return {
    identifiers: args.slice(0, parameters.length),
    fields: others,
    options: options as WaitingCallOptions,
    waits: wait === true,
  };
}

async function checkedValues(
  operation: Operation,
  { identifiers, fields, options }: Omit<ReturnType<typeof splitArguments>, "waits">,
  signal: AbortSignal | undefined,
): Promise<Values> {
  const pathValues = identifierValues(operation, identifiers);
  const inputValues = { ...pathValues, ...(await fieldValues(operation, fields, signal)) };
  const values = withDefaults(operation, withExtraFields(operation, inputValues, options.set ?? {}));
  if (options.check !== false) checkValues(operation, values, new Set(), wordingOf(operation));
  return values;
}
