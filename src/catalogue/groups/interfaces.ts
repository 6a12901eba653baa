import { booleanOrDigit, commaSeparated, exclusive, idOrName, integer, list, text, words } from "../field.ts";
import { nodeId, tagging } from "../fields.ts";
import type { GroupDefinition } from "../group.ts";
import { interfaces, links, subnets, vlans } from "../number-lists.ts";
import type { Field } from "../operation.ts";
import { liveOnly, nameOperations } from "../resource.ts";

const name = (help: string): Field => text("name", help);
const macAddress = (help: string): Field => text("mac_address", help, { form: "MAC" });
const interfaceReference = { list: interfaces, form: "id|name" } as const;
const vlanReference = { list: vlans, form: "id|fabric/VID" } as const;
const link = (help: string): Field =>
  integer("link_id", help, { alsoName: true, list: links, form: "id|IP|subnet", alsoPositional: true });
const vlan = text("vlan", "VLAN, such as rack9/123 or a unique name", vlanReference);
const tags = text("tags", "tags of the interface", commaSeparated);

/** Services take `parents`; the documented `parent` works as well. */
const parentFields = (help: string): readonly Field[] => [
  text("parent", help, interfaceReference),
  list("parents", "the same as --parent", { ...interfaceReference, undocumented: true }),
];
const parentRules = [
  { kind: "any", fields: ["parent", "parents"], message: "give --parent, the interface below the new one" },
  exclusive("parent", "parents"),
] as const;

const interfaceFields = [
  tags,
  integer("mtu", "MTU in bytes; the VLAN's by default", { min: 552, max: 65_535 }),
  booleanOrDigit("accept_ra", "accept IPv6 router advertisements"),
];

const linkFields = [
  booleanOrDigit("link_connected", "whether a cable is plugged in"),
  integer("interface_speed", "speed of the interface in Mbit/s", { min: 0 }),
  integer("link_speed", "speed of the link in Mbit/s", { min: 0 }),
];
const enabled = booleanOrDigit("enabled", "whether the interface is in use", { undocumented: true });

/** The extra fields of bonds and bridges, with the service's defaults for a new one. */
export const fieldsOfType = {
  bond: [
    text("bond_mode", "mode of the bond", {
      choices: words("balance-rr active-backup balance-xor broadcast 802.3ad balance-tlb balance-alb"),
      default: "active-backup",
    }),
    integer("bond_miimon", "interval of link monitoring in milliseconds", { min: 0, default: "100" }),
    integer("bond_downdelay", "milliseconds until a lost link is treated as down", { min: 0, default: "0" }),
    integer("bond_updelay", "milliseconds until a new link is treated as up", { min: 0, default: "0" }),
    text("bond_lacp_rate", "rate of LACP packets", { choices: ["fast", "slow"], default: "slow" }),
    text("bond_xmit_hash_policy", "how packets are spread over the links", {
      choices: ["layer2", "layer2+3", "layer3+4", "encap2+3", "encap3+4"],
      default: "layer2",
    }),
    integer("bond_num_grat_arp", "peer notifications per failover", { min: 0, max: 255, default: "1" }),
  ],
  bridge: [
    text("bridge_type", "type of the bridge", { choices: ["standard", "ovs"], default: "standard" }),
    booleanOrDigit("bridge_stp", "whether spanning tree is on", { default: "false" }),
    integer("bridge_fd", "forward delay in seconds", { min: 0, max: 65_535, default: "15" }),
  ],
} as const;

const withoutDefault = ({ default: _default, ...field }: Field): Field => field;

const paramsMembers = [
  "mtu",
  "accept_ra",
  ...[...fieldsOfType.bond, ...fieldsOfType.bridge].map((field) => field.name),
];

const changeableStatuses = ["new", "ready", "allocated", "broken", "failed_testing"] as const;

const stateNotes = ["Allowed while the machine is New, Ready, Allocated, Broken or Failed testing."];
const changeOptions = { answersWith: "id", notes: stateNotes } as const;

const all = liveOnly("/nodes/{system_id}/interfaces/", [nodeId]);
const one = liveOnly("/nodes/{system_id}/interfaces/{id}/", [nodeId, idOrName("interface", interfaces)], {
  example: { id: "eth0" },
});

export const group = {
  columns: [
    { header: "NAME", path: "name", rank: "key" },
    { header: "TYPE", path: "type" },
    { header: "PARENTS", path: "parents", rank: "minor" },
    { header: "MAC", path: "mac_address", min: 17 },
    { header: "VLAN", path: "vlan.fabric/vlan.vid" },
    { header: "SUBNET", path: "links.subnet.name" },
    { header: "IP", path: "links.ip_address|mode", rank: "key" },
    { header: "MTU", path: "effective_mtu", wide: true },
    { header: "ENABLED", path: "enabled", as: "boolean", wide: true },
    { header: "LINK", path: "link_connected", as: "boolean", wide: true },
    { header: "MBIT/S", path: "link_speed", wide: true },
    { header: "DISCOVERED", path: "discovered.ip_address", wide: true },
    { header: "TAGS", path: "tags", wide: true },
    { header: "ID", path: "id", wide: true },
  ],
  kind: {
    key: ["name"],
    otherKeys: ["mac_address"],
    otherKeyConditions: { mac_address: { type: "physical" } },
    parent: { kind: "machines", parameter: "system_id", rows: "interface_set" },
    children: { links: "links" },
    createVariants: {
      field: "type",
      operations: {
        physical: "interfaces.create_physical",
        bond: "interfaces.create_bond",
        bridge: "interfaces.create_bridge",
        vlan: "interfaces.create_vlan",
      },
    },
    memberPaths: {
      vlan: ["vlan.fabric/vlan.vid", "vlan.id"],
      ...Object.fromEntries(paramsMembers.map((name) => [name, [`params.${name}`]])),
    },
    absentIsEmpty: paramsMembers,
    comparisons: { mac_address: "mac" },
    neverEmpty: ["type", ...paramsMembers.slice(2)],
    references: { vlan: "vlans", parents: "interfaces" },
    referencesById: ["vlan", "parents"],
    siblings: ["parents"],
    singularFields: { parents: "parent" },
    ignoredFields: ["parent", ...linkFields.map(({ name: field }) => field)],
    clearingFields: ["vlan", "parents"],
    builtinWhen: { type: "physical" },
    changeableStatuses,
  },
  parts: {
    links: {
      key: ["subnet"],
      otherKeys: ["mode", "ip_address"],
      otherKeyConditions: { mode: { mode: "link_up" } },
      parent: { kind: "interfaces", parameter: "id", rows: "links" },
      operations: { create: "interface.link_subnet", remove: "interface.unlink_subnet" },
      removeIdField: "link_id",
      memberPaths: { subnet: ["subnet.cidr", "subnet.name", "subnet.id"] },
      comparisons: { mode: "word" },
      references: { subnet: "subnets" },
      referencesById: ["subnet"],
      absentIsEmpty: ["ip_address"],
      neverEmpty: ["ip_address"],
      ignoredFields: ["force"],
      flagPaths: { default_gateway: ["default_gateways.ipv4.link_id", "default_gateways.ipv6.link_id"] },
      builtinWhen: { mode: "link_up" },
      changeableStatuses,
    },
  },
  operations: nameOperations({
    "interfaces.list": all.list("anyone", "List the interfaces of a node"),
    "interfaces.create_physical": all.post("admin", "Add a physical interface to a node", {
      ...changeOptions,
      fields: [
        { ...macAddress("MAC address"), required: true },
        name("name; eth0 and so on by default"),
        vlan,
        ...interfaceFields,
        { ...enabled, default: "true" },
        ...linkFields.map((field) => ({ ...field, undocumented: true as const })),
      ],
      example: { mac_address: "52:54:00:aa:00:01", name: "eth5", vlan: "fabric-prod/0" },
    }),
    "interfaces.create_bond": all.post("owner", "Create a bond of physical interfaces", {
      ...changeOptions,
      fields: [
        text("name", "name of the bond", { required: true }),
        list("parents", "interfaces to bond", { ...interfaceReference, required: true }),
        macAddress("MAC address; the first parent's by default"),
        vlan,
        ...interfaceFields,
        ...fieldsOfType.bond,
      ],
      notes: ["The parents must be on the same VLAN; they lose their links.", ...stateNotes],
      example: { name: "bond0", parents: "eth0,eth1", bond_mode: "802.3ad" },
    }),
    "interfaces.create_bridge": all.post("owner", "Create a bridge on an interface", {
      ...changeOptions,
      fields: [
        ...parentFields("interface below the bridge"),
        name("name; default: br-PARENT"),
        macAddress("MAC address; the parent's by default"),
        vlan,
        ...interfaceFields,
        ...fieldsOfType.bridge,
      ],
      rules: parentRules,
      commonFields: ["parent", "name"],
      example: { name: "br0", parent: "eth0" },
    }),
    "interfaces.create_vlan": all.post("owner", "Create a VLAN interface", {
      ...changeOptions,
      fields: [
        text("vlan", "tagged VLAN, such as rack9/123", { ...vlanReference, required: true }),
        ...parentFields("interface below the VLAN interface"),
        ...interfaceFields,
      ],
      notes: ["It is named after the parent and the VLAN id: eth0.100.", ...stateNotes],
      rules: parentRules,
      commonFields: ["parent"],
      example: { vlan: "fabric-prod/100", parent: "eth0" },
    }),
    "interface.read": one.read("anyone", "Show an interface"),
    "interface.update": one.update("owner", "Change an interface", {
      fields: [
        name("new name"),
        macAddress("MAC address"),
        { ...vlan, help: "VLAN, such as rack9/123; empty for none" },
        list("parents", "interfaces below a bond", interfaceReference),
        text("parent", "interface below a bridge or a VLAN interface", interfaceReference),
        ...interfaceFields,
        enabled,
        ...linkFields,
        ...[...fieldsOfType.bond, ...fieldsOfType.bridge].map((field) => ({
          ...withoutDefault(field),
          ...(field.name === "bond_num_grat_arp" ? { undocumented: true as const } : {}),
        })),
      ],
      notes: ["An interface that moves to another VLAN loses its links to subnets.", ...stateNotes],
      commonFields: ["name", "vlan", "mtu", "tags", "parents"],
      example: { id: "eth0", mtu: "9000" },
    }),
    "interface.delete": one.remove("owner", "Delete an interface", {
      effects: [
        {
          template:
            "VLAN interfaces, bonds and bridges on it are deleted too, and its addresses are released",
        },
      ],
      notes: stateNotes,
      example: { id: "eth1" },
    }),
    "interface.link_subnet": one.post("owner", "Link an interface to a subnet", {
      ...changeOptions,
      fields: [
        text("mode", "how the interface gets its address", {
          required: true,
          suggestions: ["AUTO", "DHCP", "STATIC", "LINK_UP"],
        }),
        text("subnet", "subnet on the interface's VLAN; omit it for LINK_UP", {
          list: subnets,
          form: "id|name|CIDR",
        }),
        text("ip_address", "address of a STATIC link; any free one by default"),
        booleanOrDigit("force", "remove links that conflict with the new one", { default: "false" }),
        booleanOrDigit("default_gateway", "use the subnet's gateway as the machine's default gateway", {
          default: "false",
        }),
      ],
      rules: [
        {
          kind: "needs",
          field: "mode",
          is: ["AUTO", "DHCP", "STATIC"],
          needs: ["subnet"],
          message: "AUTO, DHCP and STATIC links need --subnet",
        },
        {
          kind: "onlyWhen",
          fields: ["ip_address"],
          when: "mode",
          is: ["STATIC"],
          message: "--ip-address is for STATIC links only",
        },
      ],
      notes: [
        "An interface without a VLAN moves to the VLAN of the subnet; with --force, any interface does.",
        ...stateNotes,
      ],
      answers503: true,
      example: { id: "eth0", mode: "STATIC", subnet: "prod-net", ip_address: "10.10.0.77" },
    }),
    "interface.unlink_subnet": one.post("owner", "Remove a link of an interface", {
      ...changeOptions,
      fields: [{ ...link("link by its address, subnet or id"), sentAs: "id" }],
      rules: [{ kind: "any", fields: ["link_id"], message: "give the address, subnet or id of the link" }],
      example: { id: "eth0", link_id: "prod-net" },
    }),
    "interface.disconnect": one.post("owner", "Remove an interface from its VLAN and subnets", changeOptions),
    "interface.set_default_gateway": one.post("owner", "Use the gateway of a link as the default gateway", {
      ...changeOptions,
      fields: [link("link by address, subnet or id, if several have a gateway")],
      notes: ["The link must be AUTO or STATIC, and its subnet must have a gateway.", ...stateNotes],
      example: { id: "eth0", link_id: "prod-net" },
    }),
    "interface.add_tag": one.post(
      "owner",
      "Add a tag to an interface",
      tagging("id", { id: "eth0", tag: "uplink" }),
    ),
    "interface.remove_tag": one.post(
      "owner",
      "Remove a tag from an interface",
      tagging("id", { id: "eth0", tag: "uplink" }),
    ),
  }),
} as const satisfies GroupDefinition;
