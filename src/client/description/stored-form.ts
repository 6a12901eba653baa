import type { DescribedGroup } from "../../catalogue/described.ts";
import type {
  CellForm,
  Column,
  Field,
  FieldType,
  Method,
  Operation,
  PathParameter,
} from "../../catalogue/operation.ts";
import { isRecord } from "../../core/json-record.ts";
import { plainLine } from "./plain-text.ts";
import { isInherited } from "./read.ts";

/**
 * Reads a group from what a file holds: only members that are known and of the expected form are taken over.
 * Undefined where one is not, as in a file that is damaged, of another version or somebody else's.
 */
export function readGroup(value: unknown): DescribedGroup | undefined {
  try {
    const group = record(value);
    return {
      name: word(group["name"]),
      summary: text(group["summary"]),
      aliases: list(group["aliases"], 20, word),
      columns: [],
      identity: word(group["identity"], namePattern),
      operations: entries(group["operations"], operation),
      added: entries(group["added"], (fields) => list(fields, maxFields, field)),
    };
  } catch (error) {
    if (error instanceof Misfit) return undefined;
    throw error;
  }
}

/** A value is not of the expected form. */
class Misfit extends Error {}

const misfit = (): never => {
  throw new Misfit();
};

const maxTextLength = 500;
const maxOperations = 5_000;
const maxFields = 200;
const wordPattern = /^[a-z][a-z0-9-]{0,79}$/;
const namePattern = /^[A-Za-z][\w-]{0,79}$/;
const dottedPattern = /^[A-Za-z][\w.-]{0,79}$/;
const pathPattern = /^(?:\/(?:\{[A-Za-z]\w{0,39}\}(?:op-\w{1,60})?|[\w-]{1,64})){1,12}\/?$/;

const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : misfit());

function list<Item>(value: unknown, max: number, read: (item: unknown) => Item): readonly Item[] {
  return Array.isArray(value) && value.length <= max ? value.map((item) => read(item)) : misfit();
}

function entries<Item>(value: unknown, read: (item: unknown) => Item): Readonly<Record<string, Item>> {
  const all = Object.entries(record(value));
  if (all.length > maxOperations) return misfit();
  return Object.fromEntries(all.map(([key, item]) => [word(key, dottedPattern), read(item)]));
}

/** Text that is safe to show as it stands. */
const text = (value: unknown): string =>
  typeof value === "string" && plainLine(value, maxTextLength) === value ? value : misfit();

const word = (value: unknown, pattern = wordPattern): string =>
  typeof value === "string" && pattern.test(value) && !isInherited(value) ? value : misfit();

const oneOf = <const Item extends string>(value: unknown, items: readonly Item[]): Item =>
  items.find((item) => item === value) ?? misfit();

/** A member of an object where there is one, read; nothing where it is absent. */
const optional = <Name extends string, Item>(
  from: Readonly<Record<string, unknown>>,
  name: Name,
  read: (value: unknown) => Item,
): { readonly [Key in Name]?: Item } =>
  (from[name] === undefined ? {} : { [name]: read(from[name]) }) as { readonly [Key in Name]?: Item };

const yes = (value: unknown): true => (value === true ? value : misfit());

const kinds = ["machine", "device", "node"] as const;
const fieldTypes = ["string", "integer", "boolean", "file"] as const satisfies readonly FieldType[];

function field(value: unknown): Field {
  const from = record(value);
  return {
    name: word(from["name"], namePattern),
    type: oneOf(from["type"], fieldTypes),
    help: text(from["help"]),
    ...optional(from, "required", yes),
    ...optional(from, "kind", (kind) => oneOf(kind, kinds)),
    ...optional(from, "repeatable", yes),
    ...optional(from, "alsoRepeatable", yes),
    ...optional(from, "alsoName", yes),
    ...optional(from, "holdsCommas", yes),
    ...optional(from, "undocumented", yes),
    ...optional(from, "secret", yes),
    ...optional(from, "default", text),
    ...optional(from, "flag", (flag) => word(flag)),
    ...optional(from, "suggestions", (values) => list(values, 80, suggestion)),
  };
}

const suggestion = (value: unknown): string => word(value, /^[\w.+:/@-]{1,64}$/);

function parameter(value: unknown): PathParameter {
  const from = record(value);
  return {
    name: word(from["name"], namePattern),
    type: oneOf(from["type"], ["string"]),
    help: text(from["help"]),
    ...optional(from, "kind", (kind) => oneOf(kind, kinds)),
  };
}

const methods = ["GET", "POST", "PUT", "DELETE"] as const satisfies readonly Method[];

function operation(value: unknown): Operation {
  const from = record(value);
  return {
    verb: word(from["verb"]),
    method: oneOf(from["method"], methods),
    path: word(from["path"], pathPattern),
    summary: text(from["summary"]),
    success: 200,
    result: oneOf(from["result"], ["json", "bson", "none"]),
    who: oneOf(from["who"], ["anyone", "anonymous"]),
    described: true,
    ...optional(from, "notes", (notes) => list(notes, 20, text)),
    ...optional(from, "parameters", (parameters) => list(parameters, 10, parameter)),
    ...optional(from, "mayAnswerText", yes),
    ...optional(from, "mayAnswerContent", yes),
    ...(from["method"] === "DELETE"
      ? { confirm: "destroys" }
      : optional(from, "confirm", (confirm) => oneOf(confirm, ["destroys", "interrupts"]))),
    ...optional(from, "sensitive", (names) =>
      names === true ? true : list(names, 80, (name) => word(name, dottedPattern)),
    ),
    ...optional(from, "columns", (columns) => list(columns, 40, column)),
    ...optional(from, "identity", (identity) => word(identity, dottedPattern)),
    ...optional(from, "fields", (fields) => list(fields, maxFields, field)),
  };
}

const cellForms = Object.keys({
  status: true,
  power: true,
  bytes: true,
  mebibytes: true,
  megabytes: true,
  boolean: true,
  count: true,
  time: true,
  age: true,
  level: true,
  outcome: true,
  words: true,
  node: true,
  exitStatus: true,
  scriptType: true,
  space: true,
  vid: true,
} satisfies Record<CellForm, true>) as readonly CellForm[];

const columnsOfTerminal = (value: unknown): number =>
  Number.isInteger(value) && Number(value) < 500 ? Number(value) : misfit();

function column(value: unknown): Column {
  const from = record(value);
  return {
    header: text(from["header"]),
    path: word(from["path"], dottedPattern),
    ...optional(from, "as", (as) => oneOf(as, cellForms)),
    ...optional(from, "wide", yes),
    ...optional(from, "rank", (rank) => oneOf(rank, ["key", "text", "minor"])),
    ...optional(from, "width", columnsOfTerminal),
    ...optional(from, "min", columnsOfTerminal),
  };
}
