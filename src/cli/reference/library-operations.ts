import { isFlag, isRepeatable } from "../../catalogue/commands/command-spec.ts";
import { isAboutCommand, libraryText, memberName } from "../../catalogue/commands/library-text.ts";
import type { Group } from "../../catalogue/group.ts";
import { entriesOf, groupNames, loadGroup, type OperationEntry } from "../../catalogue/index.ts";
import type { Field, Operation } from "../../catalogue/operation.ts";
import { exampleIdentifiers, unlistedExamples } from "../tree/operation-spec.ts";

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
    comment([
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
  const plainSignature = signature(entry, "", promiseType(entry, result));
  if (waitResult === undefined) return [plainSignature];
  return [signature(entry, " & { readonly wait: true }", `Promise<${waitResult}>`), plainSignature];
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
    comment(descriptionOf(entry)),
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

function comment(lines: readonly string[]): string {
  const safeLines = lines.map((line) => line.replaceAll("*/", "*\\/"));
  if (safeLines.length === 1) return `  /** ${safeLines[0]} */`;
  return ["  /**", ...safeLines.map((line) => `   * ${line}`), "   */"].join("\n");
}

function resultNames(text: string): readonly string[] {
  const results = text.matchAll(/(?:Promise|List)<([^;]+)>;/g);
  const names = [...results].flatMap(([, type = ""]) => type.match(/\b[A-Z]\w+/g) ?? []);
  const builtinTypes = new Set(["Readonly", "Record", "Uint8Array", "Scalar", "Promise", "List"]);
  return [...new Set(names)].filter((name) => !builtinTypes.has(name)).sort();
}

function callExample({ group, operation }: OperationEntry): string {
  const { example: values = {}, parameters = [], fields = [], waiter } = operation;
  const identifiers = exampleIdentifiers(operation).map((value, at) =>
    parameters[at]?.type === "integer" && /^-?\d+$/.test(value) ? value : quoted(value),
  );
  const requiredFields = fields
    .filter((field) => values[field.name] !== undefined || (field.required && field.default === undefined))
    .map((field) => `${memberName(field.name)}: ${literalOf(field, values[field.name])}`);
  if (waiter !== undefined) requiredFields.push("wait: true");
  const otherMembers = unlistedExamples(operation).map(([name, value]) => `${name}: ${quoted(value)}`);
  const argumentTexts = [
    ...identifiers,
    ...(requiredFields.length > 0 || otherMembers.length > 0 ? [objectLiteral(requiredFields)] : []),
    ...(otherMembers.length > 0 ? [objectLiteral([`set: ${objectLiteral(otherMembers)}`])] : []),
  ];
  return `await svc.${memberName(group.name)}.${memberName(operation.verb)}(${argumentTexts.join(", ")});`;
}

const objectLiteral = (members: readonly string[]): string =>
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
  return objectLiteral(members);
}

/** Types whose names are not the name of their group in the singular. */
const irregularTypes: Readonly<Record<string, string>> = {
  sshkeys: "SshKey",
  sslkeys: "SslKey",
  "dnsresource-records": "DnsResourceRecord",
  dnsresources: "DnsResource",
  files: "StoredFile",
  ipaddresses: "IpAddress",
  ipranges: "IpRange",
  resourcepools: "ResourcePool",
  results: "ScriptRun",
  "package-repositories": "PackageRepository",
  rackcontrollers: "RackController",
  regioncontrollers: "Controller",
  pods: "VmHost",
  config: "unknown",
  version: "unknown",
};

export function typeName(name: string): string {
  const member = memberName(name);
  return member.charAt(0).toUpperCase() + member.slice(1);
}

/** Types of answers that are neither the group's object nor a list of it; `[]` marks a list. */
const irregularResults: Readonly<Record<string, string>> = {
  "machines.accept": "Machine[]",
  "machines.accept_all": "Machine[]",
  "machines.list_allocated": "Machine[]",
  "machines.release": "string[]",
  "machines.power_parameters": "Readonly<Record<string, JsonObject>>",
  "machine.get_curtin_config": "unknown",
  "machine.get_token": "JsonObject | null",
  "machine.power_parameters": "JsonObject",
  "machine.query_power_state": "PowerStateAnswer",
  "device.power_parameters": "JsonObject",
  "node.power_parameters": "JsonObject",
  "account.create_authorisation_token": "CreatedToken",
  "ssh-keys.import": "SshKey[]",
  "discovery.by_unknown_ip": "Discovery[]",
  "discovery.by_unknown_mac": "Discovery[]",
  "discovery.by_unknown_ip_and_mac": "Discovery[]",
  "discovery.scan": "JsonObject",
  "events.query": "EventPage",
  "files.create": "CreatedFile",
  "file.read": "StoredFile | Uint8Array",
  "files.get": "StoredFile | Uint8Array",
  "files.get_by_key": "StoredFile | Uint8Array",
  "commissioning-script.read": "CommissioningScript | Uint8Array",
  "network.list_connected_macs": "JsonObject[]",
  "script.download": "Uint8Array",
  "result.download": "Uint8Array",
  "volume-group.create_logical_volume": "LogicalVolume",
  "subnet.ip_addresses": "SubnetAddress[]",
  "subnet.reserved_ip_ranges": "SubnetRange[]",
  "subnet.statistics": "SubnetStatistics",
  "subnet.unreserved_ip_ranges": "SubnetRange[]",
  "rack-controllers.describe_power_types": "PowerTypeDescription[]",
  "rack-controllers.power_parameters": "Readonly<Record<string, JsonObject>>",
  "rack-controller.list_boot_images": "RackImages",
  "rack-controller.power_parameters": "JsonObject",
  "rack-controller.query_power_state": "PowerStateAnswer",
  "region-controller.power_parameters": "JsonObject",
  "vm-host.compose": "ComposedMachine",
  "vm-host.parameters": "JsonObject",
  "pod.compose": "ComposedMachine",
  "pod.parameters": "JsonObject",
  "tag.machines": "Machine[]",
  "tag.nodes": "Node[]",
  "tag.devices": "Device[]",
  "tag.rack_controllers": "Node[]",
  "tag.region_controllers": "Node[]",
  "tag.rebuild": "JsonObject",
  "tag.update_nodes": "TagChanges",
};

export interface ResultType {
  readonly type: string;
  readonly item?: string;
}

export function resultType({ id, group, operation }: OperationEntry): ResultType {
  if (operation.result === "none") return { type: "void" };
  if (operation.result === "text") return { type: "Scalar" };
  if (operation.result === "bson") return { type: "JsonObject" };
  const objectType = irregularTypes[group.name] ?? typeName(group.name).replace(/s$/, "");
  const type = irregularResults[id] ?? `${objectType}${operation.verb === "list" ? "[]" : ""}`;
  if (operation.rows !== undefined) return { type, item: type === "EventPage" ? "Event" : "ScriptResult" };
  return type.endsWith("[]") ? { type: `readonly ${type}`, item: type.slice(0, -2) } : { type };
}

export function fieldType(field: Field): string {
  const type = valueType(field);
  if (field.type === "list") return `readonly ${inArray(type)}[]`;
  return isRepeatable(field) && field.type !== "map" ? `${type} | readonly ${inArray(type)}[]` : type;
}

function valueType(field: Field): string {
  switch (field.type) {
    case "boolean":
    case "switch":
      return "boolean";
    case "integer":
      return field.alsoName === true ? "number | string" : "number";
    case "size":
      return "number | string";
    case "base64":
    case "file":
      return "Data";
    case "map":
      return "Readonly<Record<string, string | number | boolean>>";
    case "list":
      return "string | number";
    case "string":
      return textType(field);
  }
}

function textType({ choices, suggestions }: Field): string {
  if (choices !== undefined) return choices.map(quoted).join(" | ");
  if (suggestions !== undefined) {
    const booleanType = suggestions.includes("true") ? ["boolean"] : [];
    return [...booleanType, ...suggestions.map(quoted), "(string & {})"].join(" | ");
  }
  return "string";
}

const inArray = (type: string): string => (/[ |&]/.test(type) ? `(${type})` : type);
