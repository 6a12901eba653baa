import type { Rule } from "./operation.ts";

const flag = (field: string): string => `--${field.replaceAll("_", "-")}`;

/** At most one of the fields may be given. */
export function exclusive(...fields: readonly string[]): Rule {
  const flags = fields.map(flag);
  const listed = `${flags.slice(0, -1).join(", ")} and ${flags.at(-1)}`;
  return { kind: "exclusive", fields, says: `${listed} cannot be combined` };
}

/** The one field has no effect without the other. */
export const needs = (field: string, other: string): Rule => ({
  kind: "needs",
  field,
  needs: [other],
  says: `${flag(field)} needs ${flag(other)}`,
});
