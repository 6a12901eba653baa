import type { Field, Operation } from "../../catalogue/operation.ts";
import { isRecord } from "../../core/json-record.ts";
import { joinWithOr, nearest } from "../../core/text/word-lists.ts";
import { interfaceKinds, ownerField, type SeedKind } from "./kinds.ts";

export type Operations = ReadonlyMap<string, Operation>;

export interface KindField {
  readonly field: Field;
  readonly isForCreation: boolean;
}

export function fieldsOf(kind: SeedKind, operations: Operations): ReadonlyMap<string, KindField> {
  const fields = new Map<string, KindField>();
  const add = (field: Field, isForCreation: boolean) => {
    const isSettable = kind.excludedFields?.includes(field.name) !== true && field.sentAs === undefined;
    if (isSettable && !fields.has(field.name)) fields.set(field.name, { field, isForCreation });
  };
  const createIds = interfaceKinds.includes(kind.create) ? interfaceKinds : [kind.create];
  for (const id of createIds) for (const field of operations.get(id)?.fields ?? []) add(field, true);
  for (const field of kind.undocumentedFields ?? []) add(field, true);
  for (const field of operations.get(kind.update ?? "")?.fields ?? []) add(field, false);
  for (const field of kind.derivedFields ?? []) add(field, false);
  if (kind.isOwned) add(ownerField, false);
  return fields;
}

export const isRequired = (
  { defaults = {}, optional = [] }: SeedKind,
  { field, isForCreation }: KindField,
): boolean =>
  isForCreation &&
  field.required === true &&
  !Object.hasOwn(defaults, field.name) &&
  !optional.includes(field.name);

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

export const isList = ({ type, repeatable, alsoRepeatable, separator }: Field): boolean =>
  type === "list" || repeatable === true || alsoRepeatable === true || separator !== undefined;

export function pairsOrText(field: Field, value: unknown): readonly (readonly [string, string])[] | string {
  const { name, type, separator, prefix = "" } = field;
  if (type === "map") {
    if (!isRecord(value)) return "takes a mapping of names to values";
    const pairs = Object.entries(value).flatMap(([member, each]) =>
      [each].flat().map((one) => [`${prefix}${member}`, one] as const),
    );
    if (!pairs.every(([, each]) => isScalar(each))) return "takes only text values";
    return pairs.map(([member, each]) => [member, String(each)]);
  }
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (Array.isArray(value) && !isList(field)) return "takes a single value, not a list";
  const texts: string[] = [];
  for (const each of values) {
    const text = textOf(field, each);
    if (text === undefined) return `takes ${expectation(field)}${isList(field) ? ", or a list of them" : ""}`;
    texts.push(text);
  }
  return separator === undefined ? texts.map((each) => [name, each]) : [[name, texts.join(separator)]];
}

function textOf({ type, alsoName }: Field, value: unknown): string | undefined {
  if (!isScalar(value)) return undefined;
  if (type === "boolean" || type === "switch") {
    if (value !== true && value !== false && value !== 0 && value !== 1) return undefined;
    const isOn = Boolean(value);
    return type === "switch" ? String(Number(isOn)) : String(isOn);
  }
  if (type === "integer" && alsoName !== true && !/^-?\d+$/.test(String(value))) return undefined;
  return type === "base64" ? Buffer.from(String(value)).toString("base64") : String(value);
}

const expectation = ({ type, alsoName }: Field): string => {
  if (type === "boolean" || type === "switch") return "true or false";
  if (type === "integer") return alsoName ? "a number or a name" : "a whole number";
  return "text";
};

export function unknownNameText(name: string, allowed: readonly string[]): string {
  const suggestion =
    nearest(name.toLowerCase().replaceAll("-", "_"), allowed) ?? nearest(name.toLowerCase(), allowed);
  return suggestion === undefined
    ? `unknown; takes ${joinWithOr(allowed)}`
    : `unknown; did you mean ${suggestion}?`;
}
