import { list, text, textId } from "../field.ts";
import type { GroupDefinition } from "../group.ts";
import { liveOnly, nameOperations } from "../resource.ts";
import { nodeColumns } from "./machines.ts";

const tag = textId("name", "name of the tag");

const tagFields = [
  text("comment", "comment on the tag"),
  text("definition", "XPath over hardware details; matching nodes get the tag"),
] as const;
const kernelOptions = text("kernel_opts", "kernel options of machines that have the tag");

const all = liveOnly("/tags/", [], { answersWith: "name" });
const one = liveOnly("/tags/{name}/", [tag], { answersWith: "name", example: { name: "ssd" } });

const listNodes = (type: string) =>
  one.get("anyone", `List the ${type} that have a tag`, { identity: "system_id", columns: nodeColumns });

export const group = {
  identity: "name",
  columns: [
    { header: "TAG", path: "name", rank: "key" },
    { header: "DEFINITION", path: "definition", rank: "text" },
    { header: "COMMENT", path: "comment", rank: "text" },
    { header: "KERNEL OPTIONS", path: "kernel_opts", wide: true, rank: "text" },
  ],
  kind: {
    key: ["name"],
    memberPaths: { machines: ["system_id", "hostname", "fqdn"] },
    references: { machines: "machines" },
    referencesById: ["machines"],
    readBy: { machines: "tag.machines" },
    setBy: {
      machines: {
        operation: "tag.update_nodes",
        field: "add",
        removeField: "remove",
        overrides: { kind: "machine", help: "all machines that have it" },
      },
    },
    computedFrom: { machines: "definition" },
  },
  operations: nameOperations({
    "tags.list": all.list("anyone", "List tags"),
    "tags.create": all.create("admin", "Create a tag", {
      fields: [
        text("name", "name, made of letters, digits, - and _", { required: true }),
        ...tagFields,
        kernelOptions,
      ],
      notes: ["Without --definition, use svc tags update-nodes to add the tag to nodes."],
      example: { name: "gpu-a100", comment: "machines with an A100" },
    }),
    "tag.delete": one.remove("admin", "Delete a tag", {
      effects: [{ template: "it is removed from all nodes" }],
    }),
    "tag.read": one.read("anyone", "Show a tag"),
    "tag.update": one.update("admin", "Change or rename a tag", {
      fields: [
        text("new_name", "new name; nodes keep the tag", { sentAs: "name" }),
        ...tagFields,
        { ...kernelOptions, undocumented: true },
      ],
      notes: ["The service evaluates a new --definition for all nodes."],
      example: { name: "ssd", comment: "machines with solid state disks" },
    }),
    "tag.devices": listNodes("devices"),
    "tag.machines": listNodes("machines"),
    "tag.nodes": listNodes("nodes"),
    "tag.rack_controllers": listNodes("rack controllers"),
    "tag.region_controllers": listNodes("region controllers"),
    "tag.rebuild": one.post("admin", "Evaluate a tag's definition again", {
      identity: "rebuilding",
      answersWith: "rebuilding",
      columns: [{ header: "REBUILDING", path: "rebuilding", rank: "key" }],
      notes: ["The service does this by itself when nodes or the definition change."],
    }),
    "tag.update_nodes": one.post("admin", "Add a tag to nodes, or remove it from them", {
      fields: [
        list("add", "nodes to add the tag to", { kind: "node" }),
        list("remove", "nodes to remove the tag from", { kind: "node" }),
        text("definition", "fail if the tag has another definition"),
        text("rack_controller", "rack controller whose key is used", { kind: "node" }),
      ],
      rules: [{ kind: "any", fields: ["add", "remove"], message: "give nodes with --add or --remove" }],
      commonFields: ["add", "remove"],
      resultVerb: "nodes",
      notes: ["If a tag has a definition, the service decides which nodes have it."],
      columns: [
        { header: "ADDED", path: "added", rank: "key" },
        { header: "REMOVED", path: "removed", rank: "key" },
      ],
      example: { name: "ssd", add: "web-01,web-02", remove: "db-01" },
    }),
  }),
} as const satisfies GroupDefinition;
