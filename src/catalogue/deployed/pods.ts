import type { Group } from "../operation.ts";
import { hypervisorColumns, hypervisorOperations } from "./hypervisors.ts";

export const group = {
  name: "pods",
  identity: "id",
  columns: hypervisorColumns,
  operations: hypervisorOperations("pod", "use vm-hosts"),
} as const satisfies Group;
