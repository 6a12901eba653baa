import type { Field, FieldType, PathParameter } from "./operation.ts";

/** What there may be to say about a field besides its name, its type and its help. */
type Facts = Partial<Omit<Field, "name" | "type" | "help">>;

const of =
  (type: FieldType) =>
  (name: string, help: string, facts: Facts = {}): Field => ({ name, type, help, ...facts });

/** The constructors for fields, one for each type. */
export const text = of("string");
export const integer = of("integer");
export const boolean = of("boolean");
export const oneOrZero = of("switch");
export const size = of("size");
export const base64 = of("base64");
export const file = of("file");
export const list = of("list");
export const map = of("map");

/** An identifier that is an integer, such as that of a fabric or a key. */
export const integerId = (name: string, help: string): PathParameter => ({ name, type: "integer", help });

/** Documented as an integer; live services take the name of the object too. */
export const integerOrName = (name: string, help: string): PathParameter => ({
  name,
  type: "integer",
  alsoName: true,
  help,
});

/** An identifier that is text, such as a file's name. */
export const textId = (name: string, help: string): PathParameter => ({ name, type: "string", help });
