import { isFlag } from "../../../catalogue/commands/command-signature.ts";
import { memberName } from "../../../catalogue/commands/library-text.ts";
import type { OperationEntry } from "../../../catalogue/index.ts";
import type { Field } from "../../../catalogue/operation.ts";

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
