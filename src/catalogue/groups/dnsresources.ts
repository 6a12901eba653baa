import { boolean, integer, integerOrName, text } from "../field.ts";
import { dnsResources } from "../number-lists.ts";
import type { Field, GroupDefinition } from "../operation.ts";
import { resource } from "../resource.ts";

const domain = text("domain", "domain: name or id");
const name = text("name", "host name without domain");

const furtherFields: readonly Field[] = [
  text("fqdn", "FQDN; ignored with --name or --domain"),
  integer("address_ttl", "TTL of the addresses in seconds", { min: 0 }),
  text("ip_addresses", "address of an A or AAAA record; repeat for several", {
    repeatable: true,
    separator: " ",
    form: "IP|id",
  }),
];

const all = resource("/dnsresources/");
const one = resource("/dnsresources/{id}/", [
  integerOrName("id", "id or FQDN of the DNS resource", dnsResources),
]);

export const group = {
  columns: [
    { header: "ID", path: "id" },
    { header: "FQDN", path: "fqdn", rank: "key" },
    { header: "ADDRESSES", path: "ip_addresses.ip", min: 15 },
    { header: "TTL", path: "address_ttl" },
    { header: "RECORDS", path: "resource_records", as: "count" },
  ],
  kind: {
    key: ["name", "domain"],
    joinedFields: { member: "fqdn", fields: ["name", "domain"] },
    comparisons: { name: "host" },
    memberPaths: { ip_addresses: ["ip_addresses.ip"] },
    references: { domain: "domains" },
    ignoredFields: ["fqdn"],
  },
  operations: {
    "dns-resources.list": all.list("anyone", "List DNS resources", {
      fields: [
        text("fqdn", "only the resource with this FQDN"),
        text("domain", "only resources in this domain"),
        text("name", "only resources of this name"),
        text("rrtype", "only resources with records of this type", {
          suggestions: ["cname", "mx", "ns", "srv", "sshfp", "txt"],
        }),
        boolean("all", "include the implicit records of registered nodes"),
      ],
    }),
    "dns-resources.create": all.create("admin", "Create a DNS resource", {
      notes: ["--name and --domain are required, so --fqdn has no effect here."],
      fields: [{ ...domain, required: true }, { ...name, required: true }, ...furtherFields],
      commonFields: ["ip_addresses", "address_ttl"],
      example: { domain: "example.com", name: "app", ip_addresses: "10.10.0.51" },
    }),
    "dns-resource.delete": one.remove("admin", "Delete a DNS resource", {
      effects: [{ template: "its records are deleted too" }],
    }),
    "dns-resource.read": one.read("anyone", "Show a DNS resource"),
    "dns-resource.update": one.update("admin", "Change a DNS resource", {
      notes: ["The service ignores --fqdn when --name or --domain is given."],
      fields: [domain, name, ...furtherFields],
      example: { address_ttl: "300" },
    }),
  },
} as const satisfies GroupDefinition;
