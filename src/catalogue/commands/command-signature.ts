import type { Field, FieldType, Operation, ParameterLocation } from "../operation.ts";
import { plainWord } from "../statuses.ts";
import type { ArgumentSpec, CommandOption } from "./command-spec.ts";

export type FieldOption = CommandOption & { readonly field: Field };

export interface CommandSignature {
  /** In the order of the command line: first the identifiers in the path, then the positional fields. */
  readonly arguments: readonly ArgumentSpec[];
  readonly options: readonly FieldOption[];
}

/** The documented place; by default the query of a GET or DELETE, and the form of a POST or PUT. */
export const locationOf = (field: Field, operation: Operation): ParameterLocation =>
  field.in ?? (operation.method === "GET" || operation.method === "DELETE" ? "query" : "form");

export const kebab = (name: string): string => name.replaceAll("_", "-");

export const isFlag = (type: FieldType): boolean => type === "boolean" || type === "switch";

export function parseFlagValue(word: string): boolean | undefined {
  if (/^(?:true|1)$/i.test(word)) return true;
  return /^(?:false|0)$/i.test(word) ? false : undefined;
}

/** True if a command takes several identifiers: its path has one node, and only `name=value` pairs may follow. */
export function takesSeveralIds(operation: Operation): boolean {
  const [parameter, ...others] = operation.parameters ?? [];
  return (
    parameter?.kind !== undefined &&
    others.length === 0 &&
    !(operation.fields ?? []).some((field) => field.positional && field.type !== "map")
  );
}

export function signatureOf({ operation }: { readonly operation: Operation }): CommandSignature {
  const { parameters = [], fields = [] } = operation;
  const variadic = takesSeveralIds(operation);
  return {
    arguments: [
      ...parameters.map(({ name, help }): ArgumentSpec => ({ name, help, required: true, variadic })),
      ...fields.filter(({ positional }) => positional).map(argumentOf),
    ],
    options: fields.filter(({ positional }) => !positional).map(optionOf),
  };
}

export function followUpOptions({ followUp, fields = [] }: Operation): readonly FieldOption[] {
  if (followUp === undefined) return [];
  const fieldNames = new Set(fields.map(({ name }) => name));
  return (followUp.operation.fields ?? [])
    .filter(({ name }) => !fieldNames.has(name))
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

export const optionName = ({ flag, name }: Pick<Field, "flag" | "name">): string => flag ?? kebab(name);

function optionOf(field: Field): FieldOption {
  const { help, required, choices, default: fallback } = field;
  return {
    name: optionName(field),
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

export function isRepeatable(field: Field): boolean {
  return (
    field.repeatable === true ||
    field.alsoRepeatable === true ||
    field.type === "list" ||
    field.type === "map"
  );
}

const mebibytesByUnit: Readonly<Record<string, number>> = { m: 1, g: 1024, t: 1024 ** 2 };

/** Converts a size with a unit (`64GB`, `64 GiB`, `1.5T`) to whole MiB; returns any other text unchanged. */
function toMebibytes(text: string): string {
  const [, digits = "", unit = ""] = /^(\d{1,9}(?:\.\d{1,3})?) ?([MGT])(?:i?B)?$/i.exec(text.trim()) ?? [];
  return digits === ""
    ? text
    : String(Math.ceil(Number(digits) * (mebibytesByUnit[unit.toLowerCase()] ?? 1)));
}

/** Converts `64GiB` and `1.5T` to bytes. `5G` is unchanged, because services accept it. */
function toBytes(text: string): string {
  const [, digits = "", unit = "", binary = ""] =
    /^(\d{1,15}(?:\.\d{1,9})?) ?(?:([KMGT])(i(?=B))?)?B?$/i.exec(text.trim()) ?? [];
  if (binary === "" && !digits.includes(".")) return digits === "" ? text : digits + unit.toUpperCase();
  const power = unit === "" ? 0 : "KMGT".indexOf(unit.toUpperCase()) + 1;
  return String(Math.round(Number(digits) * (binary === "" ? 1000 : 1024) ** power));
}

/** Returns the value as the service spells it: `failed_testing` for `Failed testing`. Other text is unchanged. */
export function normalizeValue(field: Field, text: string): string {
  const { choices, spellings = {} } = field;
  if (field.unit === "MiB") return toMebibytes(text);
  if (field.unit === "bytes") return toBytes(text);
  if (choices === undefined && field.spellings === undefined) return text;
  const word = plainWord(text);
  if (Object.hasOwn(spellings, word)) return spellings[word] ?? text;
  return choices?.find((choice) => plainWord(choice) === word) ?? text;
}
