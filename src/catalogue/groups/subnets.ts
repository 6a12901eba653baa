import {
  boolean,
  booleanOrDigit,
  commaSeparated,
  integer,
  integerOrName,
  oneOrZero,
  text,
} from "../field.ts";
import type { GroupDefinition } from "../group.ts";
import { fabrics, routes, subnets, vlans } from "../number-lists.ts";
import type { Field } from "../operation.ts";
import { liveOnly, nameOperations } from "../resource.ts";

const cidr = text("cidr", "network in CIDR notation", { form: "CIDR" });

/** Live services read `0` as true in fields that take a word or a digit, so svc sends `false`. */
const subnetFields: readonly Field[] = [
  text("name", "name; the CIDR by default"),
  text("description", "free text"),
  integer("vlan", "VLAN, such as rack9/123 or a unique name", {
    alsoName: true,
    list: vlans,
    form: "id|fabric/VID",
  }),
  integer("fabric", "fabric of the VLAN", { alsoName: true, list: fabrics, form: "id|name" }),
  integer("vid", "VLAN id in that fabric", { min: 0, max: 4094 }),
  text("space", "ignored: a subnet is in the space of its VLAN", {
    deprecated: "a subnet is in the space of its VLAN: svc vlans update --space",
  }),
  text("gateway_ip", "address of the gateway; empty for none"),
  integer("rdns_mode", "reverse DNS: 0 off, 1 on, 2 on with RFC 2317", { min: 0, max: 2 }),
  booleanOrDigit("allow_dns", "let machines use the service's DNS"),
  booleanOrDigit("allow_proxy", "let machines use the service's HTTP proxy"),
  text("dns_servers", "name servers of the subnet", commaSeparated),
  booleanOrDigit("managed", "assign any free address, not only those of reserved ranges"),
  boolean("active_discovery", "let rack controllers scan the subnet", { undocumented: true }),
  text("disabled_boot_architectures", "architectures that must not boot from the subnet", commaSeparated),
];

const rangeColumns = [
  { header: "START", path: "start", rank: "key" },
  { header: "END", path: "end", rank: "key" },
  { header: "ADDRESSES", path: "num_addresses" },
] as const;

const allSubnets = liveOnly("/subnets/");
const oneSubnet = liveOnly("/subnets/{id}/", [integerOrName("id", "id, name or CIDR of the subnet")], {
  example: { id: "prod-net" },
});

export const subnetGroup = {
  columns: [
    { header: "CIDR", path: "cidr", rank: "key" },
    { header: "NAME", path: "name", rank: "key" },
    { header: "FABRIC/VLAN", path: "vlan.fabric/vlan.vid" },
    { header: "GATEWAY", path: "gateway_ip" },
    { header: "USED", path: "resource_uri", as: "subnetUse", min: 5 },
    { header: "SPACE", path: "space", as: "space", wide: true },
    { header: "DNS", path: "dns_servers", wide: true },
    { header: "MANAGED", path: "managed", as: "boolean", wide: true },
    { header: "VLAN ID", path: "vlan.id", wide: true },
    { header: "ID", path: "id", wide: true },
    { header: "DESCRIPTION", path: "description", wide: true, rank: "text" },
  ],
  kind: {
    key: ["cidr"],
    otherNameFields: ["name"],
    memberPaths: { vlan: ["vlan.fabric/vlan.vid", "vlan.id"] },
    references: { vlan: "vlans" },
    referencesById: ["vlan"],
    neverEmpty: ["name", "vlan", "rdns_mode", "allow_dns", "allow_proxy", "managed"],
    ignoredFields: ["fabric", "vid", "space"],
    blockedByAddresses: "subnet.ip_addresses",
    blockedByNodes: { filter: "subnets", path: "interface_set.links.subnet.cidr" },
  },
  operations: nameOperations({
    "subnets.list": allSubnets.list("anyone", "List subnets"),
    "subnets.create": allSubnets.create("admin", "Create a subnet", {
      fields: [{ ...cidr, required: true }, ...subnetFields],
      commonFields: ["name", "vlan", "gateway_ip", "dns_servers"],
      example: { cidr: "10.30.0.0/24", name: "lab-net", vlan: "fabric-prod/100", gateway_ip: "10.30.0.1" },
    }),
    "subnet.delete": oneSubnet.remove("admin", "Delete an empty subnet", {
      effects: [{ template: "its IP ranges, DHCP snippets and static routes are deleted too" }],
      example: { id: "10.20.0.0/24" },
    }),
    "subnet.read": oneSubnet.read("anyone", "Show a subnet"),
    "subnet.update": oneSubnet.update("admin", "Change a subnet", {
      fields: [cidr, ...subnetFields],
      example: { id: "prod-net", managed: "true", dns_servers: "10.10.0.2" },
    }),
    "subnet.ip_addresses": oneSubnet.get("anyone", "List the addresses in use on a subnet", {
      fields: [
        oneOrZero("with_username", "show the user of each address", { default: "1" }),
        oneOrZero("with_summary", "show the node of each address", { default: "1" }),
        oneOrZero("with_node_summary", "show the node of each address", { deprecated: "use --with-summary" }),
      ],
      identity: "ip",
      columns: [
        { header: "IP", path: "ip", rank: "key" },
        { header: "TYPE", path: "alloc_type", as: "addressType" },
        { header: "NODE", path: "node_summary.hostname", rank: "key" },
        { header: "INTERFACE", path: "node_summary.via" },
        { header: "USER", path: "user" },
        { header: "SINCE", path: "created", as: "age" },
        { header: "NODE ID", path: "node_summary.system_id", wide: true },
      ],
    }),
    "subnet.reserved_ip_ranges": oneSubnet.get(
      "anyone",
      "List the address ranges that are in use or reserved",
      {
        identity: "start",
        columns: [...rangeColumns, { header: "PURPOSE", path: "purpose" }],
      },
    ),
    "subnet.statistics": oneSubnet.get("anyone", "Show how much of a subnet is in use", {
      fields: [
        oneOrZero("include_ranges", "include the ranges in use and the free ranges"),
        oneOrZero("include_suggestions", "include suggestions for a gateway and a dynamic range"),
      ],
      identity: "first_address",
      columns: [
        { header: "USED", path: "usage", as: "percent" },
        { header: "TAKEN", path: "num_unavailable" },
        { header: "FREE", path: "num_available" },
        { header: "LARGEST FREE", path: "largest_available" },
        { header: "TOTAL", path: "total_addresses" },
        { header: "FIRST", path: "first_address" },
        { header: "LAST", path: "last_address" },
      ],
    }),
    "subnet.unreserved_ip_ranges": oneSubnet.get("anyone", "List the free address ranges", {
      identity: "start",
      columns: rangeColumns,
    }),
  }),
} as const satisfies GroupDefinition;

const subnet = (name: string, help: string): Field =>
  text(name, help, { list: subnets, form: "id|name|CIDR" });

const source = subnet("source", "subnet whose machines get the route");
const destination = subnet("destination", "subnet that the route leads to");
const gateway = text("gateway_ip", "address of the gateway, in the source subnet");
const metric = integer("metric", "metric of the route; 0 by default", { min: 0, max: 4_294_967_295 });

const allRoutes = liveOnly("/static-routes/");
const oneRoute = liveOnly(
  "/static-routes/{id}/",
  [integerOrName("id", "id, gateway or destination of the static route", routes)],
  {
    examplePreparation:
      "svc static-routes create --source prod-net --destination mgmt-net --gateway-ip 10.10.0.9",
  },
);

export const routeGroup = {
  columns: [
    { header: "ID", path: "id" },
    { header: "SOURCE", path: "source.cidr", rank: "key" },
    { header: "DESTINATION", path: "destination.cidr", rank: "key" },
    { header: "GATEWAY", path: "gateway_ip", rank: "key" },
    { header: "METRIC", path: "metric" },
    { header: "SOURCE NAME", path: "source.name", wide: true },
    { header: "DESTINATION NAME", path: "destination.name", wide: true },
  ],
  kind: {
    key: ["source", "destination", "gateway_ip"],
    memberPaths: {
      source: ["source.cidr", "source.name", "source.id"],
      destination: ["destination.cidr", "destination.name", "destination.id"],
    },
    references: { source: "subnets", destination: "subnets" },
    neverEmpty: ["metric"],
  },
  operations: {
    "static-routes.list": allRoutes.list("anyone", "List static routes between subnets"),
    "static-routes.create": allRoutes.create("admin", "Create a static route between subnets", {
      fields: [
        { ...source, required: true },
        { ...destination, required: true },
        { ...gateway, required: true },
        metric,
      ],
      example: { source: "prod-net", destination: "mgmt-net", gateway_ip: "10.10.0.9" },
    }),
    "static-route.delete": oneRoute.remove("admin", "Delete a static route"),
    "static-route.read": oneRoute.read("anyone", "Show a static route"),
    "static-route.update": oneRoute.update("admin", "Change a static route", {
      fields: [source, destination, gateway, metric],
      example: { metric: "20" },
    }),
  },
} as const satisfies GroupDefinition;
