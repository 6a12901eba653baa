import { boolean, integer, list, text, textId } from "../../catalogue/field.ts";
import { nodeId } from "../../catalogue/fields.ts";
import type { Field, Group } from "../../catalogue/operation.ts";
import { resource } from "../../catalogue/resource.ts";

const all = resource("/nodes/{system_id}/interfaces/", [nodeId]);
const one = resource("/nodes/{system_id}/interfaces/{id}/", [
  nodeId,
  textId("id", "number or name of the interface"),
]);

const name = (help: string, facts: Partial<Field> = {}) => text("name", help, facts);
const macAddress = (help: string, facts: Partial<Field> = {}) => text("mac_address", help, facts);
const tags = list("tags", "tags of the interface");
const vlan = text("vlan", "number of the VLAN that it is connected to");
const mtu = integer("mtu", "MTU in bytes", { min: 552, max: 65_535 });
const acceptRa = boolean("accept_ra", "whether IPv6 router advertisements are accepted");
const common = [tags, mtu, acceptRa];

const physicalFields: readonly Field[] = [
  boolean("link_connected", "whether a cable is plugged in"),
  integer("interface_speed", "speed of the interface in Mbit/s", { min: 0 }),
  integer("link_speed", "speed of the link in Mbit/s", { min: 0 }),
];

export const bondModes = [
  ...["balance-rr", "active-backup", "balance-xor", "broadcast", "802.3ad", "balance-tlb", "balance-alb"],
];

const bondFields: readonly Field[] = [
  text("bond_mode", "mode of the bond", { choices: bondModes, default: "active-backup" }),
  integer("bond_miimon", "link monitoring in milliseconds", { min: 0, default: "100" }),
  integer("bond_downdelay", "delay before a lost link counts, in milliseconds", { min: 0, default: "0" }),
  integer("bond_updelay", "delay before a new link counts, in milliseconds", { min: 0, default: "0" }),
  text("bond_lacp_rate", "rate of LACP packets", { choices: ["fast", "slow"], default: "slow" }),
  text("bond_xmit_hash_policy", "how packets are spread over the links", {
    choices: ["layer2", "layer2+3", "layer3+4", "encap2+3", "encap3+4"],
    default: "layer2",
  }),
  integer("bond_num_grat_arp", "peer notifications after a failover", { min: 0, max: 255, default: "1" }),
];

const bridgeFields: readonly Field[] = [
  text("bridge_type", "type of the bridge", { choices: ["standard", "ovs"], default: "standard" }),
  boolean("bridge_stp", "whether spanning tree is on", { default: "false" }),
  integer("bridge_fd", "forward delay in seconds", { min: 0, max: 65_535, default: "15" }),
];

/** Exactly one: all interfaces on others read `parents`; these call it `parent` too, and are described so. */
const oneParent = (help: string): readonly Field[] => [
  text("parent", help),
  list("parents", help, { undocumented: true }),
];

/** The parameters that an interface of a type keeps. */
export const parameterFields = { bond: bondFields, bridge: bridgeFields } as const;

export const group = {
  name: "interfaces",
  identity: "id",
  columns: [],
  operations: {
    "interfaces.list": all.list("anyone", "List the interfaces of a node"),
    "interfaces.create_physical": all.post("create_physical", "owner", "Add a physical interface to a node", {
      fields: [
        macAddress("MAC address", { required: true }),
        name("name; eth0 and so on by default"),
        vlan,
        ...common,
        ...physicalFields,
      ],
    }),
    "interfaces.create_bond": all.post("create_bond", "owner", "Make a bond of interfaces", {
      fields: [
        name("name of the bond", { required: true }),
        list("parents", "numbers of the interfaces to bond", { required: true }),
        macAddress("MAC address; that of the first parent by default"),
        vlan,
        ...common,
        ...bondFields,
      ],
    }),
    "interfaces.create_bridge": all.post("create_bridge", "owner", "Make a bridge on an interface", {
      fields: [
        ...oneParent("number of the interface below the bridge"),
        name("name; that of the parent after br- by default"),
        macAddress("MAC address; that of the parent by default"),
        vlan,
        ...common,
        ...bridgeFields,
      ],
    }),
    "interfaces.create_vlan": all.post("create_vlan", "owner", "Make a VLAN interface on another", {
      fields: [
        text("vlan", "number of a VLAN with a tag", { required: true }),
        ...oneParent("number of the interface that carries it"),
        ...common,
      ],
    }),
    "interface.read": one.read("anyone", "Show an interface"),
    "interface.update": one.update("owner", "Change an interface", {
      fields: [
        name("new name"),
        macAddress("MAC address"),
        vlan,
        list("parents", "numbers of the interfaces below a bond"),
        text("parent", "number of the interface below a bridge or a VLAN interface"),
        ...common,
        ...physicalFields,
        ...bondFields.map(({ default: _, ...field }) => field),
        ...bridgeFields.map(({ default: _, ...field }) => field),
      ],
    }),
    "interface.delete": one.remove("owner", "Delete an interface", { success: 204 }),
    "interface.link_subnet": one.post("link_subnet", "owner", "Link an interface to a subnet", {
      errors: [400, 403, 404, 409, 503],
      fields: [
        text("mode", "AUTO, DHCP, STATIC or LINK_UP", { required: true }),
        text("subnet", "subnet to link to; none for LINK_UP"),
        text("ip_address", "address of a STATIC link; any free one by default"),
        boolean("force", "remove other links that are in the way", { default: "false" }),
        boolean("default_gateway", "make the subnet's gateway the default one"),
      ],
    }),
    "interface.unlink_subnet": one.post("unlink_subnet", "owner", "Remove a link of an interface", {
      fields: [integer("id", "number of the link", { required: true })],
    }),
    "interface.disconnect": one.post(
      "disconnect",
      "owner",
      "Disconnect an interface from its VLAN and subnets",
    ),
    "interface.set_default_gateway": one.post(
      "set_default_gateway",
      "owner",
      "Make the gateway of a link the default one",
      { fields: [integer("link_id", "number of the link, where several have a gateway")] },
    ),
    "interface.add_tag": one.post("add_tag", "owner", "Add a tag to an interface", {
      fields: [text("tag", "tag to add", { required: true })],
    }),
    "interface.remove_tag": one.post("remove_tag", "owner", "Remove a tag from an interface", {
      fields: [text("tag", "tag to remove", { required: true })],
    }),
  },
} as const satisfies Group;
