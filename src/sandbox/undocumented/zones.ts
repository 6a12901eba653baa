import { text, textId } from "../../catalogue/field.ts";
import type { Group } from "../../catalogue/operation.ts";
import { resource } from "../../catalogue/resource.ts";

const all = resource("/zones/");
const one = resource("/zones/{name}/", [textId("name", "name of the zone")]);
const name = "name";
const description = text("description", "what the zone is for");

export const group = {
  name: "zones",
  identity: "name",
  columns: [],
  operations: {
    "zones.list": all.list("anyone", "List the physical zones"),
    "zones.create": all.create("admin", "Create a physical zone", {
      fields: [text(name, "name of the new zone", { required: true }), description],
    }),
    "zone.read": one.read("anyone", "Show a physical zone"),
    "zone.update": one.update("admin", "Change a physical zone", {
      fields: [description, text(name, "new name")],
    }),
    "zone.delete": one.remove("admin", "Delete a physical zone; its nodes move to the default one", {
      success: 204,
    }),
  },
} as const satisfies Group;
