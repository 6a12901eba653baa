import type { Field } from "./operation.ts";

type Facts = Partial<Omit<Field, "name" | "help" | "required">> & { readonly required?: false };

const text: Facts = { type: "string" };

/** What descriptions of live services say wrong, or not at all, by group and field. */
export const describedFields: Readonly<Record<string, Readonly<Record<string, Facts>>>> = {
  "package-repositories": { key: { content: true } },
  scripts: { script: { document: true }, timeout: text },
};
