import type { NumberList } from "../../catalogue/number-lists.ts";
import type { Field, Operation } from "../../catalogue/operation.ts";
import { Failure, withFallback } from "../../core/failure.ts";
import { recordsIn } from "../../core/json-record.ts";
import type { CallOptions, Client, Value, Values } from "../http/call.ts";
import { rowsAt } from "../json/elements.ts";
import { wordsOf } from "../values/words.ts";

/** Replaces names by numbers: `--block-devices sda,sdb`. Sends a name unchanged if its list cannot be read. */
export async function withListedNumbers(
  { method, parameters = [], fields = [] }: Operation,
  values: Values,
  client: Client,
  options?: CallOptions,
): Promise<Values> {
  const requestFields: readonly Pick<Field, "name" | "list">[] =
    method === "GET" ? parameters : [...parameters, ...fields];
  const fieldsWithNames = requestFields.flatMap(({ name, list }) => {
    const isField = fields.some((field) => field.name === name);
    const words = wordsOf(values[name]).flatMap((word) => (isField ? word.split(",") : [word]));
    return list === undefined || words.every((word) => /^\d*$/.test(word)) ? [] : [{ name, words, list }];
  });
  if (fieldsWithNames.length === 0) return values;
  const rowsAt = new Map<string, Promise<readonly Row[]>>();
  const changed: Record<string, Value> = {};
  for (const { name, words, list } of fieldsWithNames) {
    const rows = rowsAt.get(list.path) ?? readListed(list, { ...values, ...changed }, client, options);
    rowsAt.set(list.path, rows);
    const answerRows = await rows;
    const ids = idsByName(answerRows, list);
    const unknownWord = words.find((word) => !/^\d*$/.test(word) && ids.get(word)?.size !== 1);
    const isComplete = answerRows.some((row) =>
      list.rows === undefined ? "id" in row : Array.isArray(row[list.rows]),
    );
    if (unknownWord !== undefined && isComplete && list.byNumber)
      throw nameFailure(list.noun, unknownWord, ids);
    const numbers = new Map(
      [...ids].flatMap(([word, [id = "", ...more]]) => (more.length === 0 ? [[word, id]] : [])),
    );
    const [only = "", ...others] = words.map((word) => numbers.get(word) ?? word);
    if (words.some((word) => numbers.has(word)))
      changed[name] = others.length === 0 && !Array.isArray(values[name]) ? only : [only, ...others];
  }
  return { ...values, ...changed };
}

/** Replaces numbers in a refusal by the names that the user typed. */
export function withTypedNames(
  error: unknown,
  { fields = [] }: Operation,
  inputValues: Values,
  sentValues: Values,
): unknown {
  if (!(error instanceof Failure) || error.kind !== "invalid") return error;
  const replacements = fields.flatMap(({ name, sentAs = name, list }) => {
    if (list === undefined || inputValues[name] === sentValues[name]) return [];
    const words = wordsOf(inputValues[name]).flatMap((word) => word.split(","));
    const names = new Map(wordsOf(sentValues[name]).map((id, index) => [id, words[index] ?? id]));
    return [{ start: `${sentAs}: `, names }];
  });
  const translated = (text: string): string => {
    const names = replacements.find(({ start }) => text.startsWith(start))?.names;
    return names === undefined ? text : text.replace(/\b\d+\b/g, (id) => names.get(id) ?? id);
  };
  const { lines } = error.details;
  const details = lines === undefined ? {} : { lines: lines.map(translated) };
  return error.with(details, translated(error.message));
}

type Row = Readonly<Record<string, unknown>>;

export const listOperation = ({ path }: NumberList): Operation => ({
  verb: "list",
  method: "GET",
  path,
  summary: "",
  parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    ...{ name, type: "string", help: "" },
    ...(name === "system_id" ? { kind: "node" } : {}),
  })),
  success: 200,
  result: "json",
  who: "anyone",
});

export async function readListed(
  list: NumberList,
  values: Values,
  client: Client,
  options?: CallOptions,
): Promise<readonly Row[]> {
  const operation = listOperation(list);
  const parentValues = Object.fromEntries(
    (operation.parameters ?? []).map(({ name }) => [name, values[name]]),
  );
  const readRows = async () => (await client.call(operation, parentValues, options)).value();
  return recordsIn([await withFallback([], readRows)].flat());
}

/** `a/b` joins two members. A value that is a path also has its last part as a name. */
function namesIn(row: Row, name: string): readonly string[] {
  const [first, ...others] = name.split("/").map((path) => rowsAt(row, path));
  if (others.length > 0) return [[first, ...others].join("/")];
  if (typeof first === "number") return [String(first)];
  if (typeof first !== "string") return [];
  return first.startsWith("/") ? [first.slice(first.lastIndexOf("/") + 1), first] : [first];
}

export const rowsOf = (answerRows: readonly Row[], { rows }: NumberList): readonly Row[] =>
  rows === undefined ? answerRows : recordsIn(answerRows.flatMap((row) => row[rows]));

export const namesOfRow = (row: Row, { names }: NumberList): readonly string[] =>
  names.flatMap((name) => namesIn(row, name));

function idsByName(answerRows: readonly Row[], list: NumberList): ReadonlyMap<string, ReadonlySet<string>> {
  const ids = new Map<string, Set<string>>();
  for (const row of rowsOf(answerRows, list)) {
    const id = row["id"];
    if (typeof id !== "number" && typeof id !== "string") continue;
    for (const name of new Set(namesOfRow(row, list)))
      ids.set(name, (ids.get(name) ?? new Set()).add(String(id)));
  }
  return ids;
}

function nameFailure(noun: string, word: string, ids: ReadonlyMap<string, ReadonlySet<string>>): Failure {
  const count = ids.get(word)?.size ?? 0;
  return new Failure(
    "notFound",
    count === 0 ? `no ${noun} is called '${word}'` : `${count} ${noun}s are called '${word}'`,
    {
      lines: [...ids]
        .filter(([name]) => !name.startsWith("/"))
        .map(([name, rowIds]) => `${[...rowIds].join(", ")}  ${name}`),
      hint: count === 0 ? `these are the ${noun}s by id and name` : "use the id",
      outcome: "not_sent",
    },
  );
}
