import type { LookupList } from "./number-lists.ts";
import type { Field, FieldType, PathParameter, Rule } from "./operation.ts";

type Attributes = Partial<Omit<Field, "name" | "type" | "help">>;

const fieldOfType =
  (type: FieldType) =>
  (name: string, help: string, attributes: Attributes = {}): Field => ({ name, type, help, ...attributes });

export const text = fieldOfType("string");
export const integer = fieldOfType("integer");
export const boolean = fieldOfType("boolean");
export const oneOrZero = fieldOfType("switch");
export const booleanOrDigit = (name: string, help: string, attributes: Attributes = {}): Field =>
  boolean(name, help, { takesWord: true, ...attributes });
export const size = fieldOfType("size");
export const base64 = fieldOfType("base64");
export const file = fieldOfType("file");
export const list = fieldOfType("list");
export const map = fieldOfType("map");

export const integerId = (name: string, help: string): PathParameter => ({ name, type: "integer", help });

/** Documented as an integer; live services also take the object's name, or svc finds its number in `list`. */
export const integerOrName = (name: string, help: string, list?: LookupList): PathParameter => ({
  ...textId(name, help, list),
  type: "integer",
  alsoName: true,
});

export const idOrName = (noun: string, list?: LookupList): PathParameter =>
  integerOrName("id", `id or name of the ${noun}`, list);

export const textId = (name: string, help: string, list?: LookupList): PathParameter => ({
  name,
  type: "string",
  help,
  ...(list && { list }),
});

export const commaSeparated = { alsoRepeatable: true, separator: "," } as const;

export const words = (text: string): readonly string[] => text.split(" ");

/** Attributes of a field whose choices can also be given as numbers. */
export const numbered = (choices: readonly string[], numbers: readonly number[] = [...choices.keys()]) => ({
  choices,
  spellings: Object.fromEntries(choices.map((word, index) => [String(numbers[index]), word])),
});

const contentNames =
  /(?:^|_)(?:user_?data|vendor_data|cloud_init|script|certificate|cert|pem|keyring|(?:private|public|ssh|gpg)_key)$/;

/** True for a field that takes the content of a file. A value that is the file's name is a mistake. */
export const holdsContent = ({
  name,
  type,
  verbatim,
  content,
}: Pick<Field, "name" | "type" | "verbatim" | "content">): boolean =>
  verbatim === true ||
  content === true ||
  type === "base64" ||
  (type === "string" && contentNames.test(name));

export const flag = (field: string): string => `--${field.replaceAll("_", "-")}`;

export const joinWithAnd = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

export const exclusive = (...fields: readonly string[]): Rule => ({
  kind: "exclusive",
  fields,
  message: `${joinWithAnd(fields.map(flag))} cannot be combined`,
});

export const anyOf = (message: string, ...fields: readonly string[]): Rule => ({
  kind: "any",
  fields,
  message,
});

export const needs = (field: string, other: string): Rule => ({
  kind: "needs",
  field,
  needs: [other],
  message: `${flag(field)} needs ${flag(other)}`,
});
