import { locationOf } from "../../../src/catalogue/commands/command-spec.ts";
import type { OperationEntry } from "../../../src/catalogue/index.ts";
import type { Field } from "../../../src/catalogue/operation.ts";

/**
 * Formats a catalogue operation like its block in `test/fixtures/documented-operations.txt`, without svc's
 * additions. Of the errors, the catalogue has only a 503.
 */
export function linesOf({ operation }: OperationEntry): readonly string[] {
  const { method, path, parameters = [], success, answers503, result } = operation;
  const fields = (operation.fields ?? []).filter(({ undocumented }) => undocumented !== true);
  const marks = Object.entries({
    adminOnly: operation.documentedAdminOnly === true,
    anonymous: operation.who === "anonymous",
    deprecated: operation.deprecated !== undefined,
    sensitive: operation.sensitive !== undefined,
    dynamic: fields.some(({ type }) => type === "map"),
  }).flatMap(([mark, holds]) => (holds ? [mark] : []));
  return [
    `${method} ${path}`,
    ...parameters.map(({ name, type }) => `path ${name}: ${type}`),
    `success: ${success}`,
    `result: ${result}`,
    ...(answers503 ? ["errors: 503"] : []),
    ...marks,
    ...fields
      .filter(({ type }) => type !== "map")
      .map((field) => `${locationOf(field, operation)} ${field.name}: ${lineOfField(field)}`),
  ];
}

/**
 * `integer required max=4094`: a list is written as a repeatable text, a switch as an integer with the
 * choices 0 and 1.
 */
function lineOfField(field: Field): string {
  const { type, choices = [] } = field;
  const sorted = type === "switch" ? "0 1" : choices.map(String).sort().join(" ");
  const facts = {
    required: field.required === true,
    repeatable: field.repeatable === true || type === "list",
    choices: sorted,
    default: field.default ?? "",
    max: String(field.max ?? ""),
    adminOnly: field.adminOnly === true,
    deprecated: field.deprecated !== undefined,
    secret: field.secret === true,
  };
  return [
    type === "list" ? "string" : type === "switch" ? "integer" : type,
    ...Object.entries(facts).flatMap(([fact, value]) =>
      value === false || value === "" ? [] : [value === true ? fact : `${fact}=${value}`],
    ),
  ].join(" ");
}
