import type { CommandTheme } from "../index.ts";
import type { KindId } from "../named.ts";
import type { Field, FieldType, Operation, ParameterLocation, VerbTheme } from "../operation.ts";
import type { OptionSpec, Suggestions } from "../option-spec.ts";
import { plainWord, type StatusValue } from "../statuses.ts";
import type { GlobalOptionName } from "./options.ts";

export type NamedSource = KindId | "series" | "profiles" | "aliases" | "where";

export interface ArgumentSpec {
  readonly name: string;
  readonly help: string;
  readonly required?: boolean;
  readonly variadic?: boolean;
  readonly choices?: readonly string[];
  readonly suggestions?: Suggestions;
  readonly nameOf?: NamedSource | "groups";
  /** The statuses in which the command works on machines. Completion offers such machines first. */
  readonly allowedStatuses?: readonly StatusValue[];
  /** The field that gets the value; undefined if it becomes part of the path. */
  readonly field?: Field;
}

/**
 * How a command runs at several sites. `read`: at each, and the output is joined. `lines`: at each, and its lines
 * begin with the site's name. `change`: at each, after all are ready and the user has answered one question.
 * `first`: at one after the other until one succeeds. `local`: sends no request, so that the profile does not matter,
 * which is implied for commands that refuse `--url`.
 */
export type SiteForm = "read" | "lines" | "change" | "first" | "local";

export interface CommandOption extends OptionSpec {
  readonly field?: Field;
  readonly negatable?: boolean;
  readonly section?: string;
}

/** Describes a command to the parser, help, completion and man pages. */
export interface CommandSpec {
  readonly command: readonly string[];
  readonly summary: string;
  readonly theme?: CommandTheme | VerbTheme;
  readonly arguments?: readonly ArgumentSpec[];
  readonly options?: readonly CommandOption[];
  readonly notes?: readonly string[];
  /** Headers for `--columns` and `--sort`. `*` marks those of `-o wide`, `+` those that only `--columns` shows. */
  readonly columns?: readonly string[];
  /** Global options that the command refuses because they would have no effect. It may reuse their short forms. */
  readonly refusedGlobals?: readonly GlobalOptionName[];
  /** Global options that have an effect only together with an option of the command. */
  readonly dependentGlobals?: { readonly option: string; readonly names: readonly GlobalOptionName[] };
  /** How the command runs at several sites, or why it does not. */
  readonly sites?: SiteForm | { readonly refused: string };
  /** True if the command always changes something, so that a read-only profile refuses it before any request. */
  readonly changes?: true;
  /** True if the command reports invalid settings in the environment, where other commands fail. */
  readonly reportsSettings?: true;
  /** The words after `--`, if they are not further arguments. */
  readonly remainder?: { readonly name: string; readonly help: string };
  /** True if all words after these arguments belong to another program (`svc sandbox exec -- command...`). */
  readonly passesThrough?: true;
  /** True if an argument is a complete svc command line in quotes, which may begin with a dash. */
  readonly takesLine?: true;
  /** The hint if there are too many words, or with `takesLine` an unknown option. */
  readonly extraWordsHint?: string;
  readonly example?: string;
  readonly preparation?: string | undefined;
}

export type FieldOption = CommandOption & { readonly field: Field };

export interface CommandSignature {
  /** In the order of the command line: first the identifiers in the path, then the positional fields. */
  readonly arguments: readonly ArgumentSpec[];
  readonly options: readonly FieldOption[];
}

/** The documented location; by default the query of a GET or DELETE, and the form of a POST or PUT. */
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
