import type { Field } from "../../catalogue/operation.ts";
import { type FieldErrors, invalidChoice, makeFieldErrors, requiredMessage } from "../state/domain-error.ts";
import { parseAddress } from "../values/blocks.ts";
import { splitValues } from "../values/constraints.ts";
import { parseBoolean, parseMac } from "../values/spellings.ts";
import type { OpenCall } from "./call.ts";

/** The fields of a call. Every wrong one is collected, and all of them are refused together by `check`. */
export interface FormReader extends FieldErrors {
  /** Whether the field was sent, even empty. */
  has(name: string): boolean;
  /** The value without surrounding space; undefined where the field was not sent. */
  text(name: string): string | undefined;
  /** As `text`, and refused where absent or empty. */
  required(name: string): string;
  /** The values of a list, also those that commas separate in one. */
  list(name: string): readonly string[];
  /** These, and the following, are undefined where the field is absent, empty or wrong. */
  integer(name: string): number | undefined;
  boolean(name: string): boolean | undefined;
  /** An address in its canonical spelling. */
  address(name: string): string | undefined;
  mac(name: string): string | undefined;
  /**
   * What the field names, as `find` finds it: an invalid choice where that finds nothing. Null where the field
   * is empty, undefined where it was not sent or is refused.
   */
  reference<T>(name: string, find: (value: string) => T | undefined): T | null | undefined;
}

/** What a field's value must be, as the catalogue states it. */
export type FieldRule = Pick<Field, "name" | "type" | "required" | "choices" | "min" | "max" | "alsoName">;

/**
 * Reads the query of a GET or DELETE, the form of any other call. What the catalogue states of the
 * operation's fields (type, required, choices, bounds) is checked here and nowhere else; `rules` replaces or
 * adds to it where the service knows more than the documents say. Rules between fields, and what depends on
 * the state, follow in the group.
 */
export function readForm(call: OpenCall, rules: readonly FieldRule[] = []): FormReader {
  const reader = openReader(call);
  const ruleOf = new Map<string, FieldRule>();
  for (const rule of [...(call.operation.fields ?? []), ...rules]) ruleOf.set(rule.name, rule);
  for (const rule of ruleOf.values()) checkRule(call, reader, rule);
  return reader;
}

function checkRule({ form }: OpenCall, reader: FormReader, rule: FieldRule): void {
  const { name, type, choices, min, max } = rule;
  const isSent = type === "list" ? reader.list(name).length > 0 : Boolean(reader.text(name));
  if (rule.required && !isSent && form.file(name) === undefined) reader.fail(name, requiredMessage);
  if (type === "boolean" || type === "switch") reader.boolean(name);
  // What a name may stand for is looked up by the group, and refused there.
  if (type === "integer" && rule.alsoName !== true) {
    const number = reader.integer(name);
    if (number !== undefined && min !== undefined && number < min)
      reader.fail(name, `Ensure this value is greater than or equal to ${min}.`);
    if (number !== undefined && max !== undefined && number > max)
      reader.fail(name, `Ensure this value is less than or equal to ${max}.`);
  }
  const value = reader.text(name);
  if (value && choices?.includes(value) === false) reader.fail(name, invalidChoice(value, choices));
}

function openReader({ operation, query, form }: OpenCall): FormReader {
  const errors = makeFieldErrors();
  const sent = operation.method === "GET" || operation.method === "DELETE" ? query : form;
  const text = (name: string) => sent.get(name)?.trim();
  /** Parses a value; an empty one counts as absent. */
  const parsed =
    <T>(parse: (value: string) => T | undefined, wrong: (value: string) => string) =>
    (name: string): T | undefined => {
      const value = text(name);
      if (!value) return undefined;
      const result = parse(value);
      if (result === undefined) errors.fail(name, wrong(value));
      return result;
    };
  return {
    ...errors,
    has: sent.has,
    text,
    required(name) {
      const value = text(name) ?? "";
      if (value === "") errors.fail(name, requiredMessage);
      return value;
    },
    list: (name) => splitValues(sent.all(name)),
    integer: parsed(
      (value) => (/^[+-]?\d{1,15}$/.test(value) ? Number(value) : undefined),
      () => "Enter a whole number.",
    ),
    boolean: parsed(parseBoolean, (value) => `'${value}' is not a boolean: use true or false.`),
    address: parsed(
      (value) => parseAddress(value)?.text,
      () => "Enter a valid IPv4 or IPv6 address.",
    ),
    mac: parsed(parseMac, (value) => `'${value}' is not a valid MAC address.`),
    reference: (name, find) => (text(name) === "" ? null : parsed(find, invalidChoice)(name)),
  };
}
