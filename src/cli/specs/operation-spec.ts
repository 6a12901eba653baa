import { followUpOptions, signatureOf } from "../../catalogue/commands/command-signature.ts";
import type { CommandSpec } from "../../catalogue/commands/command-spec.ts";
import { addedOptions } from "../../catalogue/commands/operation-options.ts";
import type { OperationEntry } from "../../catalogue/index.ts";
import type { Operation, Permission } from "../../catalogue/operation.ts";
import { exampleOf } from "./operation-example.ts";

/** The command of an operation; what only help needs is made when it is read. */
export function operationSpec(entry: OperationEntry): CommandSpec {
  const { group, operation } = entry;
  const signature = signatureOf(entry);
  return {
    command: [group.name, operation.verb],
    summary: operation.summary,
    arguments: signature.arguments,
    options: [
      ...signature.options,
      ...followUpOptions(operation),
      ...addedOptions(operation).map((option) => ({ ...option, section: "Waiting, selection and safety" })),
    ],
    get notes() {
      return notesOf(operation);
    },
    columns:
      operation.result === "json"
        ? (operation.columns ?? group.columns).map(({ header, wide }) => (wide ? `${header}*` : header))
        : [],
    get example() {
      return exampleOf(entry);
    },
    preparation: operation.examplePreparation,
  };
}

const permissionNotes: Readonly<Record<Permission, string>> = {
  admin: "For administrators only.",
  owner: "For the owner and for administrators.",
  anyone: "For every user.",
  anonymous: "For everyone, even without an API key.",
};

const notesOf = (operation: Operation): readonly string[] => [
  operation.described === true ? "Described by this service." : permissionNotes[operation.who],
  ...(operation.deprecated === undefined
    ? []
    : [operation.deprecated === true ? "Deprecated." : `Deprecated: ${operation.deprecated}.`]),
  ...(operation.confirm === undefined ? [] : ["Asks for confirmation; --yes skips the question."]),
  ...(operation.notes ?? []),
  ...(operation.rules ?? []).map(({ says }) => sentence(says)),
  `Sends ${operation.method} ${operation.path}`,
];

const sentence = (text: string): string =>
  `${text.startsWith("-") ? text : text.charAt(0).toUpperCase() + text.slice(1)}.`;
