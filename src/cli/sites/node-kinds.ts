import type { IdentifierKind } from "../../catalogue/operation.ts";

/** Kinds of nodes, by the source of an argument's or option's names. */
export const kindsOfNames: Readonly<Record<string, IdentifierKind>> = {
  machines: "machine",
  devices: "device",
  nodes: "node",
};
