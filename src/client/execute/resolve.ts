import type { OperationEntry } from "../../catalogue/index.ts";
import { kindAt, type NamedKind, namedKinds } from "../../catalogue/named.ts";
import type { Operation } from "../../catalogue/operation.ts";
import { Failure } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import { type Client, type Value, type Values, wordsOf } from "../http/call.ts";
import { createMemberReader, openElements } from "../json/elements.ts";
import type { MachineView } from "../lifecycle/machine-view.ts";
import type { NodeNames } from "../lifecycle/progress-event.ts";
import { isSystemId, type Labeler, labeler, lookUpBeforeChange, withoutTrailingDot } from "../names/names.ts";
import { type ResolvedValues, resolveValues } from "../names/resolve.ts";

/** One request of an operation with resolved names. `resolveCall` makes it for `sendCall` and `sendAndWait`. */
export interface Call extends ResolvedValues {
  readonly entry: OperationEntry;
  readonly inputValues: Values;
  readonly label: Labeler;
  readonly client: Client;
  readonly note?: ((text: string) => void) | undefined;
}

/** `trust` accepts a word in the path that looks like a system_id; `verify` looks every name up. */
export async function resolveCall(
  entry: OperationEntry,
  inputValues: Values,
  client: Client,
  mode: "trust" | "verify",
  note?: (text: string) => void,
): Promise<Call> {
  const { operation } = entry;
  const resolved = await resolveValues(operation, inputValues, client, mode);
  const values = isLastWordAName(operation, resolved.values)
    ? await lookUpBeforeChange(operation, () => withListedIdentifier(entry, resolved.values, client))
    : undefined;
  const label = labeler(Object.values(inputValues).flatMap(wordsOf));
  const isUnverified = resolved.isUnverified || (needsLookup(operation) && values === undefined);
  const call = { entry, inputValues, label, client, note, ...resolved };
  return { ...call, values: values ?? resolved.values, isUnverified };
}

/** A call whose names are not looked up, not even after a 404. `name` is the object's name in messages. */
export const callWithoutLookup = (
  entry: OperationEntry,
  values: Values,
  client: Client,
  name: string,
): Call => ({
  entry,
  values,
  client,
  inputValues: values,
  nodes: [],
  isUnverified: false,
  label: labeler([name]),
});

export function nodeOf({ entry, values, nodes }: Call): NodeNames | MachineView {
  const parameter = entry.operation.parameters?.find(({ kind }) => kind !== undefined);
  const systemId = String(values[parameter?.name ?? ""] ?? "");
  return nodes.find((node) => node.systemId === systemId) ?? { systemId, hostname: systemId };
}

const nameMembers = ["name", "hostname", "fqdn"];

const maxListedMatches = 20;

/** Looks up the last word of an undocumented operation in the group's list: `rackcontrollers get rack-01`. */
export async function withListedIdentifier(
  { group, operation }: OperationEntry,
  values: Values,
  client: Client,
): Promise<Values | undefined> {
  const identifier = (operation.parameters ?? []).at(-1);
  const word = identifier === undefined ? undefined : values[identifier.name];
  const list = listOf(operation, Object.values(group.operations));
  if (
    identifier === undefined ||
    identifier.kind !== undefined ||
    identifier.list !== undefined ||
    list === undefined
  )
    return undefined;
  // A number is an id, and a path that takes a name needs no lookup.
  if (typeof word !== "string" || /^\d*$/.test(word) || nameMembers.includes(identifier.name))
    return undefined;
  const parentValues = (list.parameters ?? []).map(({ name }, index): [string, Value | undefined] => [
    name,
    values[operation.parameters?.[index]?.name ?? ""],
  ]);
  const matches = await findNamed(client, list, Object.fromEntries(parentValues), identifier.name, word);
  const [first, ...others] = matches;
  if (first === undefined && requiresNumber(operation))
    throw new Failure("notFound", `none of the ${group.name} is called '${word}'`, {
      hint: `svc ${group.name} list shows all ${group.name}`,
    });
  if (first === undefined || first.id === word) return undefined;
  if (others.length > 0) {
    throw new Failure("notFound", `${matches.length} ${group.name} are called '${word}'`, {
      lines: matches.slice(0, maxListedMatches).map(({ id, name }) => `${id}  ${name}`),
      hint: `use the ${identifier.name}`,
    });
  }
  return { ...values, [identifier.name]: first.id };
}

/** If false, the word is sent before any lookup, because a service may accept a name as an id. */
function isLastWordAName(operation: Operation, values: Values): boolean {
  const { parameters = [] } = operation;
  const last = parameters.at(-1);
  const word = values[last?.name ?? ""];
  if (!needsLookup(operation) || last?.kind !== undefined || typeof word !== "string" || word === "")
    return false;
  return last?.name === "system_id" ? !isSystemId(word) : requiresNumber(operation) && !/^\d+$/.test(word);
}

/** Undocumented operations need a lookup; most documented paths accept names. */
const needsLookup = ({ described, source }: Operation): boolean =>
  described === true || source === "deployed";

function requiresNumber({ path }: Operation): boolean {
  const kind = kindAt(path.slice(0, Math.max(0, path.indexOf("{"))));
  const { byNumber }: NamedKind = kind === undefined ? namedKinds.machines : namedKinds[kind];
  return byNumber === true;
}

function listOf(operation: Operation, operations: readonly Operation[]): Operation | undefined {
  const count = (operation.parameters ?? []).length;
  if (!needsLookup(operation) || count === 0 || !/\}\/?(?:op-\w+)?$/.test(operation.path)) return undefined;
  return operations.find(
    ({ verb, method, parameters = [] }) =>
      verb === "list" && method === "GET" && parameters.length === count - 1,
  );
}

async function findNamed(
  client: Client,
  list: Operation,
  parentValues: Values,
  identifier: string,
  word: string,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const answer = await client.call(list, parentValues);
  const elements = await openElements(answer.bytes({ readerChecksBrackets: true }), undefined);
  if (!elements.isList) return [];
  const read = createMemberReader([...nameMembers, identifier, "id"]);
  const namesById = new Map<string, string>();
  const searchName = withoutTrailingDot(word).toLowerCase();
  for await (const element of elements.rows) {
    const row = read(element);
    if (!isRecord(row)) continue;
    const name = nameMembers
      .map((member) => row[member])
      .find((each) => typeof each === "string" && withoutTrailingDot(each).toLowerCase() === searchName);
    const id = row[identifier] ?? row["id"];
    if (typeof name === "string" && (typeof id === "string" || typeof id === "number"))
      namesById.set(String(id), name);
  }
  return [...namesById].map(([id, name]) => ({ id, name }));
}
