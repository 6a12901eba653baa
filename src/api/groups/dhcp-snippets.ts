import { integerId } from "../fields.ts";
import type { Group } from "../operation.ts";
import { resource } from "../resource.ts";

const dhcpSnippets = resource("/dhcp-snippets/");
const dhcpSnippet = resource("/dhcp-snippets/{id}/", integerId("id", "id of the DHCP snippet"));

/** Deprecated, and the service names nothing in their place. */
export const group = {
  name: "dhcp-snippets",
  identity: "id",
  columns: [
    { header: "ID", path: "id" },
    { header: "NAME", path: "name" },
    { header: "ENABLED", path: "enabled", as: "boolean" },
    { header: "GLOBAL", path: "global_snippet", as: "boolean" },
    { header: "SUBNET", path: "subnet.name" },
    { header: "NODE", path: "node.system_id", as: "node" },
    { header: "DESCRIPTION", path: "description" },
    { header: "VALUE", path: "value", wide: true },
    { header: "REVISIONS", path: "history.id", wide: true },
  ],
  operations: {
    "dhcp-snippets.list": dhcpSnippets.list({
      who: "anyone",
      summary: "List DHCP snippets",
      deprecated: true,
    }),
    "dhcp-snippets.create": dhcpSnippets.create({
      who: "admin",
      summary: "Create a DHCP snippet",
      fields: [
        { name: "name", type: "string", required: true, help: "name" },
        {
          name: "value",
          type: "string",
          required: true,
          document: true,
          help: "DHCP server configuration, or @file",
        },
        { name: "description", type: "string", help: "free text" },
        { name: "enabled", type: "boolean", help: "put the snippet to use" },
        { name: "global_snippet", type: "boolean", help: "for every node; not with --node or --subnet" },
        { name: "iprange", type: "string", help: "IP range it applies to; needs --subnet" },
        { name: "node", type: "string", kind: "node", help: "node it applies to" },
        { name: "subnet", type: "string", help: "subnet it applies to" },
      ],
      rules: [
        {
          kind: "exclusive",
          fields: ["node", "subnet", "global_snippet"],
          says: "--node, --subnet and --global-snippet cannot be combined",
        },
        { kind: "needs", field: "iprange", needs: ["subnet"], says: "--iprange needs --subnet" },
      ],
      deprecated: true,
      errors: [400, 403],
      example: { name: "dns", value: "option domain-name-servers 10.10.0.2;", global_snippet: "true" },
    }),
    "dhcp-snippet.delete": dhcpSnippet.remove({
      who: "admin",
      summary: "Delete a DHCP snippet and its history",
      deprecated: true,
      errors: [403, 404],
    }),
    "dhcp-snippet.read": dhcpSnippet.read({
      who: "anyone",
      summary: "Show a DHCP snippet with its history",
      deprecated: true,
    }),
    "dhcp-snippet.update": dhcpSnippet.update({
      who: "admin",
      summary: "Change a DHCP snippet",
      notes: ["Previous values are kept: see revert."],
      fields: [
        { name: "description", type: "string", help: "free text" },
        { name: "enabled", type: "boolean", help: "put the snippet to use" },
        {
          name: "global_snippet",
          type: "boolean",
          help: "make it global, which removes its node and subnet",
        },
        { name: "name", type: "string", help: "name" },
        { name: "node", type: "string", kind: "node", help: "node it applies to" },
        { name: "subnet", type: "string", help: "subnet it applies to" },
        { name: "value", type: "string", document: true, help: "DHCP server configuration, or @file" },
      ],
      rules: [
        { kind: "exclusive", fields: ["node", "subnet"], says: "--node and --subnet cannot be combined" },
      ],
      example: { description: "time servers" },
      deprecated: true,
      errors: [400, 403, 404],
    }),
    "dhcp-snippet.revert": dhcpSnippet.post("revert", {
      who: "admin",
      summary: "Return to an earlier value of a DHCP snippet",
      fields: [
        {
          name: "to",
          type: "integer",
          required: true,
          help: "id of a revision, or -1, -2, ... for steps back",
        },
      ],
      example: { to: "1" },
      deprecated: true,
      errors: [404],
    }),
  },
} as const satisfies Group;
