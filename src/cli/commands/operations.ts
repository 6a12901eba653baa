import { isRepeatable, locationOf, signatureOf } from "../../catalogue/commands/command-signature.ts";
import type { ArgumentSpec } from "../../catalogue/commands/command-spec.ts";
import type { OperationEntry } from "../../catalogue/index.ts";
import type { Shape } from "../output/columns.ts";
import { allCommands, type CommandNode, commandTree } from "../specs/command-tree.ts";
import { printing } from "./printing.ts";

const shape: Shape = {
  identity: "id",
  columns: [
    { header: "ID", path: "id" },
    { header: "COMMAND", path: "command", as: "words", rank: "key" },
    { header: "METHOD", path: "method", rank: "minor" },
    { header: "PATH", path: "path", rank: "minor" },
  ],
};

/** Members without a column. */
const members = ["group", "arguments", "options", "result", "adminOnly", "deprecated", "confirm"];

/** The JSON form is a public contract. `--all` adds what the service describes beyond the catalogue. */
export const listOperations = printing(
  shape,
  async (invocation) => {
    const documented = operationsOf(await allCommands());
    if (invocation.options["all"] !== true) return documented.map(describeOperation);
    const { serviceOffers } = await import("../described/learn.ts");
    const { entries } = await serviceOffers(invocation, false);
    const described = operationsOf(await allCommands(commandTree(entries))).filter(
      ({ operation }) => operation.described === true,
    );
    return [
      ...documented.map(describeOperation),
      ...described.map((entry) => ({ ...describeOperation(entry), source: "description" })),
    ];
  },
  { members: [...members, "source"] },
);

const operationsOf = (commands: readonly CommandNode[]): readonly OperationEntry[] =>
  commands.flatMap((command) => (command.kind === "operation" ? [command.entry] : []));

const isDocumented = ({ field }: ArgumentSpec): boolean => field?.undocumented !== true;

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
      field: field.name,
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
    confirm: operation.confirm !== undefined,
  };
}
