import { Failure } from "../core/failure.ts";
import { isRecord } from "../core/json-record.ts";
import { chunksOf, inParallel } from "../core/parallel.ts";
import type { LoadedKind, StateField } from "./kinds.ts";
import type { Observed, ReadValue } from "./observed.ts";
import { callOptions, type Reader, valuesPerRequest } from "./read-objects.ts";
import { readField } from "./read-row.ts";

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
