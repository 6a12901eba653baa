import type { LookupList } from "../../catalogue/number-lists.ts";
import type { Field, Operation } from "../../catalogue/operation.ts";
import { Failure, withFallback } from "../../core/failure.ts";
import { groupBy } from "../../core/grouping.ts";
import { primitiveText, recordsIn } from "../../core/json-record.ts";
import { type CallOptions, type Client, type Value, type Values, wordsOf } from "../http/call.ts";
import { valueAtPath } from "../json/elements.ts";

/**
 * Replaces names with numbers: `sda,/dev/sdb` in `--block-devices`. Leaves a name unchanged if its list cannot be read.
 * With `verify`, numbers in path parameters are looked up too.
 */
export async function withListedNumbers(
  { method, parameters = [], fields = [] }: Operation,
  values: Values,
  client: Client,
  options?: CallOptions,
  mode: "trust" | "verify" = "trust",
): Promise<Values> {
  const requestFields: readonly Pick<Field, "name" | "list">[] =
    method === "GET" ? parameters : [...parameters, ...fields];
  const fieldsWithNames = requestFields.flatMap(({ name, list }) => {
    if (list === undefined) return [];
    const isBodyField = fields.some((field) => field.name === name);
    const words = wordsOf(values[name]).flatMap((word) => (isBodyField ? word.split(",") : [word]));
    const needsLookup = (word: string) =>
      isBodyField || (mode === "trust" && !list.byNumber)
        ? !isNumber(word) && (isBodyField || word.includes("/"))
        : mode === "verify" || !isNumber(word);
    return words.some(needsLookup) ? [{ name, words, list }] : [];
  });
  if (fieldsWithNames.length === 0) return values;
  const rowsByPath = new Map<string, Promise<readonly Row[] | undefined>>();
  const replacedFields: Record<string, Value> = {};
  for (const { name, words, list } of fieldsWithNames) {
    const pendingRows =
      rowsByPath.get(list.path) ?? readNumberList(list, { ...values, ...replacedFields }, client, options);
    rowsByPath.set(list.path, pendingRows);
    const answerRows = await pendingRows;
    const ids = idsByName(answerRows ?? [], list);
    const numbers = new Map(words.map((word) => [word, numberOf(word, ids, mode)]));
    const unknownWord = words.find((word) => numbers.get(word) === undefined);
    const mustBeListed = list.byNumber || mode === "verify" || unknownWord?.startsWith("/");
    if (unknownWord !== undefined && mustBeListed && isComplete(answerRows, list))
      throw nameFailure(list, unknownWord, ids, answerRows?.length === 0);
    const [only = "", ...others] = words.map((word) => numbers.get(word) ?? word);
    replacedFields[name] = others.length === 0 && !Array.isArray(values[name]) ? only : [only, ...others];
  }
  return { ...values, ...replacedFields };
}

const isNumber = (word: string): boolean => /^\d*$/.test(word);

/** The id of the only row with this name. A number is returned unchanged, but with `verify` only if a row has it. */
function numberOf(word: string, ids: IdsByName, mode: "trust" | "verify"): string | undefined {
  if (isNumber(word))
    return mode === "trust" || [...ids.values()].some((rowIds) => rowIds.has(word)) ? word : undefined;
  const [id, ...more] =
    ids.get(word) ?? (word.startsWith("/dev/") ? ids.get(deviceName(word)) : undefined) ?? [];
  return more.length === 0 ? id : undefined;
}

/** The service's name for a device: `sda1` for `/dev/sda1`, and `vg0-root` for `/dev/vg0/root`. */
const deviceName = (path: string): string =>
  path.replace(/^\/dev\/(?:mapper\/|disk\/by-\w+\/)?/, "").replaceAll("/", "-");

const isComplete = (answerRows: readonly Row[] | undefined, { rows }: LookupList): boolean =>
  answerRows?.every((row) => (rows === undefined ? "id" in row : Array.isArray(row[rows]))) ?? false;

/** In field errors, replaces the numbers that svc sent by the names that the user typed. */
export function withNamesAsTyped(
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
  const withTypedNames = (text: string): string => {
    const names = replacements.find(({ start }) => text.startsWith(start))?.names;
    return names === undefined ? text : text.replace(/\b\d+\b/g, (id) => names.get(id) ?? id);
  };
  const { lines } = error.details;
  const details = lines === undefined ? {} : { lines: lines.map(withTypedNames) };
  return error.with(details, withTypedNames(error.message));
}

type Row = Readonly<Record<string, unknown>>;

export const listOperation = ({ path }: Pick<LookupList, "path">): Operation => ({
  verb: "list",
  method: "GET",
  path,
  summary: "",
  parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    type: "string",
    help: "",
    ...(name === "system_id" ? { kind: "node" } : {}),
  })),
  success: 200,
  result: "json",
  who: "anyone",
});

/** The rows of a list; undefined if it cannot be read. */
export async function readNumberList(
  list: LookupList,
  values: Values,
  client: Client,
  options?: CallOptions,
): Promise<readonly Row[] | undefined> {
  const operation = listOperation(list);
  const parentValues = Object.fromEntries(
    (operation.parameters ?? []).map(({ name }) => [name, values[name]]),
  );
  const readRows = async () =>
    recordsIn([await (await client.call(operation, parentValues, options)).value()].flat());
  return await withFallback(undefined, readRows);
}

/** `a/b` joins two members. A path also counts as the name of its device. */
function namesIn(row: Row, members: string): readonly string[] {
  const [first, ...others] = members.split("/").map((path) => valueAtPath(row, path));
  if (others.length > 0) return [[first, ...others].map(primitiveText).join("/")];
  if (typeof first === "number") return [String(first)];
  if (typeof first !== "string") return [];
  if (!first.startsWith("/")) return [first];
  const name = first.slice(first.lastIndexOf("/") + 1);
  return [...new Set([name, name.replace(/(?<=\d)-part(?=\d+$)/, "p").replace(/-part(?=\d+$)/, "")]), first];
}

export const rowsOf = (answerRows: readonly Row[], { rows }: LookupList): readonly Row[] =>
  rows === undefined ? answerRows : recordsIn(answerRows.flatMap((row) => row[rows]));

export const namesOfRow = (row: Row, { names }: LookupList): readonly string[] =>
  names.flatMap((name) => namesIn(row, name));

type IdsByName = ReadonlyMap<string, ReadonlySet<string>>;

/** The ids of the rows with each name. A name found in an earlier member hides the same name in later ones. */
function idsByName(answerRows: readonly Row[], list: LookupList): IdsByName {
  const rows = rowsOf(answerRows, list);
  const ids = new Map<string, ReadonlySet<string>>();
  for (const member of list.names) {
    const idsOfMember = new Map<string, Set<string>>();
    for (const row of rows) {
      const id = row["id"];
      if (typeof id !== "number" && typeof id !== "string") continue;
      for (const name of namesIn(row, member))
        idsOfMember.set(name, (idsOfMember.get(name) ?? new Set()).add(String(id)));
    }
    for (const [name, rowIds] of idsOfMember) ids.set(name, ids.get(name) ?? rowIds);
  }
  return ids;
}

function nameFailure({ noun, partialNote }: LookupList, word: string, ids: IdsByName, isEmpty: boolean) {
  const count = ids.get(word)?.size ?? 0;
  const names = [...ids].filter(([name]) => !name.startsWith("/"));
  const namesByIds = groupBy(names, ([, rowIds]) => [...rowIds].join(", "));
  const message = count === 0 ? `no ${noun} is called '${word}'` : `${count} ${noun}s are called '${word}'`;
  const explanation = isEmpty ? `there are no ${noun}s` : `these are the ${noun}s by id and name`;
  return new Failure("notFound", message, {
    lines: [...namesByIds].map(([id, group]) => `${id}  ${group.map(([name]) => name).join(", ")}`),
    hint: count > 0 ? "use the id" : (partialNote ?? explanation),
    outcome: "not_sent",
  });
}
