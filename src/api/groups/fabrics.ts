import { integerOrName } from "../fields.ts";
import type { Field, Group } from "../operation.ts";

const fabricId = integerOrName("id", "id or name of the fabric");

const fabricFields = [
  { name: "class_type", type: "string", help: "class of the fabric" },
  { name: "description", type: "string", help: "free text" },
  { name: "name", type: "string", help: "name" },
] as const satisfies readonly Field[];

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
    "fabrics.list": {
      verb: "list",
      method: "GET",
      path: "/fabrics/",
      who: "anyone",
      summary: "List fabrics",
      success: 200,
      result: "json",
    },
    "fabrics.create": {
      verb: "create",
      method: "POST",
      path: "/fabrics/",
      who: "admin",
      summary: "Create a fabric",
      fields: fabricFields,
      example: { name: "fabric-lab" },
      success: 200,
      result: "json",
    },
    "fabric.delete": {
      verb: "delete",
      method: "DELETE",
      path: "/fabrics/{id}/",
      who: "admin",
      summary: "Delete a fabric",
      parameters: [fabricId],
      confirm: "destroys",
      success: 200,
      errors: [404],
      result: "none",
      example: { id: "2" },
    },
    "fabric.read": {
      verb: "get",
      method: "GET",
      path: "/fabrics/{id}/",
      who: "anyone",
      summary: "Show a fabric with its VLANs",
      parameters: [fabricId],
      success: 200,
      errors: [404],
      result: "json",
    },
    "fabric.update": {
      verb: "update",
      method: "PUT",
      path: "/fabrics/{id}/",
      who: "admin",
      summary: "Change a fabric",
      parameters: [fabricId],
      fields: fabricFields,
      example: { class_type: "10g" },
      success: 200,
      errors: [404],
      result: "json",
    },
  },
} as const satisfies Group;
