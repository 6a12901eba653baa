import { text, textId } from "../field.ts";
import type { GroupDefinition } from "../operation.ts";
import { deployed } from "../resource.ts";

const description = text("description", "free text");

const all = deployed("/zones/", [], { answersWith: "name" });
const one = deployed("/zones/{name}/", [textId("name", "name of the zone")], {
  answersWith: "name",
  example: { name: "north" },
});

export const group = {
  identity: "name",
  columns: [
    { header: "NAME", path: "name", rank: "key" },
    { header: "DESCRIPTION", path: "description", rank: "text" },
    { header: "ID", path: "id", wide: true },
  ],
  kind: { key: ["name"], builtinWhen: { name: "default" } },
  operations: {
    "zones.list": all.list("anyone", "List physical zones"),
    "zones.create": all.create("admin", "Create a physical zone", {
      fields: [text("name", "name", { required: true }), description],
      example: { name: "west", description: "rooms 4 to 6" },
    }),
    "zone.delete": one.remove("admin", "Delete a physical zone", {
      effects: [{ template: "its nodes move to the default zone" }],
      notes: ["It is not an error to delete a zone that does not exist."],
    }),
    "zone.read": one.read("anyone", "Show a physical zone"),
    "zone.update": one.update("admin", "Change or rename a physical zone", {
      fields: [text("new_name", "new name", { sentAs: "name" }), description],
      example: { name: "north", description: "rooms 1 to 3" },
    }),
  },
} as const satisfies GroupDefinition;
