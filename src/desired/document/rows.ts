import { isRepeatable } from "../../catalogue/commands/command-spec.ts";
import type { OperationEntry } from "../../catalogue/index.ts";
import type { Field } from "../../catalogue/operation.ts";
import { type Value, type Values, wordsOf } from "../../client/http/call.ts";
import { readMac, withoutTrailingDot } from "../../client/names/names.ts";
import { checkValues, withDefaults } from "../../client/values/check.ts";
import { Failure } from "../../core/failure.ts";
import { homeFolder } from "../../core/files.ts";
import { isRecord } from "../../core/json-record.ts";
import { type Place, placeText, unsetVariables } from "../item.ts";
import { makeProblems, type Problems } from "../problems.ts";
import { sentValue, wordsIn } from "../values.ts";
import { type ComposeContext, composeTree } from "./compose.ts";
import { csvRows, firstLine, separatorOf } from "./csv.ts";
import { documentWording, type ReadContext, readField } from "./fields.ts";
import { documentsOf, invalidCharacter } from "./parse.ts";
import type { DocumentContext } from "./read.ts";
import { readFiles, readSources, type Source } from "./sources.ts";
import { addUnknownKey, type Entry, formName, type Node, type NodeOf } from "./tree.ts";

export interface FileRow {
  readonly place: Place;
  readonly values: Values;
  readonly name: string;
  /** In lower case; undefined if the service makes one up. */
  readonly hostname: string | undefined;
  /** In lower case, with colons. */
  readonly macs: readonly string[];
}

interface RowContext extends Omit<DocumentContext, "kinds"> {
  readonly common: Values;
  readonly isChecked: boolean;
}

export async function readRows(
  path: string,
  entry: OperationEntry,
  { readStandardInput, env, conceal, common, isChecked }: RowContext,
): Promise<readonly FileRow[]> {
  const problems = makeProblems();
  const files = new Map<string, NodeOf<"file">>();
  const composeContext: ComposeContext = { problems, copies: { count: 0 }, files, home: homeFolder(env) };
  const nodes = (await readSources([path], readStandardInput, problems, false)).flatMap((source) =>
    isDocument(source) ? documentRows(source, entry, composeContext) : cellRows(source, entry, problems),
  );
  const readContext = { problems, files: await readFiles(files), env, conceal, values: { count: 0 } };
  const places = new Map<string, Place>();
  const rows = nodes.map((node): FileRow => {
    const { values, invalidFields, hasOnlyKnownNames } = readMembers(node, entry, readContext);
    const allValues = withDefaults(entry.operation, withCommon(common, values));
    const hostname = withoutTrailingDot(wordsOf(allValues["hostname"]).join()).toLowerCase();
    const words = wordsOf(allValues["mac_addresses"]);
    const macs = words.flatMap((word) => readMac(word) ?? []);
    if (isChecked) {
      if (hasOnlyKnownNames && !node.isDamaged)
        addValueProblems(entry, allValues, invalidFields, { place: node.place, problems });
      for (const word of words.filter((each) => readMac(each) === undefined))
        problems.add(
          node.place,
          `mac_addresses takes MAC addresses such as 52:54:00:aa:bb:01, not ${quoted(word)}`,
        );
    }
    const areMacsValid = macs.length > 0 && macs.length === words.length;
    const row: FileRow = {
      place: node.place,
      values: areMacsValid ? { ...allValues, mac_addresses: macs } : allValues,
      name: hostname || macs[0] || placeText(node.place),
      hostname: hostname || undefined,
      macs,
    };
    addDuplicateProblems(row, places, problems);
    return row;
  });
  problems.throwIfAny();
  return rows;
}

/** Text that does not look like an address may be a secret from another column. */
const quoted = (word: string): string =>
  /^\w{1,4}(?:[:.-]\w{1,4}){2,7}$/.test(word) ? `'${word}'` : "the given value";

const isDocument = ({ name, text }: Source): boolean =>
  /\.(?:ya?ml|json)$/i.test(name) || (!/\.[ct]sv$/i.test(name) && /^\s*[[{-]/.test(firstLine(text)));

function documentRows(
  source: Source,
  { group: { name } }: OperationEntry,
  composeContext: ComposeContext,
): readonly NodeOf<"map">[] {
  const { problems } = composeContext;
  return [...documentsOf(source, problems)].flatMap((document): readonly NodeOf<"map">[] => {
    const tree = composeTree(document, source.folder, composeContext);
    const content = (tree?.form === "map" ? tree.entries.get(name)?.value : undefined) ?? tree;
    if (content === undefined || (content.form === "scalar" && content.type === "null")) return [];
    return (content.form === "list" ? content.items : [content]).flatMap((item) => {
      if (item.form === "map") return item;
      problems.add(item.place, `${name} takes a list of mappings with fields, not ${formName(item)}`);
      return [];
    });
  });
}

function cellRows(source: Source, entry: OperationEntry, problems: Problems): readonly NodeOf<"map">[] {
  const text = source.text.replaceAll("\r\n", "\n");
  const placeOf = ({ line, column }: Omit<Place, "file">): Place => ({ file: source.name, line, column });
  const invalid = invalidCharacter(text);
  if (invalid !== undefined) {
    const lines = text.slice(0, invalid.offset).split("\n");
    problems.add(placeOf({ line: lines.length, column: (lines.at(-1) ?? "").length + 1 }), invalid.problem);
    return [];
  }
  const rows: NodeOf<"map">[] = [];
  let columns: readonly (Member | undefined)[] | undefined;
  let isDamaged = false;
  for (const row of csvRows(text, separatorOf(text))) {
    if ("fault" in row) {
      problems.add(placeOf(row), row.fault);
      return rows;
    }
    const cells = row.cells.map((cell) => ({ text: cell.text, place: placeOf(cell) }));
    const place = placeOf({ line: cells[0]?.place.line ?? 1, column: 1 });
    if (columns === undefined) {
      columns = columnsOf(cells, entry, problems);
      isDamaged = problems.count > 0;
    } else if (cells.length === columns.length)
      rows.push({ form: "map", place, entries: entriesIn(cells, columns), isDamaged });
    else
      problems.add(
        place,
        `the row has ${cells.length} ${cells.length === 1 ? "cell" : "cells"}, but there are ${columns.length} columns`,
      );
  }
  return rows;
}

interface PlacedCell {
  readonly text: string;
  readonly place: Place;
}

function columnsOf(
  cells: readonly PlacedCell[],
  entry: OperationEntry,
  problems: Problems,
): readonly (Member | undefined)[] {
  const firstPlaces = new Map<string, Place>();
  return cells.map(({ text, place }) => {
    const column = memberNamed(text, entry);
    if (column === undefined) {
      addUnknownColumn(text, place, entry, problems);
      return undefined;
    }
    const first = firstPlaces.get(column.name);
    if (first === undefined) firstPlaces.set(column.name, place);
    else if (!takesList(column.field)) problems.addRepetition(place, `column ${column.name}`, first);
    if (column.field.type === "map" && column.key === undefined)
      problems.add(
        place,
        `${column.name} takes one column for each name, such as ${column.name}.power_address`,
      );
    return column;
  });
}

const takesList = (field: Field): boolean =>
  field.type !== "map" && (isRepeatable(field) || field.separator !== undefined);

function entriesIn(
  cells: readonly PlacedCell[],
  columns: readonly (Member | undefined)[],
): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const [index, { text, place }] of cells.entries()) {
    const column = columns[index];
    if (column === undefined || text === "") continue;
    const scalar = (word: string): Node => ({ form: "scalar", place, text: word, type: "text" });
    const existing = entries.get(column.name)?.value;
    const items = [...(existing?.form === "list" ? existing.items : []), ...wordsIn(text).map(scalar)];
    const value: Node = takesList(column.field) ? { form: "list", place, items } : scalar(text);
    entries.set(column.name, { place, value });
  }
  return entries;
}

interface Member {
  readonly name: string;
  readonly field: Field;
  readonly key?: string;
}

/** Accepts any letter case, `mac-addresses`, and keys of maps as they are sent (`power_parameters_power_address`). */
function memberNamed(name: string, { operation: { fields = [] } }: OperationEntry): Member | undefined {
  const word = fieldWord(name);
  const field = fields.find((each) => each.name === word);
  if (field !== undefined) return { name: field.name, field };
  const map = fields.find(
    ({ type, name: fieldName }) =>
      type === "map" && /^[._]./.test(word.slice(fieldName.length)) && word.startsWith(fieldName),
  );
  const key = map && word.slice(map.name.length + 1);
  return map === undefined || key === undefined ? undefined : { name: `${map.name}.${key}`, field: map, key };
}

const fieldWord = (name: string): string => name.trim().toLowerCase().replaceAll("-", "_");

function addUnknownColumn(
  name: string,
  place: Place,
  { group, operation }: OperationEntry,
  problems: Problems,
): void {
  const update = Object.values(group.operations).find(({ verb }) => verb === "update");
  const word = fieldWord(name);
  if (update?.fields?.some((field) => field.name === word))
    problems.add(
      place,
      `${operation.verb} does not take '${word}': svc ${group.name} update sets it afterwards`,
    );
  else if (name.trim() === "") problems.add(place, "a column has no name");
  else {
    const knownKeys = (operation.fields ?? []).map((field) => field.name);
    addUnknownKey(place, name, { of: `${group.name} ${operation.verb}`, knownKeys, problems });
  }
}

function readMembers(node: NodeOf<"map">, entry: OperationEntry, readContext: ReadContext) {
  const { problems } = readContext;
  const nodes = new Map<Field, Entry>();
  let hasOnlyKnownNames = true;
  for (const [name, memberEntry] of node.entries) {
    const member = memberNamed(name, entry);
    if (member === undefined) {
      hasOnlyKnownNames = false;
      addUnknownColumn(name, memberEntry.place, entry, problems);
      continue;
    }
    const { field, key } = member;
    const existing = nodes.get(field)?.value;
    const memberNode: Node =
      key === undefined
        ? memberEntry.value
        : { form: "map", place: memberEntry.place, entries: new Map([[key, memberEntry]]), isDamaged: false };
    if (existing?.form === "map" && memberNode.form === "map")
      nodes.set(field, {
        place: memberEntry.place,
        value: { ...existing, entries: new Map([...existing.entries, ...memberNode.entries]) },
      });
    else if (existing === undefined) nodes.set(field, { place: memberEntry.place, value: memberNode });
    else problems.addRepetition(memberEntry.place, member.name, existing.place);
  }
  const values = new Map<string, Value>();
  const invalidFields = new Set<string>();
  for (const [field, { place, value }] of nodes) {
    const problemsBefore = problems.count;
    const fieldValue = readField(field, value, field.name, readContext);
    for (const variable of fieldValue === undefined ? [] : unsetVariables(fieldValue))
      problems.add(place, `${field.name}: the variable ${variable} is not set`);
    const parameter = fieldValue && sentValue(field, fieldValue);
    if (parameter !== undefined) values.set(field.name, parameter);
    if (problems.count > problemsBefore) invalidFields.add(field.name);
  }
  return { values, invalidFields, hasOnlyKnownNames };
}

function withCommon(common: Values, values: ReadonlyMap<string, Value>): Values {
  const rowValues = [...values].map(([name, value]): [string, Value] => {
    const commonValue = common[name];
    return [name, isMap(value) && isMap(commonValue) ? { ...commonValue, ...value } : value];
  });
  return { ...common, ...Object.fromEntries(rowValues) };
}

const isMap = (value: Value | undefined): value is Readonly<Record<string, string>> =>
  isRecord(value) && Object.values(value).every((each) => typeof each === "string");

function addValueProblems(
  { operation }: OperationEntry,
  values: Values,
  invalidFields: ReadonlySet<string>,
  { place, problems }: { readonly place: Place; readonly problems: Problems },
): void {
  const fields = (operation.fields ?? []).filter(({ name }) => !invalidFields.has(name));
  try {
    checkValues({ ...operation, fields }, values, new Set(), documentWording(operation));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    for (const text of [error.message, ...(error.details.lines ?? [])]) problems.add(place, text);
  }
}

function addDuplicateProblems(
  { place, hostname, macs }: FileRow,
  places: Map<string, Place>,
  problems: Problems,
): void {
  for (const name of [
    ...(hostname === undefined ? [] : [`hostname '${hostname}'`]),
    ...macs.map((mac) => `MAC address ${mac}`),
  ]) {
    const first = places.get(name);
    if (first === undefined) places.set(name, place);
    else problems.addRepetition(place, name, first);
  }
}
