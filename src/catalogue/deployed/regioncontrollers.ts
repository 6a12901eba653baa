import type { GroupDefinition } from "../operation.ts";
import { controllerColumns, controllerOperations } from "./controllers.ts";

export const group = {
  identity: "system_id",
  columns: controllerColumns,
  operations: controllerOperations("region-controller", {
    path: "regioncontrollers",
    word: "region controller",
    example: "rack-01",
  }),
} as const satisfies GroupDefinition;
