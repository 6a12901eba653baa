import { type FieldValue, type Item, isUnset } from "../item.ts";
import type { LoadedKind } from "../kinds.ts";

/** What an item lacks to say which object it is about; undefined where it says it. */
export function keyProblem({ kind }: LoadedKind, { fields }: Item): string | undefined {
  const has = (name: string) => {
    const value = fields.get(name);
    return value !== undefined && (isUnset(value) || textsOf(value).some((text) => text !== ""));
  };
  const missing = kind.key.filter((name) => !has(name));
  if (missing.length === 0 || kind.otherKeys?.some(has) === true) return undefined;
  const empty = missing.filter((name) => fields.has(name));
  if (empty.length > 0) return `${listed(empty)} ${empty.length === 1 ? "is" : "are"} empty`;
  const names = [...(kind.otherKeys ?? [])].map((name) => ` or ${name}`).join("");
  return `${listed(missing)}${names} ${missing.length === 1 ? "is" : "are"} missing`;
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/**
 * What tells an item from all others of the sources: its kind, its parent and its key. Undefined where a part of the
 * key is not known, as a variable that is not set.
 */
export function itemIdentity(loaded: LoadedKind, item: Item): string | undefined {
  const { kind } = loaded;
  const keyed = kind.key.every((name) => item.fields.has(name));
  const names = keyed ? kind.key : (kind.otherKeys ?? []).filter((name) => item.fields.has(name));
  const values = names.map((name) => item.fields.get(name));
  if (values.length === 0 || values.some((value) => value === undefined || isUnset(value))) return undefined;
  const parent = item.parent === undefined ? null : [item.parent.kind, item.parent.place];
  const texts = values.map((value) => (value === undefined ? [] : textsOf(value).toSorted()));
  return JSON.stringify([item.kind, parent, names, texts]);
}

/** The texts of a value; bytes as base64. */
export function textsOf(value: FieldValue): readonly string[] {
  switch (value.form) {
    case "text":
      return [value.text];
    case "variable":
      return value.text === undefined ? [] : [value.text];
    case "file":
      return [value.bytes.toString("base64")];
    case "list":
      return value.values.flatMap(textsOf);
    case "map":
      return [...value.values.values()].flatMap(textsOf);
  }
}
