import type { Rule } from "./operation.ts";

export const flag = (field: string): string => `--${field.replaceAll("_", "-")}`;

export const joinWithAnd = (words: readonly string[]): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

export const exclusive = (...fields: readonly string[]): Rule => ({
  kind: "exclusive",
  fields,
  message: `${joinWithAnd(fields.map(flag))} cannot be combined`,
});

export const anyOf = (message: string, ...fields: readonly string[]): Rule => ({
  kind: "any",
  fields,
  message,
});

export const needs = (field: string, other: string): Rule => ({
  kind: "needs",
  field,
  needs: [other],
  message: `${flag(field)} needs ${flag(other)}`,
});
