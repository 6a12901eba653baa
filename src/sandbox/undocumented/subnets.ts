import { integer, list, oneOrZero, text, textId } from "../../catalogue/field.ts";
import type { Group } from "../../catalogue/operation.ts";
import { resource } from "../../catalogue/resource.ts";

const all = resource("/subnets/");
const one = resource("/subnets/{id}/", [textId("id", "number, name or CIDR of the subnet")]);
const cidr = "cidr";

/** What create and update both take. */
const common = [
  text("name", "name; the CIDR by default"),
  text("description", "what the subnet is for"),
  text("vlan", "number of the VLAN"),
  text("fabric", "number or name of the fabric whose VLAN is meant"),
  integer("vid", "VLAN id in that fabric", { min: 0, max: 4094 }),
  text("space", "not used: a subnet is in the space of its VLAN"),
  text("gateway_ip", "address of the gateway; empty for none"),
  integer("rdns_mode", "reverse DNS: 0 off, 1 on, 2 on with RFC 2317", { min: 0, max: 2 }),
  oneOrZero("allow_dns", "whether machines may ask the service for names"),
  oneOrZero("allow_proxy", "whether machines may use the service's proxy"),
  list("dns_servers", "name servers of the subnet"),
  oneOrZero("managed", "whether the service gives out any free address; if not, only reserved ones"),
  list("disabled_boot_architectures", "architectures that do not boot from the subnet"),
] as const;

export const group = {
  name: "subnets",
  identity: "id",
  columns: [],
  operations: {
    "subnets.list": all.list("anyone", "List the subnets"),
    "subnets.create": all.create("admin", "Create a subnet", {
      fields: [text(cidr, "network in CIDR notation", { required: true }), ...common],
    }),
    "subnet.read": one.read("anyone", "Show a subnet"),
    "subnet.update": one.update("admin", "Change a subnet", {
      fields: [text(cidr, "network in CIDR notation"), ...common],
    }),
    "subnet.delete": one.remove("admin", "Delete a subnet that nothing is in", { success: 204 }),
    "subnet.ip_addresses": one.get("ip_addresses", "anyone", "List the addresses in use of a subnet", {
      fields: [
        oneOrZero("with_username", "with the user who has each", { default: "1" }),
        oneOrZero("with_summary", "with the node that has each", { default: "1" }),
        oneOrZero("with_node_summary", "the earlier name of with_summary"),
      ],
    }),
    "subnet.reserved_ip_ranges": one.get(
      "reserved_ip_ranges",
      "anyone",
      "List the ranges of a subnet that are taken or kept",
    ),
    "subnet.statistics": one.get("statistics", "anyone", "Show how much of a subnet is in use", {
      fields: [
        oneOrZero("include_ranges", "with the ranges in use and those that are not"),
        oneOrZero("include_suggestions", "with a gateway and a dynamic range that would fit"),
      ],
    }),
    "subnet.unreserved_ip_ranges": one.get(
      "unreserved_ip_ranges",
      "anyone",
      "List the ranges of a subnet that nothing has",
    ),
  },
} as const satisfies Group;
