import type { Rule } from "./operation.ts";

/** A field as its option is typed. */
export const flag = (field: string): string => `--${field.replaceAll("_", "-")}`;

/** `a, b and c`. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

/** At most one of the fields may be given. */
export const exclusive = (...fields: readonly string[]): Rule => ({
  kind: "exclusive",
  fields,
  says: `${listed(fields.map(flag))} cannot be combined`,
});

/** At least one of the fields has to be given, which `says` tells the operator. */
export const anyOf = (says: string, ...fields: readonly string[]): Rule => ({ kind: "any", fields, says });

/** The one field has no effect without the other. */
export const needs = (field: string, other: string): Rule => ({
  kind: "needs",
  field,
  needs: [other],
  says: `${flag(field)} needs ${flag(other)}`,
});
