import type { Field, FieldType, Operation, ParameterLocation } from "../operation.ts";
import { plainWord } from "../statuses.ts";
import type { ArgumentSpec, CommandOption } from "./command-spec.ts";

/** An option that fills a field of the service. */
export type FieldOption = CommandOption & { readonly field: Field };

/** What a line gives an operation. */
export interface CommandSignature {
  /** In the order they are typed: the identifiers of the path, then the fields that are arguments. */
  readonly arguments: readonly ArgumentSpec[];
  /** Every other field. */
  readonly options: readonly FieldOption[];
}

/** Where a field travels: as it says, else the query of a GET or DELETE and the form of a POST or PUT. */
export function locationOf(field: Field, operation: Operation): ParameterLocation {
  return field.in ?? (operation.method === "GET" || operation.method === "DELETE" ? "query" : "form");
}

/** A field's name as an option's: `distro_series` -> `distro-series`. */
export function kebab(name: string): string {
  return name.replaceAll("_", "-");
}

/** True for a type that is a flag with a `--no-` form. */
export function isFlag(type: FieldType): boolean {
  return type === "boolean" || type === "switch";
}

/**
 * True where one command takes several identifiers: one identifier of a machine, device or node, and nothing
 * else typed but `name=value` pairs, which no identifier looks like.
 */
export function takesSeveral(operation: Operation): boolean {
  const [only, ...others] = operation.parameters ?? [];
  return (
    only?.kind !== undefined &&
    others.length === 0 &&
    !(operation.fields ?? []).some((field) => field.positional && field.type !== "map")
  );
}

/** The signature of one operation. */
export function signatureOf({ operation }: { readonly operation: Operation }): CommandSignature {
  const { parameters = [], fields = [] } = operation;
  const variadic = takesSeveral(operation);
  return {
    arguments: [
      ...parameters.map(({ name, help }): ArgumentSpec => ({ name, help, required: true, variadic })),
      ...fields.filter(({ positional }) => positional).map(argumentOf),
    ],
    options: fields.filter(({ positional }) => !positional).map(optionOf),
  };
}

/** The options of the operation that may follow this one, without those that this one has itself. */
export function followUpOptions({ followUp, fields = [] }: Operation): readonly FieldOption[] {
  if (followUp === undefined) return [];
  const own = new Set(fields.map(({ name }) => name));
  return (followUp.operation.fields ?? [])
    .filter(({ name }) => !own.has(name))
    .map((field) => ({
      ...optionOf(field),
      needs: [followUp.option],
      section: `Options of --${followUp.option}`,
    }));
}

const argumentOf = (field: Field): ArgumentSpec => ({
  name: field.type === "map" ? `${field.name}=value` : field.name,
  help: field.help,
  required: field.required === true,
  variadic: isRepeatable(field),
  field,
});

function optionOf(field: Field): FieldOption {
  const { help, required, choices, default: fallback } = field;
  return {
    name: field.flag ?? kebab(field.name),
    help,
    field,
    ...(isFlag(field.type) ? { negatable: true } : { value: valueName(field) }),
    ...(required ? { required } : {}),
    ...(isRepeatable(field) ? { repeatable: true } : {}),
    ...(choices === undefined ? {} : { choices }),
    ...(fallback === undefined ? {} : { default: fallback }),
  };
}

function valueName({ form, type }: Field): string {
  if (form !== undefined) return form.replace(/^<|>$/g, "");
  if (type === "map") return "name=value";
  return type === "list" ? "id" : type;
}

/** True where the option may be typed several times, a value each. */
export function isRepeatable(field: Field): boolean {
  return (
    field.repeatable === true ||
    field.alsoRepeatable === true ||
    field.type === "list" ||
    field.type === "map"
  );
}

/** A value as the field spells it: `failed_testing` for `Failed testing`. Any other stays as it stands. */
export function spelledAs(field: Field, text: string): string {
  const { choices, spellings = {} } = field;
  if (choices === undefined && field.spellings === undefined) return text;
  const word = plainWord(text);
  if (Object.hasOwn(spellings, word)) return spellings[word] ?? text;
  return choices?.find((choice) => plainWord(choice) === word) ?? text;
}
