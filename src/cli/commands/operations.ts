import type { OperationEntry } from "../../api/index.ts";
import { isRepeatable, locationOf, signatureOf } from "../../contract/command-signature.ts";
import type { ArgumentSpec } from "../../contract/command-spec.ts";
import { allCommands } from "../../contract/command-tree.ts";
import type { Shape } from "../../output/shape.ts";
import { printing } from "./printing.ts";

const shape: Shape = {
  identity: "id",
  columns: [
    { header: "ID", path: "id" },
    { header: "COMMAND", path: "command", as: "words" },
    { header: "METHOD", path: "method" },
    { header: "PATH", path: "path" },
  ],
};

/** What else a row holds. */
const members = ["group", "arguments", "options", "result", "adminOnly", "deprecated", "confirm"];

/** `svc operations`: the catalogue as other programs read it; its JSON form is a public contract. */
export const listOperations = printing(
  shape,
  async () =>
    (await allCommands()).flatMap((command) =>
      command.kind === "operation" ? [describeOperation(command.entry)] : [],
    ),
  { members },
);

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
