import type { Field, Operation } from "../api/operation.ts";
import { isFlag, isRepeatable, spelledAs } from "../contract/command-signature.ts";
import { libraryText } from "../contract/library-text.ts";
import { memberName } from "../contract/member-name.ts";
import { Failure } from "../failure.ts";
import type { Content, Value, Values } from "../http/call.ts";
import { isRecord } from "../json/record.ts";
import { meantHint } from "../text/nearest.ts";
import type { Wording } from "../values/check.ts";
import { fileBytes, fileContent, heldContent } from "../values/files.ts";

/** As the library speaks of an operation's values in messages. */
export const wordingOf = (operation: Operation): Wording => ({
  field: (field) => memberName(field.name),
  identifier: memberName,
  sentence: (text) => libraryText(operation, text),
  override: "the option check: false sends all the same",
});

/** The identifiers of the path as values. A usage `Failure` for one that is not a text or a number. */
export function identifierValues({ parameters = [] }: Operation, given: readonly unknown[]): Values {
  return Object.fromEntries(
    parameters.map(({ name }, index) => {
      const value = given[index];
      const text = typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
      if (text !== "") return [name, text];
      throw new Failure(
        "usage",
        `${memberName(name)} takes a text${value === undefined ? "" : ` or a number, not ${kindOf(value)}`}`,
        { hint: `identifiers come first: ${parameters.map((each) => memberName(each.name)).join(", ")}` },
      );
    }),
  );
}

/**
 * The fields of an operation, by the library's names, as its values. Undefined is not sent. A usage `Failure` for a
 * field that the operation does not list, and for a value that is not of the field's type.
 */
export async function fieldValues({ fields = [] }: Operation, given: unknown): Promise<Values> {
  if (!isRecord(given)) throw new Failure("usage", `fields are given as an object, not as ${kindOf(given)}`);
  const byMember = new Map(fields.map((field) => [memberName(field.name), field]));
  const values: [string, Value][] = [];
  for (const [name, value] of Object.entries(given)) {
    const field = byMember.get(name);
    if (field === undefined) throw unknownField(name, [...byMember.keys()]);
    if (value !== undefined) values.push([field.name, await fieldValue(field, value, name)]);
  }
  return Object.fromEntries(values);
}

/** The usage failure for a field that an operation does not list. */
export const unknownField = (name: string, known: readonly string[]): Failure =>
  new Failure("usage", `unknown field '${name}'`, {
    hint: meantHint(
      memberName(name),
      known,
      known.length === 0
        ? "this operation takes no fields"
        : "the option set sends fields that are not listed",
    ),
  });

async function fieldValue(field: Field, value: unknown, name: string): Promise<Value> {
  if (isFlag(field.type)) {
    if (typeof value === "boolean") return value;
    throw new Failure("usage", `${name} takes true or false, not ${kindOf(value)}`);
  }
  if (field.type === "map") return mapValue(value, name);
  if (field.type === "file") return await contentOf(value, name);
  if (field.type === "base64") return (await bytesOf(value, name)).toString("base64");
  if (!isRepeatable(field)) return spelledAs(field, textOf(value, name));
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.map((item) => spelledAs(field, textOf(item, name)));
}

function mapValue(value: unknown, name: string): Readonly<Record<string, string>> {
  if (!isRecord(value)) throw new Failure("usage", `${name} takes an object, not ${kindOf(value)}`);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    members.map(([key, member]) => [
      key,
      typeof member === "boolean" ? String(member) : textOf(member, `${name}.${key}`),
    ]),
  );
}

function textOf(value: unknown, name: string): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  throw new Failure("usage", `${name} takes a text or a number, not ${kindOf(value)}`, {
    hint: value === null ? "an empty text clears a field; undefined leaves it out" : undefined,
  });
}

async function contentOf(value: unknown, name: string): Promise<Content> {
  const path = pathOf(value);
  return path === undefined ? heldContent(name, heldBytes(value, name)) : await fileContent(path, name);
}

async function bytesOf(value: unknown, name: string): Promise<Buffer> {
  const path = pathOf(value);
  return path === undefined ? heldBytes(value, name) : await fileBytes(path, name);
}

function heldBytes(value: unknown, name: string): Buffer {
  if (typeof value === "string") return Buffer.from(value, "utf8");
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  throw new Failure("usage", `${name} takes text, bytes or { path }, not ${kindOf(value)}`);
}

function pathOf(value: unknown): string | undefined {
  const path = isRecord(value) && !(value instanceof Uint8Array) ? value["path"] : undefined;
  return typeof path === "string" ? path : undefined;
}

/** What a value is, in a message: never the value itself, which may be a secret. */
function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
