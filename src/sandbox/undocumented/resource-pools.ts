import { text, textId } from "../../catalogue/field.ts";
import type { Group } from "../../catalogue/operation.ts";
import { resource } from "../../catalogue/resource.ts";

const all = resource("/resourcepools/");
const one = resource("/resourcepool/{id}/", [textId("id", "number of the resource pool")]);
const name = "name";
const description = text("description", "what the pool is for");

export const group = {
  name: "resource-pools",
  identity: "id",
  columns: [],
  operations: {
    "resource-pools.list": all.list("anyone", "List the resource pools"),
    "resource-pools.create": all.create("admin", "Create a resource pool", {
      fields: [text(name, "name of the new pool", { required: true }), description],
    }),
    "resource-pool.read": one.read("anyone", "Show a resource pool"),
    "resource-pool.update": one.update("admin", "Change a resource pool", {
      fields: [description, text(name, "new name")],
    }),
    "resource-pool.delete": one.remove("admin", "Delete a resource pool; its machines move to the default", {
      success: 204,
    }),
  },
} as const satisfies Group;
