import { anyOf, boolean, exclusive, integer, integerOrName, needs, text } from "../field.ts";
import type { GroupDefinition } from "../group.ts";
import { ranges, subnets } from "../number-lists.ts";
import { nameOperations, resource } from "../resource.ts";

const allAddresses = resource("/ipaddresses/");

export const addressGroup = {
  identity: "ip",
  columns: [
    { header: "IP", path: "ip", rank: "key" },
    { header: "TYPE", path: "alloc_type_name" },
    { header: "OWNER", path: "owner.username" },
    { header: "SUBNET", path: "subnet.cidr", min: 18 },
    { header: "NODE", path: "interface_set.system_id", as: "node" },
    { header: "CREATED", path: "created", as: "age" },
    { header: "MAC", path: "interface_set.mac_address", wide: true, min: 17 },
  ],
  operations: nameOperations({
    "ip-addresses.list": allAddresses.list("anyone", "List reserved IP addresses", {
      notes: ["Lists your own reserved addresses. Administrators can list others with --all or --owner."],
      fields: [
        text("ip", "only this IP address"),
        boolean("all", "all reserved addresses", { adminOnly: true }),
        text("owner", "only addresses of this user", { adminOnly: true }),
      ],
    }),
    "ip-addresses.release": allAddresses.post("anyone", "Release a reserved IP address", {
      fields: [
        text("ip", "IP address to release", { required: true, alsoPositional: true }),
        boolean("discovered", "release a discovered address; needs --force", { adminOnly: true }),
        boolean("force", "release an address of any type", { adminOnly: true }),
      ],
      rules: [needs("discovered", "force")],
      confirm: "destroys",
      success: 204,
      result: "none",
      example: { ip: "10.10.0.50", force: "true" },
    }),
    "ip-addresses.reserve": allAddresses.post("anyone", "Reserve an IP address", {
      answersWith: "ip",
      notes: ["Fails with 400 if no subnet matches, and with 503 if no address is left."],
      fields: [
        text("hostname", "host name; in the default domain unless it is an FQDN"),
        text("ip", "address to reserve, in a known subnet"),
        text("ip_address", "the same as --ip", { deprecated: "use --ip" }),
        text("mac", "MAC address of the interface to link it to"),
        text("subnet", "subnet to take a free address from", { form: "CIDR" }),
      ],
      rules: [
        anyOf("give --subnet or --ip", "subnet", "ip", "ip_address"),
        exclusive("subnet", "ip", "ip_address"),
      ],
      example: { subnet: "10.10.0.0/24" },
      answers503: true,
      meanings: {
        404: {
          kind: "conflict",
          hint: "the address is taken: name another one, or give --subnet for a free one",
        },
      },
    }),
  }),
} as const satisfies GroupDefinition;

const startIp = text("start_ip", "first address");
const endIp = text("end_ip", "last address");
const rangeComment = text("comment", "comment on the range");
const allRanges = resource("/ipranges/");
const oneRange = resource("/ipranges/{id}/", [
  integerOrName("id", "id or first address of the IP range", ranges),
]);

export const rangeGroup = {
  columns: [
    { header: "ID", path: "id" },
    { header: "START", path: "start_ip", rank: "key" },
    { header: "END", path: "end_ip", rank: "key" },
    { header: "TYPE", path: "type" },
    { header: "SUBNET", path: "subnet.cidr", min: 18 },
    { header: "USER", path: "user.username" },
    { header: "COMMENT", path: "comment", rank: "minor" },
  ],
  kind: {
    key: ["start_ip"],
    memberPaths: { subnet: ["subnet.cidr", "subnet.name", "subnet.id"] },
    references: { subnet: "subnets" },
  },
  operations: {
    "ip-ranges.list": allRanges.list("anyone", "List IP ranges"),
    "ip-ranges.create": allRanges.create("anyone", "Create an IP range", {
      fields: [
        { ...startIp, required: true },
        { ...endIp, required: true },
        integer("subnet", "id, name or CIDR of the subnet", {
          alsoName: true,
          list: subnets,
          required: true,
        }),
        text("type", "what the range is for", { required: true, choices: ["dynamic", "reserved"] }),
        rangeComment,
      ],
      example: { start_ip: "10.10.0.150", end_ip: "10.10.0.160", subnet: "1", type: "reserved" },
    }),
    "ip-range.delete": oneRange.remove("owner", "Delete an IP range", {
      effects: [{ template: "DHCP stops on a VLAN that loses its last dynamic range" }],
    }),
    "ip-range.read": oneRange.read("anyone", "Show an IP range"),
    "ip-range.update": oneRange.update("owner", "Change an IP range", {
      fields: [rangeComment, endIp, startIp],
      example: { comment: "kept for printers" },
    }),
  },
} as const satisfies GroupDefinition;
