import type { Operation } from "../catalogue/operation.ts";
import type { Client, Values } from "../client/http/call.ts";
import { createMemberReader, openElements } from "../client/json/elements.ts";
import { Failure } from "../core/failure.ts";
import { isRecord } from "../core/json-record.ts";
import { chunksOf, inParallel } from "../core/parallel.ts";
import { type Entry, findEntry, textsOf } from "./directory.ts";
import { type Item, placeText } from "./item.ts";
import { isSecretMember, type LoadedKind, type StateField } from "./kinds.ts";
import { nameOf } from "./object-names.ts";
import { membersOf, type Observed, type ReadValue, readField, readRow } from "./observed.ts";

export interface Reader {
  readonly client: Client;
  /** Requests under way at once. */
  readonly parallel: number;
  readonly signal?: AbortSignal | undefined;
}

interface Wanted {
  /** The fields to keep; all of them where left out. */
  readonly fields?: Iterable<string> | undefined;
  readonly parent?: Observed | undefined;
  readonly filters?: Values;
}

/** Works on each item, with no more requests at once than the reader allows; the objects found, in their order. */
export async function readEach<Of>(
  { parallel }: Reader,
  each: readonly Of[],
  read: (item: Of) => Promise<readonly Observed[] | Observed | undefined>,
): Promise<readonly Observed[]> {
  return (await inParallel(each, parallel, read)).flatMap((found) => found ?? []);
}

/** The objects of one list, read as they arrive: of a row no more is kept than is wanted. */
export async function listObjects(
  { client, signal }: Reader,
  kind: LoadedKind,
  { fields = kind.fields.keys(), parent, filters }: Wanted = {},
): Promise<readonly Observed[]> {
  const { list } = kind.operations;
  if (list === undefined) return [];
  const values = { ...(parent && parentValues(kind, parent)), ...filters };
  const answer = await client.call(list.operation, values, { signal });
  const elements = await openElements(answer.bytes({ isFollowed: true }), undefined);
  if (!elements.list)
    throw new Failure("other", `the service's answer is not a list (GET ${list.operation.path})`);
  const read = createMemberReader(membersOf(kind, fields));
  const objects: Observed[] = [];
  for await (const element of elements.each) {
    const object = readRow(kind, read(element), parent);
    if (object !== undefined) objects.push(object);
  }
  return objects;
}

/** Values sent in one request: the request line stays well under the 8 kB that services take. */
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
  return await readEach(reader, chunksOf([...new Set(values)], valuesPerRequest), find);
}

/** The objects that one object holds: from its own row where that has them, else with a request. */
export async function childrenOf(
  reader: Reader,
  kind: LoadedKind,
  parent: Observed,
  fields?: ReadonlySet<string>,
): Promise<readonly Observed[]> {
  const rows = parent.held[kind.kind.parent?.rows ?? ""];
  if (rows === undefined) return await listObjects(reader, kind, { parent, fields });
  return rows.map((row) => readRow(kind, row, parent)).filter((object) => object !== undefined);
}

/** The path parameter that names the object which holds others. */
export const parentValues = ({ kind }: LoadedKind, parent: Observed): Values =>
  kind.parent === undefined ? {} : { [kind.parent.parameter]: parent.id };

/** One object as it is now; undefined where it is gone, or no operation reads one. */
export async function readAgain({ client, signal }: Reader, object: Observed): Promise<Observed | undefined> {
  const { kind, identifiers, parent } = object;
  const { read } = kind.operations;
  if (read === undefined) return undefined;
  try {
    const answer = await client.call(read.operation, identifiers, { signal });
    return readRow(kind, await answer.value(), parent);
  } catch (error) {
    if (error instanceof Failure && error.kind === "notFound") return undefined;
    throw error;
  }
}

/**
 * An object as the service holds it now: read by its identifiers where it is known, looked for in the list where it
 * is not or no longer; undefined where there is none.
 */
export async function lookUp(
  reader: Reader,
  entry: Entry,
  known: Observed | undefined,
  parent: Observed | undefined,
): Promise<Observed | undefined> {
  const { kind, item } = entry;
  if (kind.kind.map !== undefined) return await readMember(reader, kind, entry.ownName);
  const read = known === undefined ? undefined : await readAgain(reader, known);
  const found = read ?? (await lookInList(reader, entry, parent ?? known?.parent));
  if (found === undefined) return undefined;
  const [whole] = await withFurtherFields(reader, kind, [found], () => item?.fields.keys() ?? []);
  return whole;
}

async function lookInList(
  reader: Reader,
  entry: Entry,
  parent: Observed | undefined,
): Promise<Observed | undefined> {
  const { kind, item } = entry;
  const { listFilters } = kind.kind;
  if (kind.kind.parent !== undefined && parent === undefined) return undefined;
  if (listFilters === undefined) return findEntry(entry, await listObjects(reader, kind, { parent }));
  for (const [field, filter] of Object.entries(listFilters)) {
    const texts = item === undefined ? [] : textsOf(kind, item, field).map((text) => text.toLowerCase());
    if (texts.length === 0) continue;
    const found = findEntry(entry, await findObjects(reader, kind, filter, texts, { parent }));
    if (found !== undefined) return found;
  }
  return undefined;
}

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
    if (!isNoMember(error)) throw error;
    const text = `${placeText(item.place)}: the service does not have ${kind.name} '${name}'`;
    throw new Failure("notFound", text, { hint: `svc ${kind.name} list shows those that it has` });
  }
}

/** True for the answer about a member that the service does not have. */
export const isNoMember = (error: unknown): error is Failure =>
  error instanceof Failure && (error.kind === "invalid" || error.kind === "notFound");

export async function readMember(
  { client, signal }: Reader,
  kind: LoadedKind,
  name: string,
): Promise<Observed | undefined> {
  const { map } = kind.kind;
  const { read } = kind.operations;
  const named = nameOf(kind, () => name);
  if (read === undefined || map === undefined || named === undefined) return undefined;
  const operation = isSecretMember(kind, name)
    ? { ...read.operation, sensitive: true as const }
    : read.operation;
  const answer = await client.call(operation, { [map.name]: name }, { signal });
  return {
    ...named,
    kind,
    ownName: named.name,
    identifiers: { [map.name]: name },
    id: name,
    spellings: [],
    values: new Map<string, readonly ReadValue[]>([
      [map.name, [name]],
      [map.value, [memberValue(await answer.value())]],
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
 * that, else a request for each. `fieldsOf` says which fields of an object are wanted; a field that a failure keeps
 * from being read is left out of all of them where `mayGoUnread` says so. The result has every object, in their order.
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
    const lacking = objects.filter((object) => wanted.get(object)?.has(name));
    const field = kind.fields.get(name);
    if (lacking.length === 0 || field === undefined) continue;
    try {
      found.push([name, await readFurther(reader, kind, field, lacking)]);
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

/** The values of a field of several objects; those that an answer about several of them lacks are read one by one. */
async function readFurther(
  reader: Reader,
  kind: LoadedKind,
  field: StateField,
  objects: readonly Observed[],
): Promise<FieldValues> {
  const { client, parallel, signal } = reader;
  const { operations } = kind.group;
  const { operation: id = "", field: naming = "" } = kind.kind.readManyBy?.[field.name] ?? {};
  const { [id]: readMany, [kind.kind.readBy?.[field.name] ?? ""]: readOne } = operations;
  const values = new Map<Observed, readonly ReadValue[]>();
  const readTogether = async (operation: Operation, piece: readonly Observed[]) => {
    const idOf = ({ identifiers }: Observed) => Object.values(identifiers).at(-1) ?? "";
    const answer = await client.call(operation, { [naming]: piece.map(idOf) }, { signal });
    const rows = await answer.value();
    if (!isRecord(rows)) return;
    for (const object of piece)
      if (Object.hasOwn(rows, idOf(object))) values.set(object, readField(kind, field, rows[idOf(object)]));
  };
  if (readMany !== undefined && objects.length > 1)
    await inParallel(chunksOf(objects, valuesPerRequest), parallel, (piece) => readTogether(readMany, piece));
  if (readOne === undefined) return values;
  const unread = objects.filter((object) => !values.has(object));
  await inParallel(unread, parallel, async (object) => {
    const answer = await client.call(readOne, object.identifiers, { signal });
    values.set(object, readField(kind, field, await answer.value()));
  });
  return values;
}
