import { integerOrName } from "../fields.ts";
import type { Field, Group } from "../operation.ts";
import { resource } from "../resource.ts";

const fabricFields = [
  { name: "class_type", type: "string", help: "class of the fabric" },
  { name: "description", type: "string", help: "free text" },
  { name: "name", type: "string", help: "name" },
] as const satisfies readonly Field[];

const fabrics = resource("/fabrics/");
const fabric = resource("/fabrics/{id}/", integerOrName("id", "id or name of the fabric"));

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
    "fabrics.list": fabrics.list({ who: "anyone", summary: "List fabrics" }),
    "fabrics.create": fabrics.create({
      who: "admin",
      summary: "Create a fabric",
      fields: fabricFields,
      example: { name: "fabric-lab" },
    }),
    "fabric.delete": fabric.remove({ who: "admin", summary: "Delete a fabric", example: { id: "2" } }),
    "fabric.read": fabric.read({ who: "anyone", summary: "Show a fabric with its VLANs" }),
    "fabric.update": fabric.update({
      who: "admin",
      summary: "Change a fabric",
      fields: fabricFields,
      example: { class_type: "10g" },
    }),
  },
} as const satisfies Group;
