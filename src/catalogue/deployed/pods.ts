import type { GroupDefinition } from "../operation.ts";
import { hypervisorColumns, hypervisorOperations } from "./hypervisors.ts";

export const group = {
  columns: hypervisorColumns,
  operations: hypervisorOperations("pod", "use vm-hosts"),
} as const satisfies GroupDefinition;
