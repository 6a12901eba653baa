import { boolean, integer, integerOrName, text } from "../field.ts";
import { vlans } from "../number-lists.ts";
import type { GroupDefinition } from "../operation.ts";
import { resource } from "../resource.ts";

const fabricId = integerOrName("fabric_id", "id or name of the fabric");
const parameters = [fabricId, integerOrName("vid", "VLAN id, or name such as untagged")] as const;
const description = text("description", "free text");
const mtu = integer("mtu", "MTU in bytes", { min: 0 });
const name = text("name", "name");

/** An empty value selects the undefined space, so it is sent. */
const space = text("space", "space; empty or undefined for no space", {
  suggestions: ["undefined"],
});

const all = resource("/fabrics/{fabric_id}/vlans/", [fabricId], { answersWith: "vid" });
const one = resource("/fabrics/{fabric_id}/vlans/{vid}/", parameters, {
  answersWith: "vid",
  example: { vid: "100" },
});

export const group = {
  identity: "vid",
  columns: [
    { header: "VID", path: "vid", rank: "key" },
    { header: "NAME", path: "name", rank: "key" },
    { header: "FABRIC", path: "fabric", rank: "minor" },
    { header: "SPACE", path: "space", as: "space" },
    { header: "DHCP", path: "dhcp_on", as: "boolean" },
    { header: "MTU", path: "mtu" },
    { header: "PRIMARY", path: "primary_rack", as: "node" },
    { header: "SECONDARY", path: "secondary_rack", as: "node" },
    { header: "RELAY", path: "relay_vlan.id", wide: true },
    { header: "ID", path: "id", wide: true },
  ],
  kind: {
    key: ["vid"],
    neverEmpty: ["name", "mtu"],
    parent: { kind: "fabrics", parameter: "fabric_id", rows: "vlans" },
    otherNameFields: ["name"],
    memberPaths: { relay_vlan: ["relay_vlan.fabric/relay_vlan.vid", "relay_vlan.id"] },
    emptyMarkers: { space: "undefined" },
    references: { space: "spaces", relay_vlan: "vlans" },
    setAfterDependents: ["dhcp_on"],
    builtinWhen: { vid: 0 },
  },
  operations: {
    "vlans.list": all.list("anyone", "List the VLANs of a fabric"),
    "vlans.create": all.create("admin", "Create a VLAN on a fabric", {
      fields: [
        integer("vid", "VLAN id", { required: true, min: 0, max: 4094 }),
        description,
        mtu,
        name,
        space,
      ],
      example: { vid: "200", name: "storage" },
    }),
    "vlan.delete": one.remove("admin", "Delete a VLAN", {
      effects: [{ template: "its subnets and interfaces move to the untagged VLAN of the fabric" }],
      example: { vid: "100" },
      success: 204,
    }),
    "vlan.read": one.read("anyone", "Show a VLAN"),
    "vlan.update": one.update("admin", "Change a VLAN", {
      notes: ["The service itself does not relay DHCP requests."],
      fields: [
        description,
        boolean("dhcp_on", "manage DHCP on the VLAN", {
          remedy:
            "DHCP needs --primary-rack RACK and a dynamic range: svc ipranges create --type dynamic --start-ip IP --end-ip IP",
        }),
        mtu,
        name,
        text("primary_rack", "primary rack controller", { kind: "node" }),
        integer("relay_vlan", "VLAN to which DHCP requests are relayed", { alsoName: true, list: vlans }),
        text("secondary_rack", "secondary rack controller", { kind: "node" }),
        space,
      ],
      example: { vid: "100", description: "storage traffic" },
    }),
  },
} as const satisfies GroupDefinition;
