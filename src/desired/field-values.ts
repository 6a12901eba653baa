import { isFlag } from "../catalogue/commands/command-signature.ts";
import type { Value, Values } from "../client/http/call.ts";
import { heldContent } from "../client/values/files.ts";
import type { FieldValue, Item } from "./item.ts";
import type { LoadedKind, StateField } from "./kinds.ts";
import { normalBoolean } from "./normal-text.ts";
import { type PlainValue, plainValue } from "./plain-value.ts";

/** What a reference or the name of a node is sent as; undefined where it is sent as it stands. */
export type Resolve = (field: StateField, text: string) => string | undefined;

/** The value of a field as a request takes it; undefined where a variable that is not set would say it. */
export function requestValue(state: StateField, value: FieldValue, resolve: Resolve): Value | undefined {
  const { field } = state;
  const plain = plainValue(field, value);
  switch (plain.form) {
    case "bytes":
      if (plain.bytes === undefined) return undefined;
      return field.type === "base64" ? plain.bytes.toString("base64") : heldContent(field.name, plain.bytes);
    case "list":
      return plain.texts?.map((text) => resolve(state, text) ?? text);
    case "map":
      return knownTexts(plain);
    case "text": {
      if (plain.text === undefined) return undefined;
      const flag = isFlag(field.type) ? normalBoolean(plain.text) : undefined;
      return flag === undefined ? (resolve(state, plain.text) ?? plain.text) : flag === "true";
    }
  }
}

function knownTexts({ texts }: Extract<PlainValue, { form: "map" }>): Readonly<Record<string, string>> {
  return Object.fromEntries([...texts].filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** The values of those fields of an item that `isSent` picks. */
export function valuesOf(
  kind: LoadedKind,
  item: Item,
  resolve: Resolve,
  isSent: (field: StateField) => boolean,
): Values {
  const values: Record<string, Value> = {};
  for (const [name, given] of item.fields) {
    const field = kind.fields.get(name);
    const value = field === undefined || !isSent(field) ? undefined : requestValue(field, given, resolve);
    if (value !== undefined) values[name] = value;
  }
  return values;
}
