import { isRepeatable, locationOf, signatureOf } from "../../../catalogue/commands/command-signature.ts";
import type { ArgumentSpec } from "../../../catalogue/commands/command-spec.ts";
import { addedOptions } from "../../../catalogue/commands/operation-options.ts";
import type { OperationEntry } from "../../../catalogue/index.ts";
import type { Operation } from "../../../catalogue/operation.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { allCommands, type CommandNode, commandTree } from "../../tree/command-tree.ts";

/** The JSON form is a public contract. `isWhole` adds what the service describes beyond the catalogue. */
export async function describeOperations(
  invocation: Invocation,
  isWhole: boolean,
): Promise<readonly unknown[]> {
  const documented = operationsOf(await allCommands(commandTree([])));
  if (!isWhole) return documented.map(describeOperation);
  const { serviceOffers } = await import("../../described/learn.ts");
  const { entries } = await serviceOffers(invocation, false);
  const described = operationsOf(await allCommands(commandTree(invocation.builtins, entries))).filter(
    ({ operation }) => operation.described === true,
  );
  return [
    ...documented.map(describeOperation),
    ...described.map((entry) => ({ ...describeOperation(entry), source: "description" })),
  ];
}

const operationsOf = (commands: readonly CommandNode[]): readonly OperationEntry[] =>
  commands.flatMap((command) => (command.kind === "operation" ? [command.entry] : []));

const isDocumented = ({ field }: ArgumentSpec): boolean => field?.undocumented !== true;

/** Also if only in some cases, and before a local file is replaced. */
const mayAsk = (operation: Operation): boolean =>
  operation.confirm !== undefined ||
  operation.actionAsks === true ||
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
    adminOnly: operation.documentedAdminOnly === true,
    deprecated: operation.deprecated !== undefined,
    confirm: mayAsk(operation),
  };
}
