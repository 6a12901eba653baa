import type { FieldType, Operation } from "../catalogue/operation.ts";
import { listOperation } from "../client/execute/listed-fields.ts";
import type { Answer, Client, Values } from "../client/http/call.ts";
import { listedRows } from "../client/json/elements.ts";
import { stringifyExact } from "../client/json/exact.ts";
import { halveIfRefused, namesPerRequest } from "../client/names/find-nodes.ts";
import { Failure, isNotFound, withFallback } from "../core/failure.ts";
import { isRecord, primitiveText, recordsIn } from "../core/json-record.ts";
import { chunksOf, inParallel } from "../core/parallel.ts";
import { findEntry } from "./entry-index.ts";
import type { Item } from "./item.ts";
import { isSecretMember, type LoadedKind, memberNamed, type StateField } from "./kinds.ts";
import { nameOf, normalBoolean } from "./normal-text.ts";
import {
  currentValueOf,
  type Entry,
  membersOf,
  type ReadValue,
  readField,
  readRow,
  type ServiceObject,
} from "./service-objects.ts";
import { textsOf } from "./values.ts";

export interface Reader {
  readonly client: Client;
  readonly parallel: number;
  readonly signal?: AbortSignal | undefined;
}

interface ReadOptions {
  readonly fields?: Iterable<string> | undefined;
  readonly parent?: ServiceObject | undefined;
  readonly filters?: Values;
}

export async function readEach<Source>(
  { parallel }: Reader,
  items: readonly Source[],
  read: (item: Source) => Promise<readonly ServiceObject[] | ServiceObject | undefined>,
): Promise<readonly ServiceObject[]> {
  return (await inParallel(items, parallel, read)).flatMap((objects) => objects ?? []);
}

export async function listObjects(
  { client, signal }: Reader,
  kind: LoadedKind,
  {
    fields = [...kind.fields.keys(), ...Object.keys(kind.spec.children ?? {})],
    parent,
    filters,
  }: ReadOptions = {},
): Promise<readonly ServiceObject[]> {
  const { list } = kind.operations;
  if (list === undefined) return [];
  const values = { ...(parent && parentValues(kind, parent)), ...filters };
  const answer = await client.call(list.operation, values, { signal });
  const problem = `the service's answer is not a list (GET ${list.operation.path})`;
  const objects: ServiceObject[] = [];
  const fromNames = new Set<ServiceObject>();
  for await (const row of listedRows(answer, membersOf(kind, fields), problem)) {
    const isName = typeof row === "string";
    const object = readRow(kind, isName ? { [kind.spec.key[0] ?? ""]: row } : row, parent);
    if (object === undefined) continue;
    objects.push(object);
    if (isName) fromNames.add(object);
  }
  const builtinObjects = fromNames.size === 0 ? undefined : await builtinNames(kind, client, signal);
  return objects.filter((object) => !fromNames.has(object) || builtinObjects?.has(object.ownName) !== true);
}

async function builtinNames(
  { spec: { builtinIn, key } }: LoadedKind,
  client: Client,
  signal: AbortSignal | undefined,
): Promise<ReadonlySet<string>> {
  if (builtinIn === undefined) return new Set();
  const list = listOperation(builtinIn);
  const rows = await withFallback([], async () => (await client.call(list, {}, { signal })).value());
  const builtins = recordsIn(rows).filter((row) =>
    Object.entries(builtinIn.when).every(([name, value]) => row[name] === value),
  );
  return new Set(builtins.map((row) => primitiveText(row[key[0] ?? ""])));
}

export async function findObjects(
  reader: Reader,
  kind: LoadedKind,
  filter: string,
  values: readonly string[],
  readOptions: ReadOptions,
): Promise<readonly ServiceObject[]> {
  return await readEach(reader, chunksOf([...new Set(values)], namesPerRequest), (chunk) =>
    halveIfRefused(chunk, (piece) =>
      listObjects(reader, kind, { ...readOptions, filters: { [filter]: piece } }),
    ),
  );
}

export async function childrenOf(
  reader: Reader,
  kind: LoadedKind,
  parent: ServiceObject,
  fields?: ReadonlySet<string>,
): Promise<readonly ServiceObject[]> {
  const rows = parent.childRows[kind.spec.parent?.rows ?? ""];
  if (!Array.isArray(rows)) return await listObjects(reader, kind, { parent, fields });
  return rows.map((row) => readRow(kind, row, parent)).filter((object) => object !== undefined);
}

export function parentValues({ spec, parameters }: LoadedKind, { identifiers, id }: ServiceObject): Values {
  if (spec.parent === undefined) return {};
  const idParameter = parameters.at(-1)?.name;
  const sharedIdentifiers = Object.entries(identifiers).filter(
    ([name]) => name !== idParameter && parameters.some((each) => each.name === name),
  );
  return { ...Object.fromEntries(sharedIdentifiers), [spec.parent.parameter]: id };
}

export async function readAgain(
  { client, signal }: Reader,
  object: ServiceObject,
): Promise<ServiceObject | undefined> {
  const { kind, identifiers, parent } = object;
  const { read } = kind.operations;
  if (read === undefined) return undefined;
  const readObject = async () => {
    const answer = await client.call(read.operation, identifiers, { signal });
    return readRow(kind, await answer.value(), parent);
  };
  return await withFallback(undefined, readObject, isNotFound);
}

export async function lookUp(
  reader: Reader,
  entry: Entry,
  lastRead: ServiceObject | undefined,
  parent: ServiceObject | undefined,
): Promise<ServiceObject | undefined> {
  const { kind, item } = entry;
  if (kind.spec.map !== undefined) return await readMember(reader, kind, entry.ownName);
  const reread = lastRead === undefined ? undefined : await readAgain(reader, lastRead);
  const object = reread ?? (await lookInList(reader, entry, parent ?? lastRead?.parent));
  if (object === undefined) return undefined;
  const [completeObject] = await withUnlistedFields(reader, kind, [object], () => item?.fields.keys() ?? []);
  return completeObject;
}

async function lookInList(
  reader: Reader,
  entry: Entry,
  parent: ServiceObject | undefined,
): Promise<ServiceObject | undefined> {
  const { kind, item } = entry;
  const { listFilters } = kind.spec;
  if (kind.spec.parent !== undefined && parent === undefined) return undefined;
  if (kind.operations.list === undefined && parent !== undefined) {
    const currentParent = await readAgain(reader, parent);
    return currentParent && findEntry(entry, await childrenOf(reader, kind, currentParent));
  }
  if (listFilters === undefined) return findEntry(entry, await listObjects(reader, kind, { parent }));
  for (const [field, filter] of Object.entries(listFilters)) {
    const texts = item === undefined ? [] : textsOf(kind, item, field).map((text) => text.toLowerCase());
    if (texts.length === 0) continue;
    const object = findEntry(entry, await findObjects(reader, kind, filter, texts, { parent }));
    if (object !== undefined) return object;
  }
  return undefined;
}

export async function readItem(
  reader: Reader,
  kind: LoadedKind,
  item: Item,
): Promise<ServiceObject | undefined> {
  const [name] = textsOf(kind, item, kind.spec.map?.name ?? "");
  return name === undefined
    ? undefined
    : await withFallback(undefined, () => readMember(reader, kind, name), meansNoMember);
}

export const meansNoMember = ({ kind }: Failure): boolean => kind === "invalid" || kind === "notFound";

export async function readMember(
  { client, signal }: Reader,
  kind: LoadedKind,
  name: string,
): Promise<ServiceObject | undefined> {
  const { map } = kind.spec;
  const { read } = kind.operations;
  const objectName = nameOf(kind, () => name);
  if (read === undefined || map === undefined || objectName === undefined) return undefined;
  const operation = isSecretMember(kind, name)
    ? { ...read.operation, sensitive: true as const }
    : read.operation;
  const answer = await client.call(operation, { [map.name]: name }, { signal });
  return {
    ...objectName,
    kind,
    ownName: objectName.name,
    identifiers: { [map.name]: name },
    id: name,
    spellings: [],
    values: new Map<string, readonly ReadValue[]>([
      [map.name, [name]],
      [map.value, [memberValue(memberNamed(kind, name)?.type, await answer.value())]],
    ]),
    isBuiltIn: true,
    childRows: {},
  };
}

/** Services send some flags as text, so the type decides whether `true` is a flag. */
function memberValue(type: FieldType | undefined, value: unknown): ReadValue {
  if (value === undefined || value === null) return null;
  const flag = type === "boolean" && typeof value === "string" ? normalBoolean(value) : undefined;
  if (flag !== undefined) return flag === "true";
  if (Array.isArray(value)) return value.map(primitiveText);
  return typeof value === "object" ? stringifyExact(value) : (value as ReadValue);
}

type FieldValues = ReadonlyMap<ServiceObject, readonly ReadValue[]>;

export const unlistedFields = ({ spec }: LoadedKind): readonly string[] => Object.keys(spec.readBy ?? {});

/**
 * Adds the fields that lists do not contain, with several objects per request if possible. `fieldsOf` selects
 * fields; `mayOmit` decides whether an unreadable field is left out. Returns all objects in order.
 */
export async function withUnlistedFields(
  reader: Reader,
  kind: LoadedKind,
  objects: readonly ServiceObject[],
  fieldsOf: (object: ServiceObject) => Iterable<string>,
  mayOmit: (field: string, failure: Failure) => boolean = () => false,
): Promise<readonly ServiceObject[]> {
  const fieldsByObject = new Map(objects.map((object) => [object, new Set(fieldsOf(object))]));
  const unlistedValues: (readonly [string, FieldValues])[] = [];
  for (const name of unlistedFields(kind)) {
    const incompleteObjects = objects.filter(
      (object) => fieldsByObject.get(object)?.has(name) && !Buffer.isBuffer(currentValueOf(object, name)),
    );
    const field = kind.fields.get(name);
    if (incompleteObjects.length === 0 || field === undefined) continue;
    try {
      unlistedValues.push([name, await readUnlistedField(reader, kind, field, incompleteObjects)]);
    } catch (error) {
      if (!(error instanceof Failure) || !mayOmit(name, error)) throw error;
    }
  }
  return objects.map((object) => {
    const newValues = unlistedValues.flatMap(([name, values]): readonly [string, readonly ReadValue[]][] => {
      const value = values.get(object) ?? [];
      return value.length === 0 ? [] : [[name, value]];
    });
    return newValues.length === 0 ? object : { ...object, values: new Map([...object.values, ...newValues]) };
  });
}

/** The rows are whole machines, so only the members that the field needs are kept. */
async function rowsOf(answer: Answer, { paths }: StateField): Promise<readonly unknown[]> {
  const rows: unknown[] = [];
  for await (const row of listedRows(answer, paths.flat(2))) rows.push(row);
  return rows;
}

async function readUnlistedField(
  reader: Reader,
  kind: LoadedKind,
  field: StateField,
  objects: readonly ServiceObject[],
): Promise<FieldValues> {
  const { client, parallel, signal } = reader;
  const { operations } = kind.group;
  const { operation: id = "", field: idsField = "" } = kind.spec.readManyBy?.[field.name] ?? {};
  const { [id]: readMany, [kind.spec.readBy?.[field.name] ?? ""]: readOne } = operations;
  const values = new Map<ServiceObject, readonly ReadValue[]>();
  const readBatch = async (operation: Operation, piece: readonly ServiceObject[]) => {
    const idOf = ({ identifiers }: ServiceObject) => Object.values(identifiers).at(-1) ?? "";
    const answer = await client.call(operation, { [idsField]: piece.map(idOf) }, { signal });
    const rows = await answer.value();
    if (!isRecord(rows)) return;
    for (const object of piece)
      if (Object.hasOwn(rows, idOf(object))) values.set(object, readField(kind, field, rows[idOf(object)]));
  };
  if (readMany !== undefined && objects.length > 1)
    await inParallel(chunksOf(objects, namesPerRequest), parallel, (piece) => readBatch(readMany, piece));
  if (readOne === undefined) return values;
  const unreadObjects = objects.filter((object) => !values.has(object));
  // Some services answer with the stored bytes.
  const operation =
    field.definition.type === "file" ? { ...readOne, mayAnswerContent: true as const } : readOne;
  await inParallel(unreadObjects, parallel, async (object) => {
    const answer = await client.call(operation, object.identifiers, { signal });
    const isList = field.definition.type === "list";
    values.set(object, readField(kind, field, isList ? await rowsOf(answer, field) : await answer.value()));
  });
  return values;
}
