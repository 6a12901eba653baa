import { isFlag, kebab } from "../../catalogue/commands/command-spec.ts";
import type { Field, FieldType, IdentifierKind, Method, PathParameter } from "../../catalogue/operation.ts";
import { isSecretName } from "../../core/secrets/names.ts";
import { type DocParameter, type DropListener, isPrototypeKey } from "./read.ts";
import { firstSentence, kebabWord, singular } from "./words.ts";

interface FieldSource {
  readonly op: string | undefined;
  readonly method: Method;
  readonly group: string;
  readonly identifiers: ReadonlySet<string>;
  readonly parameters: readonly DocParameter[];
  readonly reservedOptions: ReadonlySet<string>;
  /** Singular names of groups whose ids may be the value of a field. */
  readonly resources: ReadonlySet<string>;
  readonly drop: DropListener;
}

const maxFields = 150;
const maxHelpLength = 160;

export function fieldsOf(source: FieldSource): readonly Field[] {
  const { group, identifiers, parameters, drop } = source;
  const usedOptions = new Set(source.reservedOptions);
  const names = { inPath: identifiers, inForm: new Set(parameters.map(({ name }) => name)) };
  const fields: Field[] = [];
  for (const parameter of parameters.slice(0, maxFields)) {
    const { name } = parameter;
    const dropParameter = (reason: string) => drop({ subject: `parameter ${name.slice(0, 64)}`, reason });
    if (!/^[A-Za-z][\w-]{0,63}$/.test(name) || isPrototypeKey(name)) {
      dropParameter("it is not a valid field name");
      continue;
    }
    const field = withDistinctName(fieldOf(parameter, source), source, names);
    const optionName = kebab(field.name).toLowerCase();
    const groupWord = kebabWord(singular(group)).split("-").at(-1) ?? "";
    const flag = [optionName, `${groupWord}-${optionName}`, `field-${optionName}`].find((each) =>
      optionsFor(each, field).every((form) => !usedOptions.has(form)),
    );
    if (flag === undefined) {
      dropParameter("another option already has this name");
      continue;
    }
    for (const form of optionsFor(flag, field)) usedOptions.add(form);
    fields.push(flag === kebab(field.name) ? field : { ...field, flag });
  }
  return fields;
}

/** In descriptions, parameters of the path have the type URL. With another type, they are also form fields. */
export const isOnlyInPath = (
  { name, type }: DocParameter,
  method: Method,
  identifiers: ReadonlySet<string>,
): boolean =>
  identifiers.has(name) &&
  (method === "GET" || method === "DELETE" || type === "" || type === "url" || name === "system_id");

/** Renames a field that has the name of a path parameter: `link_id` of `unlink_subnet`, `new_name` of an update. */
function withDistinctName(
  field: Field,
  { op = "", method }: Pick<FieldSource, "op" | "method">,
  names: Readonly<Record<"inPath" | "inForm", ReadonlySet<string>>>,
): Field {
  if (!names.inPath.has(field.name)) return field;
  const [verb = "", ...object] = op.split("_");
  const objectName = object.join("_");
  const isNew = method === "PUT" || objectName === field.name || (objectName === "" && verb === "rename");
  const prefix = isNew ? "new" : /^un(?=link)/.test(verb) ? verb.slice(2) : objectName;
  const name =
    [`${prefix}_${field.name}`, `field_${field.name}`].find(
      (each) => prefix !== "" && !names.inPath.has(each) && !names.inForm.has(each),
    ) ?? `field_${field.name}`;
  const help = field.help.replace(/^(?:the )?(.)/i, (_, first: string) => first.toLowerCase());
  const hasDefaultHelp = help === wordsOf(field.name);
  return {
    ...field,
    name,
    sentAs: field.name,
    help: hasDefaultHelp ? wordsOf(name) : isNew && !/\bnew\b/.test(help) ? `new ${help}` : field.help,
  };
}

/** A boolean field also has the option `--no-x`. */
const optionsFor = (flag: string, { type }: Field): readonly string[] =>
  isFlag(type) ? [flag, `no-${flag}`] : [flag];

function fieldOf(
  parameter: DocParameter,
  { op, method, resources }: Pick<FieldSource, "op" | "method" | "resources">,
): Field {
  const { name, values, required } = parameter;
  const type = typeOf(parameter);
  const kind = type === "string" ? kindOf(parameter, op) : undefined;
  const isBoolean = isFlag(type);
  const fallback = isBoolean ? parameter.default?.toLowerCase() : parameter.default;
  return {
    name,
    type,
    help: firstSentence(parameter.text).slice(0, maxHelpLength) || wordsOf(name),
    ...(required && { required }),
    ...(kind && { kind }),
    ...((type === "string" || type === "integer") && repetition(parameter, method, kind, op)),
    ...(type === "integer" && isIdentifier(name, resources) && { alsoName: true }),
    ...(values.length > 0 && !isBoolean && { suggestions: values }),
    // A required field has no default here, because svc would send it.
    ...(fallback === undefined || fallback === "" || required ? {} : { default: fallback }),
    ...(isSecretName(name) ? { secret: true } : {}),
    described: true,
  };
}

/** True if the field is the id of a resource, such as `pool`. Services also accept the resource's name. */
function isIdentifier(name: string, resources: ReadonlySet<string>): boolean {
  const word = kebabWord(singular(name));
  return word.length > 2 && [...resources].some((resource) => resource.endsWith(word));
}

const types: Readonly<Record<string, FieldType>> = {
  int: "integer",
  integer: "integer",
  bool: "boolean",
  boolean: "boolean",
  file: "file",
};

/** The text may show that the type is wrong: `('0' == False, '1' == True)`, or values that are not numbers. */
function typeOf({ type, text, values, default: fallback }: DocParameter): FieldType {
  const documentedType = Object.hasOwn(types, type) ? (types[type] ?? "string") : "string";
  if (documentedType !== "integer" && documentedType !== "boolean") return documentedType;
  if (/\b0\W{1,6}(?:is |means )?false\b/i.test(text) && /\b1\W{1,6}(?:is |means )?true\b/i.test(text))
    return "switch";
  const areNumbers = [...values, fallback ?? "0"].every((each) => /^-?\d+$/.test(each));
  return documentedType === "integer" && !areNumbers ? "string" : documentedType;
}

/** A plural or a filter may be given several times. Commas in its values do not split them. */
function repetition(
  { name, text }: DocParameter,
  method: Method,
  kind: IdentifierKind | undefined,
  op: string | undefined,
): Partial<Field> {
  const isPlural = singular(name) !== name;
  const isJoined = /\b(?:comma|space)[- ](?:separated|delimited)/i.test(text);
  const takesSeveralNodes = kind !== undefined && (isPlural || kindFromOperation(name, op) !== undefined);
  const allowsSeveral =
    /\b(?:multiple|several|more than once|one or more|repeated)\b|\blists? of\b|\(s\)|\bids\b/i.test(text);
  if (!isJoined && (takesSeveralNodes || allowsSeveral)) return { repeatable: true };
  return isPlural || method === "GET" ? { alsoRepeatable: true, holdsCommas: true } : {};
}

function kindOf({ name, text }: DocParameter, op: string | undefined): IdentifierKind | undefined {
  const byName = nodeKind(singular(name)) ?? (name === "system_id" ? "node" : undefined);
  return byName ?? kindFromOperation(name, op) ?? (/\bsystem[ _]ids?\b/i.test(text) ? "node" : undefined);
}

/** The fields `add` and `remove` of operations such as `update_nodes` take nodes. */
function kindFromOperation(name: string, op: string | undefined): IdentifierKind | undefined {
  const [, kinds] = /_(nodes|machines|devices)$/.exec(op ?? "") ?? [];
  return kinds !== undefined && /^(?:add|remove)$/.test(name) ? nodeKind(singular(kinds)) : undefined;
}

const nodeKind = (word: string): IdentifierKind | undefined =>
  word === "node" || word === "machine" || word === "device" ? word : undefined;

export function pathParameters(
  path: string,
  documented: readonly DocParameter[],
): readonly PathParameter[] | undefined {
  const segments = path.split("/");
  const parameters = segments.flatMap((segment, index): readonly PathParameter[] => {
    const [, name] = /^\{(\w+)\}$/.exec(segment) ?? [];
    if (name === undefined) return [];
    const owner = singular(kebabWord(segments[index - 1] ?? ""));
    const kind = name === "system_id" ? nodeKind(owner) : undefined;
    const text = firstSentence(documented.find((each) => each.name === name)?.text ?? "");
    return [
      {
        name,
        type: "string",
        help:
          kind === undefined
            ? text.slice(0, maxHelpLength) || `${wordsOf(name)} of the ${owner.replaceAll("-", " ")}`
            : `${kind}: system_id, hostname, FQDN or MAC address`,
        ...(kind === undefined ? {} : { kind }),
      },
    ];
  });
  return parameters.length === 0 ? undefined : parameters;
}

const wordsOf = (name: string): string => name.replaceAll(/[_-]+/g, " ").trim();
