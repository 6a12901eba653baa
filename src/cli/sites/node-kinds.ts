import type { IdentifierKind } from "../../catalogue/operation.ts";

/** By the source of an argument's or an option's names. */
export const kindsOfNames: Readonly<Record<string, IdentifierKind>> = {
  machines: "machine",
  devices: "device",
  nodes: "node",
};
