import type { Operation } from "../catalogue/operation.ts";
import type { Client, Values } from "../client/http/call.ts";
import { openElements } from "../client/json/elements.ts";
import { createMemberReader } from "../client/json/members.ts";
import { Failure } from "../core/failure.ts";
import { chunksOf, inParallel } from "../core/parallel.ts";
import type { LoadedKind } from "./kinds.ts";
import type { Observed } from "./observed.ts";
import { membersOf, readRow } from "./read-row.ts";

/** What reads the service. */
export interface Reader {
  readonly client: Client;
  /** Requests under way at once. */
  readonly parallel: number;
  readonly signal?: AbortSignal | undefined;
}

/** Which objects of a kind are read, and how much of them. */
export interface Wanted {
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
export const valuesPerRequest = 50;

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
export async function readOrAbsent(
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
