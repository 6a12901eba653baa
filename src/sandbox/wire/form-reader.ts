import type { Field, Operation } from "../../catalogue/operation.ts";
import { type FieldErrors, invalidChoice, makeFieldErrors, requiredMessage } from "../state/domain-error.ts";
import { parseAddress } from "../values/blocks.ts";
import { defined, splitValues } from "../values/constraints.ts";
import { isUuid, parseBoolean, parseMac } from "../values/spellings.ts";
import type { OpenCall, Parameters } from "./call.ts";

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
  /**
   * The fields that were sent, read as the types say, by their names in camel case: `class_type` is `classType`.
   * `word` is a text that an empty value leaves as it is.
   */
  sent<Types extends Readonly<Record<string, ValueType>>>(types: Types): Sent<Types>;
}

interface ValueTypes {
  readonly text: string;
  readonly word: string;
  readonly integer: number;
  readonly boolean: boolean;
  readonly list: string[];
}
type ValueType = keyof ValueTypes;
type Sent<Types extends Readonly<Record<string, ValueType>>> = {
  [Name in keyof Types]?: ValueTypes[Types[Name]];
};

/** What a field's value must be, as the catalogue states it, and what else the service knows. */
export interface FieldRule
  extends Pick<Field, "name" | "type" | "required" | "choices" | "min" | "max" | "alsoName"> {
  /** Adds to what the catalogue states of the field; without it, the rule replaces that. */
  readonly adds?: true;
  /** Of a value that is not empty. */
  readonly matches?: RegExp | ((value: string) => boolean);
  /** Why a value that does not match is refused. */
  readonly message?: string | ((value: string) => string);
}

/** The rule of a text that must match. */
export const matching = (
  name: string,
  matches: NonNullable<FieldRule["matches"]>,
  message: NonNullable<FieldRule["message"]> = "Enter a valid value.",
): FieldRule => ({ name, type: "string", adds: true, matches, message });

export const uuidRule = matching("uuid", isUuid, "Enter a valid UUID.");

/**
 * Reads the query of a GET or DELETE, the form of any other call. What the catalogue states of the
 * operation's fields (type, required, choices, bounds) is checked here and nowhere else; `rules` replaces or
 * adds to it where the service knows more than the documents say. Rules between fields, and what depends on
 * the state, follow in the group.
 */
export function readForm(call: OpenCall, rules: readonly FieldRule[] = []): FormReader {
  const errors = makeFieldErrors();
  const sent = parametersOf(call);
  const ruleOf = new Map<string, FieldRule>();
  for (const rule of call.operation.fields ?? []) ruleOf.set(rule.name, rule);
  for (const rule of rules) ruleOf.set(rule.name, rule.adds ? { ...ruleOf.get(rule.name), ...rule } : rule);
  const checked = openReader(sent, sent.peek, errors);
  for (const rule of ruleOf.values()) checkRule(sent, checked, rule);
  return openReader(sent, sent.all, errors);
}

/** The fields of a call, refused where the catalogue or `rules` refuse one. */
export function checkedForm(call: OpenCall, rules?: readonly FieldRule[]): FormReader {
  const form = readForm(call, rules);
  form.check();
  return form;
}

/** The query of a GET or DELETE, the form of any other call. */
const parametersOf = ({ operation, query, form }: OpenCall): Parameters =>
  operation.method === "GET" || operation.method === "DELETE" ? query : form;

function checkRule({ names, peek }: Parameters, reader: FormReader, rule: FieldRule): void {
  const { name, type, choices, min, max, matches, message = "" } = rule;
  const isSent = type === "list" ? reader.list(name).length > 0 : Boolean(reader.text(name));
  const isFile = peek(name).length === 0 && names.includes(name);
  if (rule.required && !isSent && !isFile) reader.fail(name, requiredMessage);
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
  if (!value || matches === undefined) return;
  const isMatch = typeof matches === "function" ? matches(value) : matches.test(value);
  if (!isMatch) reader.fail(name, typeof message === "string" ? message : message(value));
}

function openReader(sent: Parameters, valuesOf: Parameters["all"], errors: FieldErrors): FormReader {
  const text = (name: string) => valuesOf(name).at(-1)?.trim();
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
  const list = (name: string) => splitValues(valuesOf(name));
  const integer = parsed(
    (value) => (/^[+-]?\d{1,15}$/.test(value) ? Number(value) : undefined),
    () => "Enter a whole number.",
  );
  const boolean = parsed(parseBoolean, (value) => `'${value}' is not a boolean: use true or false.`);
  const readers: { readonly [Type in ValueType]: (name: string) => ValueTypes[Type] | undefined } = {
    text,
    word: (name) => text(name) || undefined,
    integer,
    boolean,
    list: (name) => (sent.has(name) ? list(name) : undefined),
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
    list,
    integer,
    boolean,
    address: parsed(
      (value) => parseAddress(value)?.text,
      () => "Enter a valid IPv4 or IPv6 address.",
    ),
    mac: parsed(parseMac, (value) => `'${value}' is not a valid MAC address.`),
    reference: (name, find) => (text(name) === "" ? null : parsed(find, invalidChoice)(name)),
    sent: (types) =>
      defined(
        Object.fromEntries(
          Object.entries(types).map(([name, type]) => [
            name,
            readers[type](name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
          ]),
        ),
      ) as Sent<typeof types>,
  };
}

/** Of a value that is parsed: deployed services know none that is longer. */
const maxLength = 64 * 1024;

/** Fields whose content is kept as it is, and may be as long as a body. */
const longTypes: readonly string[] = ["base64", "file"];
const longNames: readonly string[] = ["content", "user_data"];

/** Refuses texts that are too long to be parsed, with a 400 that names the field. */
export function checkLengths(
  { fields = [] }: Operation,
  { query, form }: { readonly query: Parameters; readonly form: Parameters },
): void {
  const errors = makeFieldErrors();
  const long = new Set([
    ...longNames,
    ...fields.flatMap(({ name, type }) => (longTypes.includes(type) ? [name] : [])),
  ]);
  for (const [name, values] of [...query.values, ...form.values]) {
    const length = Math.max(0, ...values.map((value) => value.length));
    if (length > maxLength && !long.has(name))
      errors.fail(name, `Ensure this value has at most ${maxLength} characters (it has ${length}).`);
  }
  errors.check();
}
