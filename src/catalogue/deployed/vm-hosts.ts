import type { GroupDefinition } from "../operation.ts";
import { hypervisorColumns, hypervisorKind, hypervisorOperations } from "./hypervisors.ts";

export const group = {
  columns: hypervisorColumns,
  kind: hypervisorKind,
  operations: hypervisorOperations("vm-host"),
} as const satisfies GroupDefinition;
