import { list, text } from "../field.ts";
import type { GroupDefinition } from "../operation.ts";
import { resource } from "../resource.ts";

const all = resource("/installation-results/");

export const group = {
  columns: [
    { header: "NODE", path: "node.system_id", as: "node" },
    { header: "NAME", path: "name", rank: "key" },
    { header: "RESULT", path: "script_result", as: "exitStatus", rank: "key" },
    { header: "TYPE", path: "result_type", as: "scriptType", rank: "minor" },
    { header: "UPDATED", path: "updated", as: "age" },
    { header: "ID", path: "id", wide: true },
    { header: "CREATED", path: "created", as: "age", wide: true },
  ],
  operations: {
    "installation-results.list": all.list("anyone", "List commissioning results of the nodes you can see", {
      fields: [
        list("system_id", "only results of these nodes", { isSplittable: true, kind: "node" }),
        list("name", "only results of these names"),
        text("result_type", "only results of this type"),
      ],
    }),
  },
} as const satisfies GroupDefinition;
