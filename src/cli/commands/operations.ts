import type { OperationEntry } from "../../api/index.ts";
import type { Field } from "../../api/operation.ts";
import { signatureOf } from "../../contract/command-signature.ts";
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

const isDocumented = ({ source }: { readonly source?: Field }): boolean => source?.undocumented !== true;

function describeOperation(entry: OperationEntry) {
  const { operation } = entry;
  const signature = signatureOf(entry);
  return {
    id: entry.id,
    group: signature.group,
    command: signature.command,
    method: operation.method,
    path: operation.path,
    arguments: signature.arguments
      .filter(isDocumented)
      .map(({ name, field, in: location, required, variadic }) => ({
        name,
        field,
        in: location,
        required,
        variadic,
      })),
    options: signature.options.filter(isDocumented).map((option) => ({
      flag: option.flag,
      field: option.field,
      in: option.in,
      type: option.type === "list" ? "string" : option.type,
      required: option.required,
      repeatable: option.repeatable && option.source.alsoRepeatable !== true,
      choices: option.choices,
      default: option.default,
    })),
    result: operation.result,
    adminOnly: operation.documentedAdminOnly === true,
    deprecated: operation.deprecated !== undefined,
    confirm: operation.confirm !== undefined,
  };
}
