import { idOrName, text } from "../field.ts";
import type { GroupDefinition } from "../operation.ts";
import { deployed } from "../resource.ts";

const description = text("description", "free text");

const all = deployed("/spaces/");
const one = deployed("/spaces/{id}/", [idOrName("space")], {
  example: { id: "prod" },
});

export const group = {
  columns: [
    { header: "NAME", path: "name", rank: "key", as: "space" },
    { header: "VLANS", path: "vlans", as: "count" },
    { header: "SUBNETS", path: "subnets.cidr", min: 18 },
    { header: "DESCRIPTION", path: "description", rank: "text" },
    { header: "SUBNET NAMES", path: "subnets.name", wide: true },
    { header: "ID", path: "id", wide: true },
  ],
  kind: { key: ["name"], builtinWhen: { id: -1 } },
  operations: {
    "spaces.list": all.list("anyone", "List spaces and their subnets"),
    "spaces.create": all.create("admin", "Create a space", {
      fields: [text("name", "name; default: space-ID"), description],
      example: { name: "dmz", description: "reachable from outside" },
      notes: ["Put VLANs into it with svc vlans update."],
    }),
    "space.delete": one.remove("admin", "Delete a space", {
      effects: [{ template: "its VLANs move to the undefined space" }],
    }),
    "space.read": one.read("anyone", "Show a space with its VLANs and subnets"),
    "space.update": one.update("admin", "Change or rename a space", {
      fields: [text("name", "new name"), description],
      example: { description: "production traffic" },
    }),
  },
} as const satisfies GroupDefinition;
