import type { Field, Operation } from "../../catalogue/operation.ts";
import { type FieldErrors, invalidChoice, makeFieldErrors, requiredMessage } from "../state/service-error.ts";
import { parseAddress } from "../values/blocks.ts";
import {
  apiName,
  isUuid,
  parseBoolean,
  parseMac,
  splitValues,
  withoutUndefined,
} from "../values/spellings.ts";
import type { AnonymousCall, Parameters } from "./call.ts";

export type FormReader = ReturnType<typeof openReader>;

interface ValueTypes {
  readonly text: string;
  readonly nonEmptyText: string;
  readonly integer: number;
  readonly boolean: boolean;
  readonly list: string[];
}
type ValueType = keyof ValueTypes;
type PresentFields<Types extends Readonly<Record<string, ValueType>>> = {
  [Name in keyof Types]?: ValueTypes[Types[Name]];
};

export interface FieldRule
  extends Pick<Field, "name" | "type" | "required" | "choices" | "min" | "max" | "alsoName"> {
  /** Adds to the catalogue's rule instead of replacing it. */
  readonly extendsRule?: true;
  readonly matches?: RegExp | ((value: string) => boolean);
  readonly message?: string | ((value: string) => string);
}

export const patternRule = (
  name: string,
  matches: NonNullable<FieldRule["matches"]>,
  message: NonNullable<FieldRule["message"]> = "Enter a valid value.",
): FieldRule => ({ name, type: "string", extendsRule: true, matches, message });

export const uuidRule = patternRule("uuid", isUuid, "Enter a valid UUID.");

/** Checks the query (GET, DELETE) or the form against the catalogue and `rules`. Callers check all other rules. */
export function readForm(call: AnonymousCall, rules: readonly FieldRule[] = []): FormReader {
  const errors = makeFieldErrors();
  const parameters = parametersOf(call);
  const rulesByName = new Map<string, FieldRule>();
  for (const rule of call.operation.fields ?? []) rulesByName.set(rule.name, rule);
  for (const rule of rules)
    rulesByName.set(rule.name, rule.extendsRule ? { ...rulesByName.get(rule.name), ...rule } : rule);
  const reader = openReader(parameters, errors);
  for (const rule of rulesByName.values()) checkRule(parameters, reader, rule);
  return reader;
}

export function readValidForm(call: AnonymousCall, rules?: readonly FieldRule[]): FormReader {
  const form = readForm(call, rules);
  form.throwErrors();
  return form;
}

const parametersOf = ({ operation, query, form }: AnonymousCall): Parameters =>
  operation.method === "GET" || operation.method === "DELETE" ? query : form;

function checkRule({ names, all }: Parameters, reader: FormReader, rule: FieldRule): void {
  const { name, type, choices, min, max, matches, message = "" } = rule;
  const isPresent = type === "list" ? reader.list(name).length > 0 : Boolean(reader.text(name));
  const isFile = all(name).length === 0 && names.includes(name);
  if (rule.required && !isPresent && !isFile) reader.addError(name, requiredMessage);
  if (type === "boolean" || type === "switch") reader.boolean(name);
  // If a field also accepts names, the caller looks its value up.
  if (type === "integer" && rule.alsoName !== true) {
    const number = reader.integer(name);
    if (number !== undefined && min !== undefined && number < min)
      reader.addError(name, `Ensure this value is greater than or equal to ${min}.`);
    if (number !== undefined && max !== undefined && number > max)
      reader.addError(name, `Ensure this value is less than or equal to ${max}.`);
  }
  const value = reader.text(name);
  if (value && choices?.includes(value) === false) reader.addError(name, invalidChoice(value, choices));
  if (!value || matches === undefined) return;
  const isMatch = typeof matches === "function" ? matches(value) : matches.test(value);
  if (!isMatch) reader.addError(name, typeof message === "string" ? message : message(value));
}

function openReader(parameters: Parameters, errors: FieldErrors) {
  const text = (name: string) => parameters.all(name).at(-1)?.trim();
  const fieldParser =
    <T>(parse: (value: string) => T | undefined, messageFor: (value: string) => string) =>
    (name: string): T | undefined => {
      const value = text(name);
      if (!value) return undefined;
      const result = parse(value);
      if (result === undefined) errors.addError(name, messageFor(value));
      return result;
    };
  const list = (name: string) => splitValues(parameters.all(name));
  const integer = fieldParser(parseInteger, () => "Enter a whole number.");
  const boolean = fieldParser(parseBoolean, (value) => `'${value}' is not a boolean: use true or false.`);
  return {
    ...errors,
    has: parameters.has,
    text,
    required(name: string): string {
      const value = text(name) ?? "";
      if (value === "") errors.addError(name, requiredMessage);
      return value;
    },
    list,
    integer,
    boolean,
    address: fieldParser(
      (value) => parseAddress(value)?.text,
      () => "Enter a valid IPv4 or IPv6 address.",
    ),
    mac: fieldParser(parseMac, (value) => `'${value}' is not a valid MAC address.`),
    reference: <T>(name: string, find: (value: string) => T | undefined): T | null | undefined =>
      text(name) === "" ? null : fieldParser(find, invalidChoice)(name),
    values<Types extends Readonly<Record<string, ValueType>>>(types: Types): PresentFields<Types> {
      const nonEmptyText = (name: string) => text(name) || undefined;
      const listIfPresent = (name: string) => (parameters.has(name) ? list(name) : undefined);
      const readers = { text, nonEmptyText, integer, boolean, list: listIfPresent };
      const fields = Object.entries(types).map(([name, type]) => [name, readers[type](apiName(name))]);
      return withoutUndefined(Object.fromEntries(fields)) as PresentFields<Types>;
    },
  };
}

const parseInteger = (value: string): number | undefined =>
  /^[+-]?\d{1,15}$/.test(value) ? Number(value) : undefined;

/** Characters. Live services refuse longer values, except in fields with the types or names below. */
const maxLength = 64 * 1024;

const longTypes: readonly string[] = ["base64", "file"];
const longNames: readonly string[] = ["content", "user_data"];

export function checkLengths(
  { fields = [] }: Operation,
  { query, form }: { readonly query: Parameters; readonly form: Parameters },
): void {
  const errors = makeFieldErrors();
  const longFields = new Set([
    ...longNames,
    ...fields.flatMap(({ name, type }) => (longTypes.includes(type) ? [name] : [])),
  ]);
  for (const [name, values] of [...query.values, ...form.values]) {
    const length = Math.max(0, ...values.map((value) => value.length));
    if (length > maxLength && !longFields.has(name))
      errors.addError(name, `Ensure this value has at most ${maxLength} characters (it has ${length}).`);
  }
  errors.throwErrors();
}
