import type { Field, IdentifierKind } from "../../catalogue/operation.ts";

/** By the source of an argument's or an option's names. */
export const kindsOfNames: Readonly<Record<string, IdentifierKind>> = {
  machines: "machine",
  devices: "device",
  nodes: "node",
};

/** A filter of a list by the names of its nodes. */
export const filtersNodes = (field: Field | undefined): boolean =>
  field?.namesRows === true && ["hostname", "id"].includes(field.name);
