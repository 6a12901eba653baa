import { isFlag } from "../../../catalogue/commands/command-signature.ts";
import { isAboutCommand, libraryText, memberName } from "../../../catalogue/commands/library-text.ts";
import { groupNames, loadGroup, type OperationEntry } from "../../../catalogue/index.ts";
import type { Field, Group, Operation } from "../../../catalogue/operation.ts";
import { fieldType, type ResultType, resultType, typeName } from "./result-type.ts";

export async function operationDeclarations(): Promise<string> {
  const groups = await Promise.all(groupNames.map(loadGroup));
  const parts = groups.flatMap((group) => [
    ...entriesOf(group)
      .filter(({ operation }) => hasFields(operation))
      .map(fieldsInterface),
    groupInterface(group),
  ]);
  const members = groups.map(({ name }) => `  readonly ${memberName(name)}: ${typeName(name)}Group;`);
  const resultTypes = resultNames(parts.join("\n"));
  return [
    `import type { ${resultTypes.join(", ")} } from "./results.js";`,
    'import type { CallOptions, Data, List, Scalar, WaitingCallOptions } from "./types.js";',
    "",
    "/** For an operation that takes no fields. */\nexport type NoFields = { readonly [field: string]: never };",
    "",
    ...parts,
    `/** The groups of operations. */\nexport interface Groups {\n${members.join("\n")}\n}`,
    "",
  ].join("\n");
}

const entriesOf = (group: Group): readonly OperationEntry[] =>
  Object.entries(group.operations).map(([id, operation]) => ({ id, group, operation }));

const hasFields = ({ fields = [], waiter }: Operation): boolean => fields.length > 0 || waiter !== undefined;

const fieldsName = ({ group, operation }: OperationEntry): string =>
  `${typeName(group.name)}${typeName(operation.verb)}Fields`;

function fieldsInterface(entry: OperationEntry): string {
  const { group, operation } = entry;
  const { fields = [], waiter } = operation;
  return [
    `/** The fields of \`${memberName(group.name)}.${memberName(operation.verb)}\`. */`,
    `export interface ${fieldsName(entry)} {`,
    ...fields.map((field) => fieldMember(operation, field)),
    ...(waiter === undefined
      ? []
      : [
          "  /** Waits until the operation has ended, and resolves with the final state. */\n  readonly wait?: boolean | undefined;",
        ]),
    "}\n",
  ].join("\n");
}

function fieldMember(operation: Operation, field: Field): string {
  const isRequired = field.required === true && field.default === undefined;
  const type = fieldType(field);
  return [
    comment("  ", [
      sentence(libraryText(operation, field.help)),
      ...(field.form === undefined ? [] : [`Form: ${field.form}.`]),
      ...boundsOf(field),
      ...(field.default === undefined ? [] : [`Default: ${field.default}.`]),
      ...(field.adminOnly === true ? ["For administrators only."] : []),
      ...(field.deprecated === undefined ? [] : [`@deprecated ${field.deprecated}`]),
    ]),
    `  readonly ${memberName(field.name)}${isRequired ? "" : "?"}: ${type}${isRequired ? "" : " | undefined"};`,
  ].join("\n");
}

function boundsOf({ min, max }: Field): readonly string[] {
  if (min === undefined && max === undefined) return [];
  if (max === undefined) return [`At least ${min}.`];
  return [min === undefined ? `At most ${max}.` : `From ${min} to ${max}.`];
}

function groupInterface(group: Group): string {
  const methods = entriesOf(group).flatMap(methodsOf);
  return [
    `/** The operations of \`${memberName(group.name)}\`. */`,
    `export interface ${typeName(group.name)}Group {`,
    ...methods,
    "}\n",
  ].join("\n");
}

function methodsOf(entry: OperationEntry): readonly string[] {
  const { operation } = entry;
  const result = resultType(entry);
  const waitResult = waitResultType(operation, result);
  const plain = signature(entry, "", promiseType(entry, result));
  if (waitResult === undefined) return [plain];
  return [signature(entry, " & { readonly wait: true }", `Promise<${waitResult}>`), plain];
}

/** The type of a waiting call's result, if it differs from that of the answer. */
function waitResultType({ waiter, parameters = [] }: Operation, { type }: ResultType): string | undefined {
  if (waiter === undefined) return undefined;
  const waitResult = waiter === "create" || parameters.length > 0 ? "Machine" : "readonly Machine[]";
  return waitResult === type ? undefined : waitResult;
}

function promiseType({ operation }: OperationEntry, { type, item }: ResultType): string {
  const isRead = operation.method === "GET" && item !== undefined;
  if (!isRead) return `Promise<${type}>`;
  return operation.rows === undefined ? `List<${item}>` : `List<${item}, ${type}>`;
}

function signature(entry: OperationEntry, extraType: string, result: string): string {
  const { operation } = entry;
  const { parameters = [], fields = [], waiter } = operation;
  const identifiers = parameters.map(({ name, type, alsoName, kind }) => {
    const isNumber = type === "integer" && alsoName !== true;
    return `${memberName(name)}: ${kind === undefined ? (isNumber ? "number" : "string | number") : "string"}`;
  });
  const isRequired =
    extraType !== "" || fields.some((field) => field.required && field.default === undefined);
  const type = hasFields(operation) ? fieldsName(entry) : "NoFields";
  const options = waiter === undefined ? "CallOptions" : "WaitingCallOptions";
  return [
    comment("  ", descriptionOf(entry)),
    `  ${memberName(operation.verb)}(${[
      ...identifiers,
      `fields${isRequired ? "" : "?"}: ${type}${extraType}`,
      `options?: ${options}`,
    ].join(", ")}): ${result};`,
  ].join("\n");
}

function descriptionOf(entry: OperationEntry): readonly string[] {
  const { operation } = entry;
  const { summary, notes = [], parameters = [], deprecated, method, path } = operation;
  return [
    sentence(summary),
    ...notes
      .filter((note) => !isAboutCommand(operation, note))
      .map((note) => sentence(libraryText(operation, note))),
    `Sends \`${method} ${path}\`.`,
    ...parameters.map(({ name, help }) => `@param ${memberName(name)} ${help}`),
    `@example ${callExample(entry)}`,
    ...(deprecated === undefined ? [] : [`@deprecated ${deprecated === true ? summary : deprecated}`]),
  ];
}

function sentence(text: string): string {
  const capitalized = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capitalized) ? capitalized : `${capitalized}.`;
}

function comment(indent: string, lines: readonly string[]): string {
  const safe = lines.map((line) => line.replaceAll("*/", "*\\/"));
  if (safe.length === 1) return `${indent}/** ${safe[0]} */`;
  return [`${indent}/**`, ...safe.map((line) => `${indent} * ${line}`), `${indent} */`].join("\n");
}

function resultNames(text: string): readonly string[] {
  const results = text.matchAll(/(?:Promise|List)<([^;]+)>;/g);
  const names = [...results].flatMap(([, type = ""]) => type.match(/\b[A-Z]\w+/g) ?? []);
  const others = new Set(["Readonly", "Record", "Uint8Array", "Scalar", "Promise", "List"]);
  return [...new Set(names)].filter((name) => !others.has(name)).sort();
}

export function callExample({ group, operation }: OperationEntry): string {
  const { example: values = {}, parameters = [], fields = [], waiter } = operation;
  const identifiers = parameters.map(({ name, kind, type }) => {
    const defaultValue =
      kind === undefined ? (type === "integer" ? "1" : name) : kind === "device" ? "printer-01" : "web-01";
    const value = values[name] ?? defaultValue;
    return type === "integer" && /^-?\d+$/.test(value) ? value : JSON.stringify(value);
  });
  const requiredFields = fields
    .filter((field) => values[field.name] !== undefined || (field.required && field.default === undefined))
    .map((field) => `${memberName(field.name)}: ${literalOf(field, values[field.name])}`);
  if (waiter !== undefined) requiredFields.push("wait: true");
  const names = [...parameters, ...fields].map(({ name }) => name);
  const otherMembers = Object.entries(values)
    .filter(([name]) => !names.includes(name))
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const words = [
    ...identifiers,
    ...(requiredFields.length > 0 || otherMembers.length > 0 ? [objectOf(requiredFields)] : []),
    ...(otherMembers.length > 0 ? [objectOf([`set: ${objectOf(otherMembers)}`])] : []),
  ];
  return `await svc.${memberName(group.name)}.${memberName(operation.verb)}(${words.join(", ")});`;
}

const objectOf = (members: readonly string[]): string =>
  members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;

function literalOf(field: Field, value: string | undefined): string {
  const isFromFile = value === undefined || value === "-" || value.startsWith("@");
  if (isFlag(field.type)) return String(value !== "false");
  if (field.type === "file") return `{ path: ${JSON.stringify(isFromFile ? "./file" : value)} }`;
  if (field.type === "base64") return `{ path: "./file" }`;
  if (field.type === "map") return mapOf(value ?? "role=web");
  if (field.type === "list") return `[${(value ?? field.name).split(",").map(quoted).join(", ")}]`;
  if (field.type === "integer" && /^-?\d+$/.test(value ?? "1")) return value ?? "1";
  return quoted(isFromFile ? (field.choices?.[0] ?? (field.type === "size" ? "1G" : field.name)) : value);
}

const quoted = (text: string): string => JSON.stringify(text);

function mapOf(pairs: string): string {
  const members = pairs.split(/[ ,]/).map((pair) => {
    const [name = "", value = ""] = pair.split("=", 2);
    return `${/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name)}: ${quoted(value)}`;
  });
  return objectOf(members);
}
