import type { Group } from "../operation.ts";
import { hypervisorColumns, hypervisorKind, hypervisorOperations } from "./hypervisors.ts";

export const group = {
  name: "vm-hosts",
  identity: "id",
  columns: hypervisorColumns,
  kind: hypervisorKind,
  operations: hypervisorOperations("vm-host"),
} as const satisfies Group;
