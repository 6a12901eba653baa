import { isFlag } from "../catalogue/commands/command-spec.ts";
import type { TextForm } from "../catalogue/group.ts";
import type { OperationEntry } from "../catalogue/index.ts";
import type { Field } from "../catalogue/operation.ts";
import type { Value, Values } from "../client/http/call.ts";
import { contentInMemory } from "../client/values/files.ts";
import type { FieldValue, Item, Scalar } from "./item.ts";
import { type LoadedKind, parameterNameIn, type StateField } from "./kinds.ts";
import { normalBoolean, normalNumber, normalText, withUnixLineEnds } from "./normal-text.ts";
import { isReadMap, isScalar, type ReadScalar, type ReadValue } from "./service-objects.ts";

export type PlainValue =
  | { readonly form: "text"; readonly text: string | undefined }
  | { readonly form: "bytes"; readonly bytes: Buffer | undefined }
  | { readonly form: "list"; readonly texts: readonly string[] | undefined }
  | { readonly form: "map"; readonly texts: ReadonlyMap<string, string | undefined> };

export function plainValue(field: Field, value: FieldValue): PlainValue {
  if (value.form === "map")
    return {
      form: "map",
      texts: new Map([...value.values].map(([key, each]) => [key, textOf(field, each)])),
    };
  if (isListField(field)) {
    const texts = (value.form === "list" ? value.values : [value]).map((each) => textOf(field, each));
    const areAllSet = texts.every((text): text is string => text !== undefined);
    return { form: "list", texts: areAllSet ? texts.filter((text) => text !== "") : undefined };
  }
  if (value.form === "list") {
    const texts = value.values.map((each) => textOf(field, each));
    return { form: "text", text: texts.includes(undefined) ? undefined : texts.join(",") };
  }
  if (field.type === "file" || field.type === "base64") return { form: "bytes", bytes: bytesOf(value) };
  return { form: "text", text: textOf(field, value) };
}

export function textsOf(kind: LoadedKind, item: Item, field: string): readonly string[] {
  const value = item.fields.get(field);
  const stateField = kind.fields.get(field);
  if (value === undefined || stateField === undefined) return [];
  const plain = plainValue(stateField.definition, value);
  if (plain.form === "list") return plain.texts ?? [];
  return plain.form === "text" && plain.text !== undefined ? [plain.text] : [];
}

export const isListField = (field: Field): boolean => field.type === "list" || field.repeatable === true;

function bytesOf(value: Scalar): Buffer | undefined {
  if (value.form === "file") return value.bytes;
  return value.text === undefined ? undefined : Buffer.from(value.text, "utf8");
}

function textOf(field: Field, value: Scalar): string | undefined {
  if (value.form !== "file") return value.text;
  const text = value.bytes.toString("utf8");
  return field.verbatim ? text : text.replace(/\r?\n$/, "");
}

export type Resolve = (field: StateField, text: string) => string | undefined;

export const requestValue = (field: StateField, value: FieldValue, resolve: Resolve): Value | undefined =>
  sentValue(field.definition, value, (text) => resolve(field, text));

export function sentValue(
  field: Field,
  value: FieldValue,
  resolve: (text: string) => string | undefined = () => undefined,
): Value | undefined {
  const plain = plainValue(field, value);
  switch (plain.form) {
    case "bytes":
      if (field.type === "base64") return plain.bytes?.toString("base64");
      return plain.bytes && contentInMemory(field.name, plain.bytes);
    case "list":
      return plain.texts?.map((text) => resolve(text) ?? text);
    case "map":
      return Object.fromEntries(
        [...plain.texts].flatMap(([key, text]) => (text === undefined ? [] : [[key, text]])),
      );
    case "text": {
      if (plain.text === undefined) return undefined;
      const flag = isFlag(field.type) ? normalBoolean(plain.text) : undefined;
      return flag === undefined ? (resolve(plain.text) ?? plain.text) : flag === "true";
    }
  }
}

export function creationValues(
  kind: LoadedKind,
  item: Item,
  create: OperationEntry,
  resolve: Resolve,
  isSent: (field: StateField) => boolean = () => true,
): Values {
  const fieldValues = valuesOf(
    kind,
    item,
    resolve,
    (field) => isSent(field) && parameterNameIn(kind, create, field.name) !== undefined,
  );
  // An empty text is not a number, so a cleared number is left out.
  const isCleared = (name: string) =>
    kind.fields.get(name)?.definition.type === "integer" && fieldValues[name] === "";
  return Object.fromEntries(
    Object.entries(fieldValues).flatMap(([name, value]) => {
      if (isCleared(name)) return [];
      const parameter = parameterNameIn(kind, create, name) ?? name;
      return [[parameter, parameter !== name && Array.isArray(value) ? value.join() : value]];
    }),
  );
}

export function valuesOf(
  kind: LoadedKind,
  item: Item,
  resolve: Resolve,
  isSent: (field: StateField) => boolean,
): Values {
  const values: Record<string, Value> = {};
  for (const [name, fieldValue] of item.fields) {
    const field = kind.fields.get(name);
    const value =
      field === undefined || !isSent(field) ? undefined : requestValue(field, fieldValue, resolve);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

export interface Comparison {
  readonly textComparison?: TextForm | undefined;
  /** A word that means an empty value in rows, besides null and empty text. */
  readonly emptyWord?: string | undefined;
  readonly wordsAddedByService?: readonly string[] | undefined;
  /** True if the object may have values that the item lacks. */
  readonly isSubset?: boolean;
  readonly toCanonical?: ((text: string) => string) | undefined;
}

export function comparisonOf(
  { spec }: LoadedKind,
  { name }: StateField,
  toCanonical?: (text: string) => string,
): Comparison {
  return {
    textComparison: spec.comparisons?.[name],
    emptyWord: spec.emptyMarkers?.[name],
    wordsAddedByService: spec.addedWords?.[name],
    isSubset: spec.otherKeys?.includes(name) === true,
    toCanonical,
  };
}

export const isSame = (value: PlainValue, spellings: readonly ReadValue[], comparison: Comparison): boolean =>
  spellings.some((spelling) => isSpelling(value, spelling, comparison));

function isSpelling(value: PlainValue, read: ReadValue, comparison: Comparison): boolean {
  switch (value.form) {
    case "bytes":
      return value.bytes === undefined || value.bytes.equals(contentOf(read));
    case "list":
      return (
        value.texts === undefined ||
        isSameSet(value.texts, listOf(read), comparison) ||
        isSameSet(value.texts.flatMap(wordsIn), listOf(read), comparison)
      );
    case "map":
      return [...value.texts].every(([key, text]) => {
        const currentText = isReadMap(read) && Object.hasOwn(read, key) ? read[key] : null;
        return text === undefined || isSameText(text, currentText ?? null, comparison);
      });
    case "text":
      if (value.text === undefined) return true;
      // A row may contain a list for a field documented as text: `10.0.0.1,10.0.0.2`.
      return Array.isArray(read)
        ? [wordsIn(value.text), value.text.split(",")].some((texts) => isSameSet(texts, read, comparison))
        : isSameText(value.text, read, comparison);
  }
}

function isSameText(text: string, read: ReadValue, comparison: Comparison): boolean {
  if (text === read) return true;
  if (read === null || read === "" || read === comparison.emptyWord)
    return text.trim() === "" || text === comparison.emptyWord;
  if (!isScalar(read)) return false;
  // A service that trims would store nothing, so here blank text must match exactly.
  if (text.trim() === "") return withUnixLineEnds(text) === withUnixLineEnds(String(read));
  if (comparison.textComparison === "bytes")
    return normalText(text, "bytes") === normalText(String(read), "bytes");
  if (typeof read === "boolean") return normalBoolean(text) === String(read);
  if (typeof read === "number" || typeof read === "bigint") {
    const number = normalNumber(text);
    if (number !== undefined) return number === normalNumber(String(read));
    const word = normalBoolean(text);
    return word !== undefined && word === normalBoolean(String(read));
  }
  const { toCanonical, textComparison } = comparison;
  const isSameName = toCanonical !== undefined && toCanonical(text) === toCanonical(read);
  return isSameName || normalText(text, textComparison) === normalText(read, textComparison);
}

function isSameSet(
  desiredTexts: readonly string[],
  currentTexts: readonly ReadScalar[],
  comparison: Comparison,
): boolean {
  const texts = desiredTexts.filter(
    (text) => text !== comparison.emptyWord && comparison.wordsAddedByService?.includes(text) !== true,
  );
  const currentValues = currentTexts.filter((each) => each !== comparison.emptyWord);
  const isInRow = (text: string) => currentValues.some((each) => isSameText(text, each, comparison));
  const isInTexts = (each: ReadScalar) => texts.some((text) => isSameText(text, each, comparison));
  return texts.every(isInRow) && (comparison.isSubset === true || currentValues.every(isInTexts));
}

export const wordsIn = (text: string): readonly string[] =>
  text.split(/[\s,]+/).filter((word) => word !== "");

function listOf(read: ReadValue): readonly ReadScalar[] {
  if (Array.isArray(read)) return read;
  if (read === null || read === "") return [];
  return typeof read === "string" ? wordsIn(read) : isScalar(read) ? [read] : [];
}

const contentOf = (read: ReadValue): Buffer =>
  Buffer.isBuffer(read) ? read : Buffer.from(isScalar(read) && read !== null ? String(read) : "", "utf8");
