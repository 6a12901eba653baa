import type { Group } from "../operation.ts";
import { controllerColumns, controllerOperations } from "./controllers.ts";

export const group = {
  name: "regioncontrollers",
  identity: "system_id",
  columns: controllerColumns,
  operations: controllerOperations("region-controller", {
    path: "regioncontrollers",
    word: "region controller",
    example: "rack-01",
  }),
} as const satisfies Group;
