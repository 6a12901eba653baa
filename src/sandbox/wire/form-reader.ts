import type { Field } from "../../api/operation.ts";
import { type FieldErrors, invalidChoice, makeFieldErrors, requiredMessage } from "../state/domain-error.ts";
import { parseAddress } from "../values/blocks.ts";
import { parseBoolean } from "../values/booleans.ts";
import { splitValues } from "../values/constraints.ts";
import { parseMac } from "../values/mac.ts";
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
}

/** What a field's value must be, as the catalogue states it. */
export type FieldRule = Pick<Field, "name" | "type" | "required" | "choices" | "min" | "max">;

/**
 * Reads the query and the form of a call. What the catalogue states of the operation's fields (type,
 * required, choices, bounds) is checked here and nowhere else; `rules` replaces or adds to it where the
 * service knows more than the documents say. Rules between fields, and what depends on the state, follow
 * in the group.
 */
export function readForm(call: OpenCall, rules: readonly FieldRule[] = []): FormReader {
  const { query, form } = call;
  const { fail, check } = makeFieldErrors();
  const known = new Map<string, unknown>();
  const has = (name: string) => form.has(name) || query.has(name);
  const text = (name: string) => (form.get(name) ?? query.get(name))?.trim();
  const required = (name: string) => {
    const value = text(name) ?? "";
    if (value === "") fail(name, requiredMessage);
    return value;
  };
  const list = (name: string) => splitValues([...query.all(name), ...form.all(name)]);

  /** Parses a value once; an empty one counts as absent. */
  const parsed = <T>(kind: string, name: string, parse: (value: string) => T | undefined): T | undefined => {
    const key = `${kind} ${name}`;
    const value = text(name);
    if (!known.has(key)) known.set(key, value ? parse(value) : undefined);
    return known.get(key) as T | undefined;
  };
  const integer = (name: string, { min, max }: Partial<FieldRule> = {}) =>
    parsed("integer", name, (value) => {
      const number = /^[+-]?\d{1,15}$/.test(value) ? Number(value) : undefined;
      if (number === undefined) fail(name, "Enter a whole number.");
      else if (min !== undefined && number < min)
        fail(name, `Ensure this value is greater than or equal to ${min}.`);
      else if (max !== undefined && number > max)
        fail(name, `Ensure this value is less than or equal to ${max}.`);
      return number;
    });
  const boolean = (name: string) =>
    parsed("boolean", name, (value) => {
      const truth = parseBoolean(value);
      if (truth === undefined) fail(name, `'${value}' is not a boolean: use true or false.`);
      return truth;
    });

  const ruleOf = new Map<string, FieldRule>();
  for (const rule of [...(call.operation.fields ?? []), ...rules]) ruleOf.set(rule.name, rule);
  for (const rule of ruleOf.values()) {
    const { name, type, choices } = rule;
    if (rule.required && list(name).length === 0 && form.file(name) === undefined)
      fail(name, requiredMessage);
    if (type === "integer") integer(name, rule);
    else if (type === "switch") integer(name, { min: 0, max: 1 });
    else if (type === "boolean") boolean(name);
    const value = text(name);
    if (value && choices?.includes(value) === false) fail(name, invalidChoice(value, choices));
  }

  return {
    has,
    text,
    required,
    list,
    integer,
    boolean,
    address: (name) =>
      parsed("address", name, (value) => {
        const address = parseAddress(value);
        if (address === undefined) fail(name, "Enter a valid IPv4 or IPv6 address.");
        return address?.text;
      }),
    mac: (name) =>
      parsed("mac", name, (value) => {
        const mac = parseMac(value);
        if (mac === undefined) fail(name, `'${value}' is not a valid MAC address.`);
        return mac;
      }),
    fail,
    check,
  };
}
