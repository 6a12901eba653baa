import { boolean, idOrName, integer, integerOrName, text, textId } from "../field.ts";
import type { GroupDefinition } from "../group.ts";
import { vlans } from "../number-lists.ts";
import type { Field } from "../operation.ts";
import { liveOnly, nameOperations, resource } from "../resource.ts";

const fabricFields: readonly Field[] = [
  text("class_type", "class of the fabric"),
  text("description", "free text"),
  text("name", "name"),
];

const allFabrics = resource("/fabrics/");
const oneFabric = resource("/fabrics/{id}/", [idOrName("fabric")]);

export const fabricGroup = {
  columns: [
    { header: "ID", path: "id" },
    { header: "NAME", path: "name", rank: "key" },
    { header: "CLASS", path: "class_type" },
    { header: "VLANS", path: "vlans", as: "count" },
    { header: "VIDS", path: "vlans.vid", wide: true },
  ],
  kind: {
    key: ["name"],
    children: { vlans: "vlans" },
    builtinWhen: { id: 0 },
    blockedBy: ["subnets"],
    blockedByNodes: { filter: "fabrics", path: "interface_set.vlan.fabric" },
  },
  operations: {
    "fabrics.list": allFabrics.list("anyone", "List fabrics"),
    "fabrics.create": allFabrics.create("admin", "Create a fabric", {
      fields: fabricFields,
      example: { name: "fabric-lab" },
    }),
    "fabric.delete": oneFabric.remove("admin", "Delete a fabric", {
      effects: [{ template: "its VLANs are deleted too; fails if subnets or interfaces are on them" }],
      example: { id: "2" },
    }),
    "fabric.read": oneFabric.read("anyone", "Show a fabric with its VLANs"),
    "fabric.update": oneFabric.update("admin", "Change a fabric", {
      fields: fabricFields,
      example: { class_type: "10g" },
    }),
  },
} as const satisfies GroupDefinition;

const fabricId = integerOrName("fabric_id", "id or name of the fabric");
const vlanParameters = [fabricId, integerOrName("vid", "VLAN id, or name such as untagged")] as const;
const vlanDescription = text("description", "free text");
const mtu = integer("mtu", "MTU in bytes", { min: 0 });
const name = text("name", "name");

/** An empty value selects the undefined space, so it is sent. */
const space = text("space", "space; empty or 'undefined' for none", {
  suggestions: ["undefined"],
});

const allVlans = resource("/fabrics/{fabric_id}/vlans/", [fabricId], { answersWith: "vid" });
const oneVlan = resource("/fabrics/{fabric_id}/vlans/{vid}/", vlanParameters, {
  answersWith: "vid",
  example: { vid: "100" },
});

export const vlanGroup = {
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
    "vlans.list": allVlans.list("anyone", "List the VLANs of a fabric"),
    "vlans.create": allVlans.create("admin", "Create a VLAN on a fabric", {
      fields: [
        integer("vid", "VLAN id", { required: true, min: 0, max: 4094 }),
        vlanDescription,
        mtu,
        name,
        space,
      ],
      example: { vid: "200", name: "storage" },
    }),
    "vlan.delete": oneVlan.remove("admin", "Delete a VLAN", {
      effects: [{ template: "its subnets and interfaces move to the untagged VLAN of the fabric" }],
      example: { vid: "100" },
      success: 204,
    }),
    "vlan.read": oneVlan.read("anyone", "Show a VLAN"),
    "vlan.update": oneVlan.update("admin", "Change a VLAN", {
      notes: ["The service itself does not relay DHCP requests."],
      fields: [
        vlanDescription,
        boolean("dhcp_on", "run DHCP on the VLAN", {
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

const spaceDescription = text("description", "free text");

const allSpaces = liveOnly("/spaces/");
const oneSpace = liveOnly("/spaces/{id}/", [idOrName("space")], {
  example: { id: "prod" },
});

export const spaceGroup = {
  columns: [
    { header: "NAME", path: "name", rank: "key", as: "space" },
    { header: "VLANS", path: "vlans", as: "count" },
    { header: "SUBNETS", path: "subnets.cidr", min: 18 },
    { header: "DESCRIPTION", path: "description", rank: "text" },
    { header: "SUBNET NAMES", path: "subnets.name", wide: true },
    { header: "ID", path: "id", wide: true },
  ],
  kind: { key: ["name"], builtinWhen: { id: -1 } },
  operations: {
    "spaces.list": allSpaces.list("anyone", "List spaces and their subnets"),
    "spaces.create": allSpaces.create("admin", "Create a space", {
      fields: [text("name", "name; default: space-ID"), spaceDescription],
      example: { name: "dmz", description: "reachable from outside" },
      notes: ["Add VLANs to it with svc vlans update."],
    }),
    "space.delete": oneSpace.remove("admin", "Delete a space", {
      effects: [{ template: "its VLANs move to the undefined space" }],
    }),
    "space.read": oneSpace.read("anyone", "Show a space with its VLANs and subnets"),
    "space.update": oneSpace.update("admin", "Change or rename a space", {
      fields: [text("name", "new name"), spaceDescription],
      example: { description: "production traffic" },
    }),
  },
} as const satisfies GroupDefinition;

const replacement = "use subnets instead: svc subnets list";
const fieldsNote = "The API documentation does not list the fields: send them with --set name=value.";
const reliabilityNote = "No successful answer is documented for this operation: do not rely on it.";
const allNetworks = resource("/networks/", [], { answersWith: "name", deprecated: replacement });
const oneNetwork = resource("/networks/{name}/", [textId("name", "name of the network")], {
  answersWith: "name",
  deprecated: replacement,
  example: { name: "subnet-1" },
});

export const networkGroup = {
  identity: "name",
  columns: [
    { header: "NAME", path: "name", rank: "key" },
    { header: "IP", path: "ip", rank: "key" },
    { header: "NETMASK", path: "netmask", min: 15 },
    { header: "VLAN", path: "vlan_tag" },
    { header: "GATEWAY", path: "default_gateway", min: 15 },
    { header: "DESCRIPTION", path: "description", rank: "minor" },
    { header: "DNS", path: "dns_servers", wide: true },
  ],
  operations: nameOperations({
    "networks.list": allNetworks.list("anyone", "List networks"),
    "networks.create": allNetworks.create("admin", "Create a network", { notes: [fieldsNote] }),
    "network.delete": oneNetwork.remove("admin", "Delete a network", { example: { name: "subnet-2" } }),
    "network.read": oneNetwork.read("anyone", "Show a network"),
    "network.update": oneNetwork.update("admin", "Change a network", { notes: [fieldsNote] }),
    "network.connect_macs": oneNetwork.post("anyone", "Connect MAC addresses to a network", {
      notes: [reliabilityNote, fieldsNote],
    }),
    "network.disconnect_macs": oneNetwork.post("anyone", "Disconnect MAC addresses from a network", {
      notes: [reliabilityNote, fieldsNote],
    }),
    "network.list_connected_macs": oneNetwork.get("anyone", "List the MAC addresses connected to a network", {
      notes: [reliabilityNote],
      emptyAnswer: "list",
      columns: [{ header: "MAC", path: "mac_address" }],
      identity: "mac_address",
    }),
  }),
} as const satisfies GroupDefinition;
