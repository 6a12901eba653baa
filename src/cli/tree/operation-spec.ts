import {
  type CommandSpec,
  type FieldOption,
  followUpOptions,
  signatureOf,
} from "../../catalogue/commands/command-spec.ts";
import { addedOptions } from "../../catalogue/commands/operation-options.ts";
import { flag } from "../../catalogue/field.ts";
import type { OperationEntry } from "../../catalogue/index.ts";
import type { Effect, FieldType, Operation, Permission } from "../../catalogue/operation.ts";
import { statuses } from "../../catalogue/statuses.ts";
import { shellWord } from "../../core/text/shell-words.ts";
import { joinWithOr } from "../../core/text/word-lists.ts";

/** Members that only the help text needs are getters. */
export function operationSpec(entry: OperationEntry): CommandSpec {
  const { group, operation } = entry;
  const signature = signatureOf(entry);
  return {
    command: [group.name, operation.verb],
    summary: operation.summary,
    arguments: signature.arguments,
    sites: operation.sites ?? (operation.method === "GET" ? "read" : "change"),
    options: [
      ...inOrderOfUse(signature.options, operation.commonFields),
      ...followUpOptions(operation),
      ...addedOptions(operation).map((option) => ({ ...option, section: "Waiting, selection and safety" })),
    ],
    get notes() {
      return notesOf(operation);
    },
    columns:
      operation.result === "json"
        ? (operation.columns ?? group.columns).map(
            ({ header, wide, onRequest }) => `${header}${onRequest ? "+" : wide ? "*" : ""}`,
          )
        : [],
    get example() {
      return exampleOf(entry);
    },
    preparation: operation.examplePreparation,
  };
}

function inOrderOfUse(options: readonly FieldOption[], frequentFields: readonly string[] = []) {
  const rank = ({ required, field }: FieldOption): number => {
    if (required === true && field.default === undefined) return -1;
    const position = frequentFields.indexOf(field.name);
    return position === -1 ? frequentFields.length : position;
  };
  return [...options].sort((one, other) => rank(one) - rank(other));
}

const permissionNotes: Readonly<Record<Permission, string>> = {
  admin: "For administrators only.",
  owner: "For the owner and for administrators.",
  anyone: "For every user.",
  anonymous: "For everyone, even without an API key.",
};

const notesOf = (operation: Operation): readonly string[] => [
  ...(operation.described === true ? ["svc knows this command from the service's description."] : []),
  ...(operation.source === "deployed"
    ? ["The API documentation does not list this command, but live services have it."]
    : []),
  // Most descriptions do not say who may send the request.
  ...(operation.described === true && operation.who !== "admin" ? [] : [permissionNotes[operation.who]]),
  ...(operation.deprecated === undefined
    ? []
    : [operation.deprecated === true ? "Deprecated." : `Deprecated: ${operation.deprecated}.`]),
  ...(operation.confirm === undefined ? [] : ["Asks for confirmation; --yes skips the question."]),
  ...(operation.effects ?? []).map((effect) => sentence(effectNote(effect))),
  ...(operation.notes ?? []),
  ...(operation.rules ?? []).map(({ message }) => sentence(message)),
  `Sends ${operation.method} ${operation.path}`,
];

function effectNote({
  template,
  statuses: initialStatuses = [],
  onlyVirtual,
  when = {},
  configItem,
  currentKeyField,
}: Effect): string {
  const statusNames = initialStatuses.map((value) => statuses[value].name);
  const conditions = [
    ...(statusNames.length === 0 ? [] : [`in status ${joinWithOr(statusNames)}`]),
    ...(onlyVirtual === true ? ["virtual machines only"] : []),
    ...Object.keys(when).map((field) => `with ${flag(field)}`),
    ...(configItem === undefined ? [] : [`if ${configItem} is on`]),
    ...(currentKeyField === undefined ? [] : ["for the key in use"]),
  ];
  const text = template.replace("{them}", "the machine").replaceAll("{them}", "it").replace("{release}", "");
  return conditions.length === 0 ? text : `${text} (${conditions.join(", ")})`;
}

const sentence = (text: string): string =>
  `${text.startsWith("-") ? text : text.charAt(0).toUpperCase() + text.slice(1)}.`;

const exampleByType: Readonly<Partial<Record<FieldType, string>>> = {
  integer: "1",
  size: "1G",
  map: "role=web",
  file: "./file",
  base64: "@user-data.yaml",
};

export const exampleIdentifiers = ({ example = {}, parameters = [] }: Operation): readonly string[] =>
  parameters.map(({ name, kind, type }) => {
    const usualValue =
      kind === undefined ? (exampleByType[type] ?? name) : kind === "device" ? "printer-01" : "web-01";
    return example[name] ?? usualValue;
  });

/** Example values of fields that the operation does not list. */
export function unlistedExamples({ example = {}, parameters = [], fields = [] }: Operation) {
  const names = [...parameters, ...fields].map(({ name }) => name);
  return Object.entries(example).filter(([name]) => !names.includes(name));
}

export function exampleOf({ group, operation }: OperationEntry): string {
  const { example: values = {}, exampleInput, fields = [] } = operation;
  const signature = signatureOf({ operation });
  const identifiers = exampleIdentifiers(operation).map(shellWord);
  const words = fields
    .filter(({ positional }) => positional)
    .map(({ name, type }) => shellWord(values[name] ?? exampleByType[type] ?? name));
  const options = signature.options
    .filter(
      ({ field, required }) => values[field.name] !== undefined || (required && field.default === undefined),
    )
    .map((option) => optionExample(option, values[option.field.name]));
  const others = unlistedExamples(operation).map(([name, value]) => `--set ${shellWord(`${name}=${value}`)}`);
  const line = ["svc", group.name, operation.verb, ...identifiers, ...words, ...options, ...others].join(" ");
  return exampleInput === undefined ? line : `${exampleInput} | ${line}`;
}

function optionExample({ name, negatable, field }: FieldOption, value: string | undefined): string {
  if (negatable) return value === "false" ? `--no-${name}` : `--${name}`;
  return `--${name} ${shellWord(value ?? field.choices?.[0] ?? exampleByType[field.type] ?? field.name)}`;
}
