import type { OperationEntry } from "../api/index.ts";
import type { Field, FieldType, IdentifierKind, Operation, ParameterLocation } from "../api/operation.ts";
import { plainWord } from "../api/statuses.ts";

/** How an operation appears on the command line, for parser, help, completion and man pages. */
export interface CommandSignature {
  readonly id: string;
  readonly group: string;
  /** Group and verb. */
  readonly command: readonly [string, string];
  /** In the order they are typed. */
  readonly arguments: readonly ArgumentSignature[];
  readonly options: readonly OptionSignature[];
}

export interface ArgumentSignature {
  readonly name: string;
  readonly field: string;
  readonly in: ParameterLocation | "path";
  readonly type: FieldType;
  readonly required: boolean;
  readonly variadic: boolean;
  readonly help: string;
  readonly kind?: IdentifierKind;
  /** The field behind it, where it is not an identifier of the path. */
  readonly source?: Field;
}

export interface OptionSignature {
  /** `--distro-series`. */
  readonly flag: string;
  /** `--no-erase`, for booleans and switches. */
  readonly negation?: string;
  readonly field: string;
  readonly in: ParameterLocation;
  readonly type: FieldType;
  readonly required: boolean;
  readonly repeatable: boolean;
  readonly choices: readonly string[] | null;
  readonly default: string | null;
  readonly help: string;
  readonly source: Field;
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
export function signatureOf({ id, group, operation }: OperationEntry): CommandSignature {
  const fields = operation.fields ?? [];
  const variadicId = takesSeveral(operation);
  const identifiers = (operation.parameters ?? []).map(
    (parameter): ArgumentSignature => ({
      name: parameter.name,
      field: parameter.name,
      in: "path",
      type: parameter.type,
      required: true,
      variadic: variadicId,
      help: parameter.help,
      ...(parameter.kind === undefined ? {} : { kind: parameter.kind }),
    }),
  );
  const positionals = fields
    .filter((field) => field.positional)
    .map(
      (field): ArgumentSignature => ({
        name: field.type === "map" ? `${field.name}=value` : field.name,
        field: field.name,
        in: locationOf(field, operation),
        type: field.type,
        required: field.required === true,
        variadic: isRepeatable(field),
        help: field.help,
        source: field,
      }),
    );
  return {
    id,
    group: group.name,
    command: [group.name, operation.verb],
    arguments: [...identifiers, ...positionals],
    options: fields.filter((field) => !field.positional).map((field) => optionOf(field, operation)),
  };
}

/** The options of the operation that may follow this one, without those that this one has itself. */
export function followUpOptions(operation: Operation): readonly OptionSignature[] {
  const next = operation.followUp?.operation;
  if (next === undefined) return [];
  const own = new Set((operation.fields ?? []).map(({ name }) => name));
  return (next.fields ?? []).filter(({ name }) => !own.has(name)).map((field) => optionOf(field, next));
}

function optionOf(field: Field, operation: Operation): OptionSignature {
  const name = field.flag ?? kebab(field.name);
  return {
    flag: `--${name}`,
    ...(isFlag(field.type) ? { negation: `--no-${name}` } : {}),
    field: field.name,
    in: locationOf(field, operation),
    type: field.type,
    required: field.required === true,
    repeatable: isRepeatable(field),
    choices: field.choices ?? null,
    default: field.default ?? null,
    help: field.help,
    source: field,
  };
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
