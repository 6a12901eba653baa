import type { Group } from "../../catalogue/operation.ts";
import { resource } from "../../catalogue/resource.ts";

/** The service's description of itself, by which clients learn what it offers. */
export const group = {
  name: "describe",
  identity: "hash",
  columns: [],
  operations: {
    "describe.read": resource("/describe/").read("anonymous", "Describe every operation of the service"),
  },
} as const satisfies Group;
