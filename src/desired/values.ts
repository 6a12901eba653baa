import { isFlag } from "../catalogue/commands/command-signature.ts";
import type { OperationEntry } from "../catalogue/index.ts";
import type { Field } from "../catalogue/operation.ts";
import type { Value, Values } from "../client/http/call.ts";
import { contentInMemory } from "../client/values/files.ts";
import type { FieldValue, Item, Scalar } from "./item.ts";
import { type LoadedKind, parameterNameIn, type StateField } from "./kinds.ts";
import { normalBoolean } from "./normal-text.ts";

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

export const isListField = (field: Field): boolean => field.type === "list" || field.repeatable === true;

function bytesOf(value: Scalar): Buffer | undefined {
  if (value.form === "file") return value.bytes;
  return value.text === undefined ? undefined : Buffer.from(value.text, "utf8");
}

function textOf(field: Field, value: Scalar): string | undefined {
  if (value.form !== "file") return value.text;
  const text = value.bytes.toString("utf8");
  return field.document ? text : text.replace(/\r?\n$/, "");
}

export type Resolve = (field: StateField, text: string) => string | undefined;

export const requestValue = (field: StateField, value: FieldValue, resolve: Resolve): Value | undefined =>
  sentValue(field.field, value, (text) => resolve(field, text));

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
  // A cleared number has no value with which to create the item.
  const isCleared = (name: string) =>
    kind.fields.get(name)?.field.type === "integer" && fieldValues[name] === "";
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
