import { integerId } from "../fields.ts";
import type { Field, Group } from "../operation.ts";
import { resource } from "../resource.ts";

const domain = { name: "domain", type: "string", help: "domain: name or id" } as const satisfies Field;

const name = { name: "name", type: "string", help: "host name without domain" } as const satisfies Field;

const furtherFields = [
  { name: "fqdn", type: "string", help: "FQDN; ignored with --name or --domain" },
  { name: "address_ttl", type: "integer", min: 0, help: "TTL of the addresses in seconds" },
  {
    name: "ip_addresses",
    type: "string",
    repeatable: true,
    separator: " ",
    form: "IP|id",
    help: "address; an A or AAAA record each; repeat for several",
  },
] as const satisfies readonly Field[];

const dnsResources = resource("/dnsresources/");
const dnsResource = resource("/dnsresources/{id}/", integerId("id", "id of the DNS resource"));

/** `ip_addresses` is one value, the addresses separated by spaces. */
export const group = {
  name: "dnsresources",
  identity: "id",
  columns: [
    { header: "ID", path: "id" },
    { header: "FQDN", path: "fqdn" },
    { header: "ADDRESSES", path: "ip_addresses.ip" },
    { header: "TTL", path: "address_ttl" },
    { header: "RECORDS", path: "resource_records", as: "count" },
  ],
  operations: {
    "dns-resources.list": dnsResources.list({
      who: "anyone",
      summary: "List DNS resources",
      fields: [
        { name: "fqdn", type: "string", help: "only this FQDN" },
        { name: "domain", type: "string", help: "only resources in this domain" },
        { name: "name", type: "string", help: "only resources of this name" },
        {
          name: "rrtype",
          type: "string",
          suggestions: ["cname", "mx", "ns", "srv", "sshfp", "txt"],
          help: "only resources with records of this type",
        },
        { name: "all", type: "boolean", help: "also the implicit records of registered nodes" },
      ],
      errors: [404],
    }),
    "dns-resources.create": dnsResources.create({
      who: "anyone",
      summary: "Create a DNS resource",
      notes: ["--name and --domain are required, so --fqdn takes no effect here."],
      fields: [{ ...domain, required: true }, { ...name, required: true }, ...furtherFields],
      example: { domain: "example.com", name: "app", ip_addresses: "10.10.0.51" },
    }),
    "dns-resource.delete": dnsResource.remove({
      who: "admin",
      summary: "Delete a DNS resource",
      errors: [403, 404],
    }),
    "dns-resource.read": dnsResource.read({ who: "anyone", summary: "Show a DNS resource" }),
    "dns-resource.update": dnsResource.update({
      who: "admin",
      summary: "Change a DNS resource",
      notes: ["The service ignores --fqdn where --name or --domain is given."],
      fields: [domain, name, ...furtherFields],
      example: { address_ttl: "300" },
      errors: [403, 404],
    }),
  },
} as const satisfies Group;
