import type { Group } from "../operation.ts";
import { resource } from "../resource.ts";

const installationResults = resource("/installation-results/");

export const group = {
  name: "installation-results",
  identity: "id",
  columns: [
    { header: "NODE", path: "node.system_id", as: "node" },
    { header: "NAME", path: "name", rank: "key" },
    { header: "RESULT", path: "script_result", as: "exitStatus", rank: "key" },
    { header: "TYPE", path: "result_type", as: "scriptType" },
    { header: "UPDATED", path: "updated", as: "time" },
    { header: "ID", path: "id", wide: true },
    { header: "CREATED", path: "created", as: "time", wide: true },
  ],
  operations: {
    "installation-results.list": installationResults.list({
      who: "anyone",
      summary: "List commissioning results of the nodes you can see",
      fields: [
        {
          name: "system_id",
          type: "list",
          namesRows: true,
          kind: "node",
          help: "only results of these nodes",
        },
        { name: "name", type: "list", help: "only results of these names" },
        { name: "result_type", type: "string", help: "only results of this type" },
      ],
    }),
  },
} as const satisfies Group;
