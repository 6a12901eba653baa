import { integerId } from "../fields.ts";
import type { Field, Group } from "../operation.ts";

const resourceId = integerId("id", "id of the DNS resource");

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
    "dns-resources.list": {
      verb: "list",
      method: "GET",
      path: "/dnsresources/",
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
      success: 200,
      errors: [404],
      result: "json",
    },
    "dns-resources.create": {
      verb: "create",
      method: "POST",
      path: "/dnsresources/",
      who: "anyone",
      summary: "Create a DNS resource",
      notes: ["--name and --domain are required, so --fqdn takes no effect here."],
      fields: [{ ...domain, required: true }, { ...name, required: true }, ...furtherFields],
      success: 200,
      result: "json",
      example: { domain: "example.com", name: "app", ip_addresses: "10.10.0.51" },
    },
    "dns-resource.delete": {
      verb: "delete",
      method: "DELETE",
      path: "/dnsresources/{id}/",
      who: "admin",
      summary: "Delete a DNS resource",
      parameters: [resourceId],
      confirm: "destroys",
      success: 200,
      errors: [403, 404],
      result: "none",
    },
    "dns-resource.read": {
      verb: "get",
      method: "GET",
      path: "/dnsresources/{id}/",
      who: "anyone",
      summary: "Show a DNS resource",
      parameters: [resourceId],
      success: 200,
      errors: [404],
      result: "json",
    },
    "dns-resource.update": {
      verb: "update",
      method: "PUT",
      path: "/dnsresources/{id}/",
      who: "admin",
      summary: "Change a DNS resource",
      notes: ["The service ignores --fqdn where --name or --domain is given."],
      parameters: [resourceId],
      fields: [domain, name, ...furtherFields],
      example: { address_ttl: "300" },
      success: 200,
      errors: [403, 404],
      result: "json",
    },
  },
} as const satisfies Group;
