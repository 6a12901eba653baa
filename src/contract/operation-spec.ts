import type { OperationEntry } from "../api/index.ts";
import type { Field, Operation, Permission } from "../api/operation.ts";
import {
  type ArgumentSignature,
  followUpOptions,
  type OptionSignature,
  signatureOf,
} from "./command-signature.ts";
import type { ArgumentSpec, CommandOption, CommandSpec } from "./command-spec.ts";
import { exampleOf } from "./operation-example.ts";
import { addedOptions } from "./operation-options.ts";

/** The command of an operation; what only help needs is made when it is read. */
export function operationSpec(entry: OperationEntry): CommandSpec {
  const { group, operation } = entry;
  const signature = signatureOf(entry);
  return {
    command: signature.command,
    summary: operation.summary,
    arguments: signature.arguments.map(argumentSpec),
    options: [
      ...signature.options.map((option) => fieldOption(option)),
      ...followUpOptions(operation).map((option) => fieldOption(option, operation.followUp?.option)),
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

const argumentSpec = ({ name, help, required, variadic, source }: ArgumentSignature): ArgumentSpec => ({
  name,
  help,
  required,
  variadic,
  ...(source === undefined ? {} : { field: source }),
});

/** A field as an option, which has no effect without the option `needed` where that is stated. */
function fieldOption(option: OptionSignature, needed?: string): CommandOption {
  const { flag, negation, help, source } = option;
  return {
    name: flag.slice(2),
    help,
    field: source,
    ...(negation === undefined ? { value: valueName(source) } : { negatable: true }),
    ...(needed === undefined ? {} : { needs: [needed], section: `Options of --${needed}` }),
    ...(option.required ? { required: true } : {}),
    ...(option.repeatable ? { repeatable: true } : {}),
    ...(option.choices === null ? {} : { choices: option.choices }),
    ...(option.default === null ? {} : { default: option.default }),
  };
}

function valueName({ form, type }: Field): string {
  if (form !== undefined) return form.replace(/^<|>$/g, "");
  if (type === "map") return "name=value";
  return type === "list" ? "id" : type;
}

const permissionNotes: Readonly<Record<Permission, string>> = {
  admin: "For administrators only.",
  owner: "For the owner and for administrators.",
  anyone: "For every user.",
  anonymous: "For everyone, without an API key too.",
};

const notesOf = (operation: Operation): readonly string[] => [
  permissionNotes[operation.who],
  ...(operation.deprecated === undefined
    ? []
    : [operation.deprecated === true ? "Deprecated." : `Deprecated: ${operation.deprecated}.`]),
  ...(operation.confirm === undefined ? [] : ["Asks before it is sent; --yes answers."]),
  ...(operation.notes ?? []),
  ...(operation.rules ?? []).map(({ says }) => sentence(says)),
  `Sends ${operation.method} ${operation.path}`,
];

const sentence = (text: string): string =>
  `${text.startsWith("-") ? text : text.charAt(0).toUpperCase() + text.slice(1)}.`;
