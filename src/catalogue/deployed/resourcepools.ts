import { idOrName, text } from "../field.ts";
import type { GroupDefinition } from "../operation.ts";
import { deployed } from "../resource.ts";

const name = text("name", "name");
const description = text("description", "free text");

const all = deployed("/resourcepools/");
const one = deployed("/resourcepool/{id}/", [idOrName("resource pool")]);

export const group = {
  columns: [
    { header: "ID", path: "id" },
    { header: "NAME", path: "name", rank: "key" },
    { header: "DESCRIPTION", path: "description", rank: "text" },
  ],
  kind: { key: ["name"], builtinWhen: { id: 0 }, blockedByNodes: { filter: "pool", path: "pool.name" } },
  operations: {
    "resource-pools.list": all.list("anyone", "List resource pools"),
    "resource-pools.create": all.create("admin", "Create a resource pool", {
      fields: [{ ...name, required: true }, description],
      example: { name: "batch", description: "nightly jobs" },
    }),
    "resource-pool.delete": one.remove("admin", "Delete a resource pool without machines", {
      notes: ["Move its machines to another pool first, with svc machines update."],
      example: { id: "batch" },
      examplePreparation: "svc resourcepools create --name batch",
    }),
    "resource-pool.read": one.read("anyone", "Show a resource pool", { example: { id: "default" } }),
    "resource-pool.update": one.update("admin", "Change or rename a resource pool", {
      fields: [name, description],
      example: { id: "build", description: "machines of the build farm" },
    }),
  },
} as const satisfies GroupDefinition;
