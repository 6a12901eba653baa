import type { Operation } from "../catalogue/operation.ts";
import type { Client, Values } from "../client/http/call.ts";
import { openElements } from "../client/json/elements.ts";
import { createMemberReader } from "../client/json/members.ts";
import { Failure } from "../core/failure.ts";
import { isRecord } from "../core/json-record.ts";
import { chunksOf, inParallel } from "../core/parallel.ts";
import { isSecretName } from "../core/secrets/names.ts";
import { textsOf } from "./directory.ts";
import type { Item } from "./item.ts";
import { type LoadedKind, memberNamed, type StateField } from "./kinds.ts";
import { nameOf } from "./object-names.ts";
import { membersOf, type Observed, type ReadValue, readField, readRow } from "./observed.ts";

/** What reads the service. */
export interface Reader {
  readonly client: Client;
  /** Requests under way at once. */
  readonly parallel: number;
  readonly signal?: AbortSignal | undefined;
}

/** Which objects of a kind are read, and how much of them. */
interface Wanted {
  /** The fields to keep; all of them where left out. */
  readonly fields?: ReadonlySet<string>;
  /** The object that holds them. */
  readonly parent?: Observed;
  /** Filters of the list. */
  readonly filters?: Values;
}

/** The objects of one list, read as they arrive: of a row no more is kept than is wanted. */
export async function listObjects(
  reader: Reader,
  kind: LoadedKind,
  wanted: Wanted = {},
): Promise<readonly Observed[]> {
  const { client, signal } = reader;
  const { list } = kind.operations;
  if (list === undefined) return [];
  const above = wanted.parent === undefined ? {} : parentValues(kind, wanted.parent);
  const answer = await client.call(list.operation, { ...above, ...wanted.filters }, callOptions(signal));
  const elements = await openElements(answer.bytes({ isFollowed: true }), undefined);
  if (!elements.list)
    throw new Failure("other", `the service's answer is not a list (GET ${list.operation.path})`);
  const held =
    Object.values(kind.kind.children ?? {}).length === 0 ? [] : Object.keys(kind.kind.children ?? {});
  const read = createMemberReader(membersOf(kind, wanted.fields ?? kind.fields.keys(), held));
  const objects: Observed[] = [];
  for await (const element of elements.each) {
    const object = readRow(kind, read(element), wanted.parent);
    if (object !== undefined) objects.push(object);
  }
  return objects;
}

/** Values asked for in one request: the request line stays well under the 8 kB that services take. */
const valuesPerRequest = 50;

/** The objects that a filter of the list finds for many values. A service may refuse all of them for one that it does not know. */
export async function findObjects(
  reader: Reader,
  kind: LoadedKind,
  filter: string,
  values: readonly string[],
  wanted: Wanted,
): Promise<readonly Observed[]> {
  const find = async (piece: readonly string[]): Promise<readonly Observed[]> => {
    try {
      return await listObjects(reader, kind, { ...wanted, filters: { [filter]: piece } });
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== "invalid") throw error;
      if (piece.length === 1) return [];
      const middle = Math.ceil(piece.length / 2);
      return [...(await find(piece.slice(0, middle))), ...(await find(piece.slice(middle)))];
    }
  };
  const found = await inParallel(chunksOf([...new Set(values)], valuesPerRequest), reader.parallel, find);
  return found.flatMap((objects) => objects ?? []);
}

/** The objects that one object holds: from its own row where that has them, else with a request. */
export async function childrenOf(
  reader: Reader,
  kind: LoadedKind,
  parent: Observed,
  fields?: ReadonlySet<string>,
): Promise<readonly Observed[]> {
  const rows = parent.held[kind.kind.parent?.rows ?? ""];
  if (rows !== undefined) return rows.flatMap((row) => readRow(kind, row, parent) ?? []);
  return await listObjects(reader, kind, { parent, ...(fields === undefined ? {} : { fields }) });
}

/**
 * One object as it is now, by the operation that reads it; undefined where it is gone. Also undefined where no
 * operation reads one.
 */
export async function readAgain(reader: Reader, object: Observed): Promise<Observed | undefined> {
  const { kind } = object;
  const { read } = kind.operations;
  if (read === undefined) return undefined;
  const row = await readOrAbsent(reader, read.operation, object.identifiers);
  return row === undefined ? undefined : readRow(kind, row, object.parent);
}

/** The answer of a read; undefined for a 404. */
async function readOrAbsent(
  { client, signal }: Reader,
  operation: Operation,
  values: Values,
): Promise<unknown> {
  try {
    return await (await client.call(operation, values, callOptions(signal))).value();
  } catch (error) {
    if (error instanceof Failure && error.kind === "notFound") return undefined;
    throw error;
  }
}

/** The path parameter that names the object which holds others. */
export function parentValues({ kind }: LoadedKind, parent: Observed): Values {
  return kind.parent === undefined ? {} : { [kind.parent.parameter]: parent.id };
}

export const callOptions = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { signal });

/** True for a member whose value is never shown. */
export const isSecretMember = (kind: LoadedKind, name: string): boolean =>
  memberNamed(kind, name)?.secret === true || isSecretName(name);

/**
 * The member of the service's one object that an item is about. Throws a notFound failure for one that the service
 * does not have.
 */
export async function readItem(reader: Reader, kind: LoadedKind, item: Item): Promise<Observed | undefined> {
  const [name] = textsOf(kind, item, kind.kind.map?.name ?? "");
  if (name === undefined) return undefined;
  try {
    return await readMember(reader, kind, name);
  } catch (error) {
    if (!(error instanceof Failure) || (error.kind !== "invalid" && error.kind !== "notFound")) throw error;
    const { file, line, column } = item.place;
    throw new Failure(
      "notFound",
      `${file}:${line}:${column}: the service does not have ${kind.name} '${name}'`,
      {
        hint: `svc ${kind.name} list shows those that it has`,
      },
    );
  }
}

/** One member of the one object, by its name. */
export async function readMember(
  { client, signal }: Reader,
  kind: LoadedKind,
  name: string,
): Promise<Observed | undefined> {
  const { map } = kind.kind;
  const { read } = kind.operations;
  if (read === undefined || map === undefined) return undefined;
  const operation = isSecretMember(kind, name)
    ? { ...read.operation, sensitive: true as const }
    : read.operation;
  const answer = await client.call(operation, { [map.name]: name }, callOptions(signal));
  const value = memberValue(await answer.value());
  const named = nameOf(kind, () => name);
  return named === undefined
    ? undefined
    : {
        ...named,
        kind,
        ownName: named.name,
        identifiers: { [map.name]: name },
        id: name,
        spellings: [],
        values: new Map<string, readonly ReadValue[]>([
          [map.name, [name]],
          [map.value, [value]],
        ]),
        isOwn: true,
        held: {},
      };
}

function memberValue(value: unknown): ReadValue {
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return value.map(String);
  return typeof value === "object" ? JSON.stringify(value) : (value as ReadValue);
}

/** The values of one field, each spelling of them, by object. */
type FieldValues = ReadonlyMap<Observed, readonly ReadValue[]>;

/** The fields of a kind that lists lack. */
export const furtherFields = ({ kind }: LoadedKind): readonly string[] => Object.keys(kind.readBy ?? {});

/**
 * Objects with those fields that lists lack: several objects in one request where the service has an operation for
 * that, else a request for each object. `fieldsOf` says which fields of an object are wanted; a field that a
 * failure keeps from being read is left out of all of them where `mayGoUnread` says so. The result has every object, in their order.
 */
export async function withFurtherFields(
  reader: Reader,
  kind: LoadedKind,
  objects: readonly Observed[],
  fieldsOf: (object: Observed) => Iterable<string>,
  mayGoUnread: (field: string, failure: Failure) => boolean = () => false,
): Promise<readonly Observed[]> {
  const wanted = new Map(objects.map((object) => [object, new Set(fieldsOf(object))]));
  const found: (readonly [string, FieldValues])[] = [];
  for (const name of furtherFields(kind)) {
    const asked = objects.filter((object) => wanted.get(object)?.has(name));
    if (asked.length === 0) continue;
    try {
      found.push([name, await readFurther(reader, kind, name, asked)]);
    } catch (error) {
      if (!(error instanceof Failure) || !mayGoUnread(name, error)) throw error;
    }
  }
  return objects.map((object) => {
    const values = new Map(object.values);
    for (const [name, read] of found) {
      const value = read.get(object) ?? [];
      if (value.length > 0) values.set(name, value);
    }
    return { ...object, values };
  });
}

async function readFurther(
  reader: Reader,
  kind: LoadedKind,
  name: string,
  objects: readonly Observed[],
): Promise<FieldValues> {
  const field = kind.fields.get(name);
  if (field === undefined) return new Map();
  const isSeveral = objects.length > 1 && kind.kind.readManyBy?.[name] !== undefined;
  if (!isSeveral) return await readEach(reader, kind, field, objects);
  const pieces = await inParallel(chunksOf(objects, valuesPerRequest), reader.parallel, (piece) =>
    readTogether(reader, kind, field, piece),
  );
  return new Map(pieces.flatMap((piece) => [...(piece ?? [])]));
}

async function readEach(
  { client, parallel, signal }: Reader,
  kind: LoadedKind,
  field: StateField,
  objects: readonly Observed[],
): Promise<FieldValues> {
  const operation = kind.group.operations[kind.kind.readBy?.[field.name] ?? ""];
  if (operation === undefined) return new Map();
  const read = await inParallel(objects, parallel, async (object) => {
    const answer = await client.call(operation, object.identifiers, callOptions(signal));
    return readField(kind, field, await answer.value());
  });
  return new Map(objects.map((object, index) => [object, read[index] ?? []]));
}

/** One request for several objects; those that its answer lacks are read one by one. */
async function readTogether(
  reader: Reader,
  kind: LoadedKind,
  field: StateField,
  objects: readonly Observed[],
): Promise<FieldValues> {
  const { operation: id, field: naming } = kind.kind.readManyBy?.[field.name] ?? { operation: "", field: "" };
  const operation = kind.group.operations[id];
  if (operation === undefined) return await readEach(reader, kind, field, objects);
  const idOf = ({ identifiers }: Observed) => Object.values(identifiers).at(-1) ?? "";
  const values = { [naming]: objects.map(idOf) };
  const answer = await (await reader.client.call(operation, values, callOptions(reader.signal))).value();
  const rows = isRecord(answer) ? answer : {};
  const lacking = objects.filter((object) => !Object.hasOwn(rows, idOf(object)));
  const told = objects.filter((object) => !lacking.includes(object));
  return new Map([
    ...told.map((object) => [object, readField(kind, field, rows[idOf(object)])] as const),
    ...(await readEach(reader, kind, field, lacking)),
  ]);
}
