import { integerOrName, text } from "../field.ts";
import type { Field, Group } from "../operation.ts";
import { resource } from "../resource.ts";

const fabricFields: readonly Field[] = [
  text("class_type", "class of the fabric"),
  text("description", "free text"),
  text("name", "name"),
];

const fabrics = resource("/fabrics/");
const fabric = resource("/fabrics/{id}/", [integerOrName("id", "id or name of the fabric")]);

export const group = {
  name: "fabrics",
  identity: "id",
  columns: [
    { header: "ID", path: "id" },
    { header: "NAME", path: "name" },
    { header: "CLASS", path: "class_type" },
    { header: "VLANS", path: "vlans", as: "count" },
    { header: "VIDS", path: "vlans.vid", wide: true },
  ],
  operations: {
    "fabrics.list": fabrics.list("anyone", "List fabrics"),
    "fabrics.create": fabrics.create("admin", "Create a fabric", {
      fields: fabricFields,
      example: { name: "fabric-lab" },
    }),
    "fabric.delete": fabric.remove("admin", "Delete a fabric", { example: { id: "2" } }),
    "fabric.read": fabric.read("anyone", "Show a fabric with its VLANs"),
    "fabric.update": fabric.update("admin", "Change a fabric", {
      fields: fabricFields,
      example: { class_type: "10g" },
    }),
  },
} as const satisfies Group;
