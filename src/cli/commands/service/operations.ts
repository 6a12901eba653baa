import { isRepeatable, locationOf, signatureOf } from "../../../catalogue/commands/command-signature.ts";
import type { ArgumentSpec } from "../../../catalogue/commands/command-spec.ts";
import { addedOptions } from "../../../catalogue/commands/operation-options.ts";
import type { DescribedEntry } from "../../../catalogue/described.ts";
import type { OperationEntry } from "../../../catalogue/index.ts";
import type { Operation } from "../../../catalogue/operation.ts";
import { Failure } from "../../../core/failure.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { allCommands, type CommandNode, commandTree } from "../../tree/command-tree.ts";

/** The JSON form is a public contract. */
export async function describeOperations(invocation: Invocation): Promise<readonly unknown[]> {
  const catalogueEntries = operationsOf(await allCommands(commandTree([])));
  const bySource = (source: OperationSource) =>
    catalogueEntries.filter(({ operation }) => sourceOf(operation) === source);
  if (invocation.options.all !== true) return bySource("documents").map(describeOperation);
  const describedEntries = await readDescribedEntries(invocation);
  const describedOperations = operationsOf(
    await allCommands(commandTree(invocation.builtins, describedEntries)),
  ).filter(({ operation }) => operation.described === true);
  return [...bySource("documents"), ...bySource("deployed"), ...describedOperations].map((entry) => ({
    ...describeOperation(entry),
    source: sourceOf(entry.operation),
  }));
}

type OperationSource = "documents" | "deployed" | "description";

const sourceOf = ({ described, source }: Operation): OperationSource =>
  described === true ? "description" : (source ?? "documents");

async function readDescribedEntries(invocation: Invocation): Promise<readonly DescribedEntry[]> {
  const { readServiceCatalogue } = await import("../../described/fetch-description.ts");
  try {
    return (await readServiceCatalogue(invocation, false)).entries;
  } catch (error) {
    if (!(error instanceof Failure) || !["usage", "notAuthenticated"].includes(error.kind)) throw error;
    invocation.messages.note(`operations known only by description are missing: ${error.message}`);
    return [];
  }
}

const operationsOf = (commands: readonly CommandNode[]): readonly OperationEntry[] =>
  commands.flatMap((command) => (command.kind === "operation" ? [command.entry] : []));

const isDocumented = ({ field }: ArgumentSpec): boolean => field?.undocumented !== true;

/** True if the operation may ask for confirmation, even only in some cases or before it replaces a local file. */
const mayAsk = (operation: Operation): boolean =>
  operation.confirm !== undefined ||
  operation.actionConfirms === true ||
  addedOptions(operation).some(({ name }) => name === "to");

function describeOperation(entry: OperationEntry) {
  const { operation } = entry;
  const signature = signatureOf(entry);
  return {
    id: entry.id,
    group: entry.group.name,
    command: [entry.group.name, operation.verb],
    method: operation.method,
    path: operation.path,
    arguments: signature.arguments.filter(isDocumented).map(({ name, field, required, variadic }) => ({
      name,
      field: field?.name ?? name,
      in: field === undefined ? "path" : locationOf(field, operation),
      required,
      variadic,
    })),
    options: signature.options.filter(isDocumented).map(({ name, field }) => ({
      flag: `--${name}`,
      field: field.sentAs ?? field.name,
      in: locationOf(field, operation),
      type: field.type === "list" ? "string" : field.type,
      required: field.required === true,
      repeatable: isRepeatable(field) && field.alsoRepeatable !== true,
      choices: field.choices ?? null,
      default: field.default ?? null,
    })),
    result: operation.result,
    adminOnly:
      operation.documentedAdminOnly === true ||
      (operation.source === "deployed" && operation.who === "admin"),
    deprecated: operation.deprecated !== undefined,
    confirm: mayAsk(operation),
  };
}
