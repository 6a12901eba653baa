import { text, textId } from "../../catalogue/field.ts";
import type { Group } from "../../catalogue/operation.ts";
import { resource } from "../../catalogue/resource.ts";

const all = resource("/spaces/");
const one = resource("/spaces/{id}/", [textId("id", "number or name of the space")]);
const name = "name";
const description = text("description", "what the space is for");

export const group = {
  name: "spaces",
  identity: "id",
  columns: [],
  operations: {
    "spaces.list": all.list("anyone", "List the spaces"),
    "spaces.create": all.create("admin", "Create a space", {
      fields: [text(name, "name of the new space", { required: true }), description],
    }),
    "space.read": one.read("anyone", "Show a space"),
    "space.update": one.update("admin", "Change a space", { fields: [text(name, "new name"), description] }),
    "space.delete": one.remove("admin", "Delete a space; its VLANs are in none afterwards", { success: 204 }),
  },
} as const satisfies Group;
