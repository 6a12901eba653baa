import { boolean, exclusive, idOrName, integer, needs, text } from "../field.ts";
import type { GroupDefinition } from "../group.ts";
import { ranges, snippets } from "../number-lists.ts";
import { nameOperations, resource } from "../resource.ts";

const all = resource("/dhcp-snippets/", [], { deprecated: true });
const one = resource("/dhcp-snippets/{id}/", [idOrName("DHCP snippet", snippets)], { deprecated: true });

export const group = {
  columns: [
    { header: "ID", path: "id" },
    { header: "NAME", path: "name", rank: "key" },
    { header: "ENABLED", path: "enabled", as: "boolean" },
    { header: "GLOBAL", path: "global_snippet", as: "boolean" },
    { header: "SUBNET", path: "subnet.name" },
    { header: "NODE", path: "node.system_id", as: "node" },
    { header: "DESCRIPTION", path: "description", rank: "minor" },
    { header: "VALUE", path: "value", wide: true },
    { header: "REVISIONS", path: "history.id", wide: true },
  ],
  kind: {
    key: ["name"],
    memberPaths: {
      subnet: ["subnet.cidr", "subnet.name", "subnet.id"],
      node: ["node.hostname", "node.system_id"],
      iprange: ["iprange.start_ip", "iprange.id"],
    },
    references: { subnet: "subnets", iprange: "ipranges" },
    referencesById: ["subnet", "iprange"],
    absentIsEmpty: ["iprange"],
  },
  operations: nameOperations({
    "dhcp-snippets.list": all.list("anyone", "List DHCP snippets"),
    "dhcp-snippets.create": all.create("admin", "Create a DHCP snippet", {
      fields: [
        text("name", "name", { required: true }),
        text("value", "DHCP server configuration, or @file", { required: true, verbatim: true }),
        text("description", "free text"),
        boolean("enabled", "enable the snippet"),
        boolean("global_snippet", "apply it to all nodes; not with --node or --subnet"),
        text("iprange", "IP range it applies to; needs --subnet", { list: ranges }),
        text("node", "node it applies to", { kind: "node" }),
        text("subnet", "subnet it applies to"),
      ],
      rules: [exclusive("node", "subnet", "global_snippet"), needs("iprange", "subnet")],
      example: { name: "dns", value: "option domain-name-servers 10.10.0.2;", global_snippet: "true" },
    }),
    "dhcp-snippet.delete": one.remove("admin", "Delete a DHCP snippet", {
      effects: [{ template: "its earlier values are deleted too" }],
    }),
    "dhcp-snippet.read": one.read("anyone", "Show a DHCP snippet with its history"),
    "dhcp-snippet.update": one.update("admin", "Change a DHCP snippet", {
      notes: ["Previous values are kept: svc dhcp-snippets revert restores one."],
      fields: [
        text("description", "free text"),
        boolean("enabled", "enable the snippet"),
        boolean("global_snippet", "make it global, which removes its node and subnet"),
        text("name", "name"),
        text("node", "node it applies to", { kind: "node" }),
        text("subnet", "subnet it applies to"),
        text("value", "DHCP server configuration, or @file", { verbatim: true }),
      ],
      rules: [exclusive("node", "subnet")],
      example: { description: "time servers" },
    }),
    "dhcp-snippet.revert": one.post("admin", "Revert a DHCP snippet to an earlier value", {
      answersWith: "id",
      fields: [integer("to", "id of a revision, or -1 for the previous one", { required: true })],
      example: { to: "1" },
    }),
  }),
} as const satisfies GroupDefinition;
