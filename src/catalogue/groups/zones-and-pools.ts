import { idOrName, text, textId } from "../field.ts";
import type { GroupDefinition } from "../group.ts";
import { liveOnly } from "../resource.ts";

const zoneDescription = text("description", "free text");

const allZones = liveOnly("/zones/", [], { answersWith: "name" });
const oneZone = liveOnly("/zones/{name}/", [textId("name", "name of the zone")], {
  answersWith: "name",
  example: { name: "north" },
});

export const zoneGroup = {
  identity: "name",
  columns: [
    { header: "NAME", path: "name", rank: "key" },
    { header: "DESCRIPTION", path: "description", rank: "text" },
    { header: "ID", path: "id", wide: true },
  ],
  kind: { key: ["name"], builtinWhen: { name: "default" } },
  operations: {
    "zones.list": allZones.list("anyone", "List physical zones"),
    "zones.create": allZones.create("admin", "Create a physical zone", {
      fields: [text("name", "name", { required: true }), zoneDescription],
      example: { name: "west", description: "rooms 4 to 6" },
    }),
    "zone.delete": oneZone.remove("admin", "Delete a physical zone", {
      effects: [{ template: "its nodes move to the default zone" }],
      notes: ["It is not an error to delete a zone that does not exist."],
    }),
    "zone.read": oneZone.read("anyone", "Show a physical zone"),
    "zone.update": oneZone.update("admin", "Change or rename a physical zone", {
      fields: [text("new_name", "new name", { sentAs: "name" }), zoneDescription],
      example: { name: "north", description: "rooms 1 to 3" },
    }),
  },
} as const satisfies GroupDefinition;

const poolName = text("name", "name");
const poolDescription = text("description", "free text");

const allPools = liveOnly("/resourcepools/");
const onePool = liveOnly("/resourcepool/{id}/", [idOrName("resource pool")]);

export const poolGroup = {
  columns: [
    { header: "ID", path: "id" },
    { header: "NAME", path: "name", rank: "key" },
    { header: "DESCRIPTION", path: "description", rank: "text" },
  ],
  kind: { key: ["name"], builtinWhen: { id: 0 }, blockedByNodes: { filter: "pool", path: "pool.name" } },
  operations: {
    "resource-pools.list": allPools.list("anyone", "List resource pools"),
    "resource-pools.create": allPools.create("admin", "Create a resource pool", {
      fields: [{ ...poolName, required: true }, poolDescription],
      example: { name: "batch", description: "nightly jobs" },
    }),
    "resource-pool.delete": onePool.remove("admin", "Delete an empty resource pool", {
      notes: ["Move its machines to another pool first, with svc machines update."],
      example: { id: "batch" },
      examplePreparation: "svc resourcepools create --name batch",
    }),
    "resource-pool.read": onePool.read("anyone", "Show a resource pool", { example: { id: "default" } }),
    "resource-pool.update": onePool.update("admin", "Change or rename a resource pool", {
      fields: [poolName, poolDescription],
      example: { id: "build", description: "machines of the build farm" },
    }),
  },
} as const satisfies GroupDefinition;
