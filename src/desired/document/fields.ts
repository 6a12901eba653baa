import { isUtf8 } from "node:buffer";
import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isFlag, isRepeatable, normalizeValue, optionName } from "../../catalogue/commands/command-spec.ts";
import { holdsContent } from "../../catalogue/field.ts";
import type { Field, Operation, Rule } from "../../catalogue/operation.ts";
import type { Value, Values } from "../../client/http/call.ts";
import { brokenRules, checkTexts, isPrivateKey, type Wording } from "../../client/values/check.ts";
import { attempt } from "../../core/failure.ts";
import { isSecretName } from "../../core/secrets/names.ts";
import { choiceHint } from "../../core/text/word-lists.ts";
import type { FieldValue, Item, Place, Scalar, ValueOf } from "../item.ts";
import { creationOf, type LoadedKind, parameterNameIn } from "../kinds.ts";
import { normalBoolean } from "../normal-text.ts";
import { excerpt, type Problems } from "../problems.ts";
import { textsOf } from "../values.ts";
import type { FileContent } from "./sources.ts";
import { formName, type Node, type NodeOf, safeKey } from "./tree.ts";

export interface ReadContext {
  readonly problems: Problems;
  readonly files: ReadonlyMap<string, FileContent>;
  readonly env: Readonly<Record<string, string | undefined>>;
  conceal(secret: string): void;
  /** The number of values read so far, which is limited because a few aliases can repeat thousands of values. */
  readonly values: { count: number };
}

const maxValues = 2_000_000;

/** Messages never repeat a secret. */
export function readField(
  field: Field,
  node: Node,
  label: string,
  context: ReadContext,
): FieldValue | undefined {
  if (field.type === "map") return readMap(field, node, label, context);
  if (isRepeatable(field) || field.separator !== undefined) return readList(field, node, label, context);
  return readScalar(field, node, label, context);
}

export const isSecretField = ({ name, secret }: Pick<Field, "name" | "secret">): boolean =>
  secret === true || isSecretName(name);

function readList(
  field: Field,
  node: Node,
  label: string,
  context: ReadContext,
): ValueOf<"list"> | undefined {
  if (node.form === "map") return addProblem(node, `${label} takes a list, not a mapping`, context);
  const isNothing = node.form === "scalar" && node.type === "null";
  const items = isNothing ? [] : node.form === "list" ? node.items : splitText(field, node);
  return {
    form: "list",
    place: node.place,
    values: items.flatMap((item, index) => {
      const itemLabel = node.form === "list" ? `${label}[${index}]` : label;
      return readScalar(field, item, itemLabel, context) ?? [];
    }),
  };
}

function splitText({ separator }: Field, node: Node): readonly Node[] {
  if (separator === undefined || node.form !== "scalar") return [node];
  const words = node.text.split(separator).filter((word) => word !== "");
  return words.map((text) => ({ form: "scalar", place: node.place, text, type: "text" }));
}

function readMap(field: Field, node: Node, label: string, context: ReadContext): ValueOf<"map"> | undefined {
  const isNothing = node.form === "scalar" && node.type === "null";
  if (node.form !== "map" && !isNothing)
    return addProblem(node, `${label} takes a mapping of names to values, not ${formName(node)}`, context);
  const entries = node.form === "map" ? [...node.entries] : [];
  const values = entries.flatMap(([name, { value }]): [string, Scalar][] => {
    const secret = field.secret === true || isSecretName(name);
    const member: Field = { name, type: "string", help: "text", ...(secret && { secret }) };
    const memberValue = readScalar(member, value, `${label}.${safeKey(name)}`, context);
    return memberValue === undefined ? [] : [[name, memberValue]];
  });
  return { form: "map", place: node.place, values: new Map(values) };
}

function readScalar(field: Field, node: Node, label: string, context: ReadContext): Scalar | undefined {
  context.values.count += 1;
  const { place } = node;
  if (context.values.count > maxValues)
    context.problems.stop(place, `the sources contain more than ${maxValues} values`);
  switch (node.form) {
    case "scalar": {
      if (node.type === "boolean" && field.type === "integer" && !field.described)
        return addProblem(node, `${label} takes ${expectedForm(field)}, not ${formName(node)}`, context);
      const text = fieldText(field, node);
      const isHidden = isSecretField(field);
      if (isHidden && text !== "") context.conceal(text);
      return isValid(field, text, node, label, isHidden, context) ? { form: "text", place, text } : undefined;
    }
    case "file":
      return fileValue(field, node, label, context);
    case "bytes":
      if (takesBytes(field)) return { form: "file", place, bytes: node.bytes };
      return addProblem(node, `${label} takes ${expectedForm(field)}, not !!binary`, context);
    case "variable": {
      const variableText = Object.hasOwn(context.env, node.name) ? context.env[node.name] : undefined;
      // In CI a missing secret is often an empty variable, which must not clear a field.
      if (variableText === undefined || variableText === "")
        return { form: "variable", place, name: node.name, text: undefined };
      context.conceal(variableText);
      const text = isBooleanField(field)
        ? (normalBoolean(variableText) ?? variableText)
        : normalizeValue(field, variableText);
      if (!isValid(field, text, node, label, true, context)) return undefined;
      return { form: "variable", place, name: node.name, text };
    }
    case "list":
    case "map":
      return addProblem(node, `${label} takes ${expectedForm(field)}, not ${formName(node)}`, context);
  }
}

function fileValue(
  field: Field,
  node: NodeOf<"file">,
  label: string,
  context: ReadContext,
): Scalar | undefined {
  if (node.path.trim() === "") return undefined;
  const content = context.files.get(node.location) ?? { problem: "was not read" };
  if ("problem" in content)
    return addProblem(node, `${label}: ${excerpt(node.path)}: ${content.problem}`, context);
  const { place, path } = node;
  if (takesBytes(field)) return { form: "file", place, bytes: content.bytes };
  if (!isUtf8(content.bytes))
    return addProblem(node, `${label}: ${excerpt(path)}: is not text in UTF-8`, context);
  const fileText = content.bytes.toString("utf8");
  const text = field.verbatim ? fileText : fileText.replace(/\r?\n$/, "");
  if (isSecretField(field)) context.conceal(text);
  if (!isValid(field, text, node, label, true, context)) return undefined;
  return { form: "file", place, bytes: Buffer.from(text, "utf8") };
}

const takesBytes = ({ type }: Field): boolean => type === "file" || type === "base64";

function fieldText(field: Field, { text, type, integer }: NodeOf<"scalar">): string {
  if (type === "null") return "";
  if (isBooleanField(field)) return normalBoolean(text) ?? text;
  if (integer !== undefined && (field.type === "integer" || field.type === "size")) return integer;
  return normalizeValue(field, text);
}

const isBooleanField = ({ type, suggestions = [] }: Field): boolean =>
  isFlag(type) || (suggestions.includes("true") && suggestions.includes("false"));

function isValid(
  field: Field,
  text: string,
  node: Exclude<Node, NodeOf<"bytes">>,
  label: string,
  isHidden: boolean,
  { problems }: ReadContext,
): boolean {
  const quoted = isHidden || text !== excerpt(text) ? "the given value" : `'${text}'`;
  const messages: string[] = [];
  const mayBePath = node.form === "scalar" && (holdsContent(field) || takesBytes(field));
  if (field.secret !== true && !field.verbatim && !takesBytes(field) && isPrivateKey(text))
    messages.push(`${label}: this is a private key; give the public key`);
  else if (mayBePath && isFileName(text, node.place))
    messages.push(`${label}: '${excerpt(text)}' is a file: write !file ${excerpt(text)} for its content`);
  else if (isFlag(field.type) && text !== "true" && text !== "false")
    messages.push(`${label} takes true or false, not ${text === "" ? "nothing" : quoted}`);
  else if ((text !== "" || field.choices !== undefined) && !takesBytes(field)) {
    const suggestion = isHidden ? undefined : choiceHint(text, field.choices ?? []);
    const faults = field.described ? [] : checkTexts(field, [text], label, quoted === "the given value");
    messages.push(...faults.map((fault) => (suggestion === undefined ? fault : `${fault}; ${suggestion}`)));
  }
  for (const fault of messages) problems.add(node.place, fault);
  return messages.length === 0;
}

function isFileName(text: string, { file }: Place): boolean {
  if (text === "" || text.length > maxPathLength || /[\0\n]/.test(text)) return false;
  const path = resolve(file === "-" ? "." : dirname(file), text);
  return attempt(() => statSync(path).isFile()) ?? false;
}

/** In characters. A longer value is not a path. */
const maxPathLength = 4096;

function expectedForm(field: Field): string {
  if (isFlag(field.type)) return "true or false";
  if (field.type === "integer") return field.alsoName ? "a number or a name" : "a whole number";
  if (field.type === "size") return "a size such as 512M";
  if (takesBytes(field)) return "text or !file";
  return "text";
}

function addProblem(node: Node, text: string, { problems }: ReadContext): undefined {
  problems.add(node.place, text);
  return undefined;
}

/**
 * Adds a problem for each rule that the item breaks. Fields required for creation are checked later, since the object
 * may exist.
 */
export function addItemRuleProblems(kind: LoadedKind, item: Item, label: string, problems: Problems): void {
  const create = creationOf(kind, (field) => textsOf(kind, item, field)[0]);
  const { update } = kind.operations;
  const { field: selector = "" } = kind.spec.createVariants ?? {};
  const [value] = textsOf(kind, item, selector);
  for (const [name, { place }] of value === undefined ? [] : item.fields)
    if (![...kind.spec.key, selector].includes(name) && parameterNameIn(kind, create, name) === undefined)
      problems.add(place, `${label}.${name}: ${kind.name} of ${selector} ${value} do not have this field`);
  const problemsBefore = problems.count;
  // Both operations may have the same rule in different words.
  for (const operation of [create?.operation, update?.operation])
    if (operation !== undefined && problems.count === problemsBefore)
      addRuleProblems(
        operation,
        item.fields,
        { label, place: item.place, problems },
        ({ kind }) => kind !== "any",
      );
}

interface ProblemTarget {
  readonly label: string;
  readonly place: Place;
  readonly problems: Problems;
}

export function addRuleProblems(
  operation: Operation,
  fields: ReadonlyMap<string, FieldValue>,
  { label, place, problems }: ProblemTarget,
  isChecked: (rule: Rule) => boolean = () => true,
): void {
  if (operation.rules?.some(isChecked) !== true) return;
  const isHidden = ([name, value]: readonly [string, FieldValue]) =>
    value.form !== "text" || isSecretName(name);
  const hiddenNames = new Set([...fields].filter(isHidden).map(([name]) => name));
  for (const { rule } of brokenRules(operation, ruleValues(operation, fields), hiddenNames))
    if (isChecked(rule)) problems.add(place, `${label}: ${documentText(operation, rule.message)}`);
}

export const documentWording = (operation: Operation): Wording => ({
  field: ({ name }) => name,
  identifier: (name) => name,
  sentence: (text) => documentText(operation, text),
  override: "",
});

function documentText({ fields = [] }: Operation, text: string): string {
  return text
    .replace(/--(no-)?([a-z][a-z0-9-]*)/g, (_, no: string | undefined, flag: string) => {
      const field = fields.find((each) => flag === optionName(each));
      const name = field?.name ?? flag.replaceAll("-", "_");
      return no === undefined ? name : `${name}: false`;
    })
    .replace(/<([a-z_]+)>/g, "$1");
}

function ruleValues(operation: Operation, fields: ReadonlyMap<string, FieldValue>): Values {
  const typeOf = new Map((operation.fields ?? []).map((field) => [field.name, field.type]));
  return Object.fromEntries(
    [...fields].map(([name, value]): [string, Value] => {
      const words = wordsOf(value);
      const type = typeOf.get(name);
      return [name, type && isFlag(type) && typeof words === "string" ? words === "true" : words];
    }),
  );
}

function wordsOf(value: FieldValue): string | readonly string[] {
  switch (value.form) {
    case "text":
      return value.text;
    case "variable":
      return value.text ?? "given";
    case "file":
      return value.bytes.toString("utf8");
    case "list":
      return value.values.map((each) => String(wordsOf(each)));
    case "map":
      return [...value.values.keys()];
  }
}
