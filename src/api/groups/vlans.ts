import { integerOrName } from "../fields.ts";
import type { Field, Group } from "../operation.ts";
import { resource } from "../resource.ts";

const fabricId = integerOrName("fabric_id", "id or name of the fabric");

const parameters = [fabricId, integerOrName("vid", "VLAN id, or name such as untagged")] as const;

const description = { name: "description", type: "string", help: "free text" } as const satisfies Field;

const mtu = { name: "mtu", type: "integer", min: 0, help: "MTU in bytes" } as const satisfies Field;

const name = { name: "name", type: "string", help: "name" } as const satisfies Field;

/** An empty part is a value of its own here, so it must be sendable. */
const space = {
  name: "space",
  type: "string",
  suggestions: ["undefined"],
  help: "space; empty or undefined for the undefined space",
} as const satisfies Field;

const vlans = resource("/fabrics/{fabric_id}/vlans/", fabricId);
const vlan = resource("/fabrics/{fabric_id}/vlans/{vid}/", ...parameters);

export const group = {
  name: "vlans",
  identity: "vid",
  columns: [
    { header: "VID", path: "vid" },
    { header: "NAME", path: "name" },
    { header: "FABRIC", path: "fabric" },
    { header: "SPACE", path: "space", as: "space" },
    { header: "DHCP", path: "dhcp_on", as: "boolean" },
    { header: "MTU", path: "mtu" },
    { header: "PRIMARY", path: "primary_rack", as: "node" },
    { header: "SECONDARY", path: "secondary_rack", as: "node" },
    { header: "RELAY", path: "relay_vlan.id", wide: true },
    { header: "ID", path: "id", wide: true },
  ],
  operations: {
    "vlans.list": vlans.list({ who: "anyone", summary: "List the VLANs of a fabric" }),
    "vlans.create": vlans.create({
      who: "admin",
      summary: "Create a VLAN on a fabric",
      fields: [
        { name: "vid", type: "integer", required: true, min: 0, max: 4094, help: "VLAN id" },
        description,
        mtu,
        name,
        space,
      ],
      example: { vid: "200", name: "storage" },
    }),
    "vlan.delete": vlan.remove({
      who: "admin",
      summary: "Delete a VLAN",
      example: { vid: "100" },
      success: 204,
    }),
    "vlan.read": vlan.read({ who: "anyone", summary: "Show a VLAN", example: { vid: "100" } }),
    "vlan.update": vlan.update({
      who: "admin",
      summary: "Change a VLAN",
      notes: ["The service does not run the relay of DHCP requests itself."],
      fields: [
        description,
        { name: "dhcp_on", type: "boolean", help: "manage DHCP on the VLAN" },
        mtu,
        name,
        { name: "primary_rack", type: "string", kind: "node", help: "primary rack controller" },
        {
          name: "relay_vlan",
          type: "integer",
          alsoName: true,
          help: "VLAN to which DHCP requests are relayed",
        },
        { name: "secondary_rack", type: "string", kind: "node", help: "secondary rack controller" },
        space,
      ],
      example: { vid: "100", description: "storage traffic" },
    }),
  },
} as const satisfies Group;
