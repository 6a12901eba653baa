import type { NumberList } from "../../catalogue/number-lists.ts";
import type { Operation } from "../../catalogue/operation.ts";
import { Failure, isSignal } from "../../core/failure.ts";
import { recordsIn } from "../../core/json-record.ts";
import type { CallOptions, Client, Value, Values } from "../http/call.ts";
import { wordsOf } from "../values/words.ts";

/**
 * Replaces names by numbers in fields that live services take by number alone: `--block-devices sda,sdb`. What is in
 * no list, or in one that cannot be read, is left to the service.
 */
export async function withListedNumbers(
  { method, fields = [] }: Operation,
  values: Values,
  client: Client,
  options?: CallOptions,
): Promise<Values> {
  const named = fields.flatMap(({ name, list }) => {
    const words = wordsOf(values[name]).flatMap((word) => word.split(","));
    return list === undefined || method === "GET" || words.every((word) => /^\d*$/.test(word))
      ? []
      : [{ name, words, list }];
  });
  if (named.length === 0) return values;
  const rowsAt = new Map<string, Promise<readonly Readonly<Record<string, unknown>>[]>>();
  const changed: Record<string, Value> = {};
  for (const { name, words, list } of named) {
    const rows = rowsAt.get(list.path) ?? readRows(list, values, client, options);
    rowsAt.set(list.path, rows);
    const numbers = numbersByName(await rows, list);
    const [only = "", ...others] = words.map((word) => numbers.get(word) ?? word);
    if (words.some((word) => numbers.has(word)))
      changed[name] = others.length === 0 && !Array.isArray(values[name]) ? only : [only, ...others];
  }
  return { ...values, ...changed };
}

async function readRows(
  { path }: NumberList,
  { system_id }: Values,
  client: Client,
  options: CallOptions | undefined,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const list: Operation = {
    verb: "list",
    method: "GET",
    path,
    summary: "",
    ...(path.includes("{")
      ? { parameters: [{ name: "system_id", type: "string", help: "", kind: "node" }] }
      : {}),
    success: 200,
    result: "json",
    who: "anyone",
  };
  try {
    return recordsIn(await (await client.call(list, { system_id }, options)).value());
  } catch (error) {
    if (!(error instanceof Failure) || isSignal(error)) throw error;
    return [];
  }
}

/** `a/b` joins two members. */
function nameIn(row: Readonly<Record<string, unknown>>, name: string): readonly string[] {
  const [first, ...others] = name.split("/").map((member) => row[member]);
  if (others.length === 0) return typeof first === "string" ? [first] : [];
  return [[first, ...others].join("/")];
}

/** Without names that several rows have. */
function numbersByName(
  rows: readonly Readonly<Record<string, unknown>>[],
  { rows: member, names }: NumberList,
): ReadonlyMap<string, string> {
  const meant = member === undefined ? rows : recordsIn(rows.flatMap((row) => row[member]));
  const found = new Map<string, Set<string>>();
  for (const row of meant) {
    const id = row["id"];
    if (typeof id !== "number" && typeof id !== "string") continue;
    for (const text of names.flatMap((name) => nameIn(row, name)))
      for (const name of new Set([text, text.startsWith("/") ? text.slice(text.lastIndexOf("/") + 1) : text]))
        found.set(name, (found.get(name) ?? new Set()).add(String(id)));
  }
  return new Map([...found].flatMap(([name, ids]) => (ids.size === 1 ? [[name, [...ids].join()]] : [])));
}
