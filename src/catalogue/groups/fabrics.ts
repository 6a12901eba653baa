import { idOrName, text } from "../field.ts";
import type { Field, GroupDefinition } from "../operation.ts";
import { resource } from "../resource.ts";

const fabricFields: readonly Field[] = [
  text("class_type", "class of the fabric"),
  text("description", "free text"),
  text("name", "name"),
];

const all = resource("/fabrics/");
const one = resource("/fabrics/{id}/", [idOrName("fabric")]);

export const group = {
  columns: [
    { header: "ID", path: "id" },
    { header: "NAME", path: "name", rank: "key" },
    { header: "CLASS", path: "class_type" },
    { header: "VLANS", path: "vlans", as: "count" },
    { header: "VIDS", path: "vlans.vid", wide: true },
  ],
  kind: {
    key: ["name"],
    children: { vlans: "vlans" },
    builtinWhen: { id: 0 },
    blockedBy: ["subnets"],
    blockedByNodes: { filter: "fabrics", path: "interface_set.vlan.fabric" },
  },
  operations: {
    "fabrics.list": all.list("anyone", "List fabrics"),
    "fabrics.create": all.create("admin", "Create a fabric", {
      fields: fabricFields,
      example: { name: "fabric-lab" },
    }),
    "fabric.delete": one.remove("admin", "Delete a fabric", {
      effects: [{ template: "its VLANs are deleted too; fails if subnets or interfaces are on them" }],
      example: { id: "2" },
    }),
    "fabric.read": one.read("anyone", "Show a fabric with its VLANs"),
    "fabric.update": one.update("admin", "Change a fabric", {
      fields: fabricFields,
      example: { class_type: "10g" },
    }),
  },
} as const satisfies GroupDefinition;
