import { list, text, textId } from "../../catalogue/field.ts";
import type { Group } from "../../catalogue/operation.ts";
import { resource } from "../../catalogue/resource.ts";

const all = resource("/tags/");
const one = resource("/tags/{name}/", [textId("name", "name of the tag")]);
const name = "name";

/** What create and update both take. Definitions, which would tag by hardware details, are refused. */
const texts = [
  text("comment", "what the tag is for"),
  text("definition", "XPath expression on the hardware details"),
  text("kernel_opts", "kernel options of machines that have the tag"),
] as const;

export const group = {
  name: "tags",
  identity: "name",
  columns: [],
  operations: {
    "tags.list": all.list("anyone", "List the tags"),
    "tags.create": all.create("admin", "Create a tag", {
      fields: [text(name, "name of the new tag", { required: true }), ...texts],
    }),
    "tag.read": one.read("anyone", "Show a tag"),
    "tag.update": one.update("admin", "Change a tag", { fields: [text(name, "new name"), ...texts] }),
    "tag.delete": one.remove("admin", "Delete a tag; nodes lose it", { success: 204 }),
    "tag.machines": one.get("machines", "anyone", "List the machines that have a tag"),
    "tag.nodes": one.get("nodes", "anyone", "List the nodes that have a tag"),
    "tag.devices": one.get("devices", "anyone", "List the devices that have a tag"),
    "tag.rack_controllers": one.get(
      "rack_controllers",
      "anyone",
      "List the rack controllers that have a tag",
    ),
    "tag.region_controllers": one.get(
      "region_controllers",
      "anyone",
      "List the region controllers that have a tag",
    ),
    "tag.update_nodes": one.post("update_nodes", "admin", "Give a tag to nodes, or take it from them", {
      fields: [
        list("add", "system ids of nodes that get the tag"),
        list("remove", "system ids of nodes that lose the tag"),
        text("definition", "definition that the caller has worked with: refused where it is another"),
        text("rack_controller", "system id of the rack controller that asks"),
      ],
    }),
    "tag.rebuild": one.post("rebuild", "admin", "Work out again which nodes a definition means"),
  },
} as const satisfies Group;
