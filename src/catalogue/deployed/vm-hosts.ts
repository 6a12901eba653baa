import type { Group } from "../operation.ts";
import { hypervisorColumns, hypervisorOperations } from "./hypervisors.ts";

export const group = {
  name: "vm-hosts",
  identity: "id",
  columns: hypervisorColumns,
  operations: hypervisorOperations("vm-host"),
} as const satisfies Group;
