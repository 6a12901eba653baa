import { integerId } from "../fields.ts";
import type { Field, Group } from "../operation.ts";

const recordId = integerId("id", "id of the DNS resource record");

const rrdata = { name: "rrdata", type: "string", help: "data of the record" } as const satisfies Field;

const rrtype = {
  name: "rrtype",
  type: "string",
  suggestions: ["cname", "mx", "ns", "srv", "sshfp", "txt"],
  help: "type of the record",
} as const satisfies Field;

export const group = {
  name: "dnsresource-records",
  identity: "id",
  columns: [
    { header: "ID", path: "id" },
    { header: "FQDN", path: "fqdn" },
    { header: "TYPE", path: "rrtype" },
    { header: "TTL", path: "ttl" },
    { header: "DATA", path: "rrdata" },
  ],
  operations: {
    "dns-resource-records.list": {
      verb: "list",
      method: "GET",
      path: "/dnsresourcerecords/",
      who: "anyone",
      summary: "List DNS resource records",
      fields: [
        { name: "fqdn", type: "string", help: "only records of this FQDN" },
        { name: "domain", type: "string", help: "only records in this domain" },
        { name: "name", type: "string", help: "only records of this name" },
        { ...rrtype, help: "only records of this type" },
      ],
      success: 200,
      result: "json",
    },
    "dns-resource-records.create": {
      verb: "create",
      method: "POST",
      path: "/dnsresourcerecords/",
      who: "anyone",
      summary: "Create a DNS resource record",
      notes: ["The service ignores --fqdn where --name and --domain are given."],
      fields: [
        { name: "domain", type: "string", help: "domain: name or id; with --name" },
        { name: "fqdn", type: "string", help: "FQDN; ignored with --name and --domain" },
        { name: "name", type: "string", help: "host name without domain; with --domain" },
        rrdata,
        rrtype,
      ],
      rules: [
        { kind: "any", fields: ["fqdn", "name"], says: "give --fqdn, or --name and --domain" },
        { kind: "needs", field: "name", needs: ["domain"], says: "--name needs --domain" },
        { kind: "needs", field: "domain", needs: ["name"], says: "--domain needs --name" },
      ],
      example: { fqdn: "txt.example.com", rrtype: "txt", rrdata: "hello" },
      success: 200,
      result: "json",
    },
    "dns-resource-record.delete": {
      verb: "delete",
      method: "DELETE",
      path: "/dnsresourcerecords/{id}/",
      who: "admin",
      summary: "Delete a DNS resource record",
      parameters: [recordId],
      confirm: "destroys",
      success: 200,
      errors: [403, 404],
      result: "none",
    },
    "dns-resource-record.read": {
      verb: "get",
      method: "GET",
      path: "/dnsresourcerecords/{id}/",
      who: "anyone",
      summary: "Show a DNS resource record",
      parameters: [recordId],
      success: 200,
      errors: [404],
      result: "json",
    },
    "dns-resource-record.update": {
      verb: "update",
      method: "PUT",
      path: "/dnsresourcerecords/{id}/",
      who: "admin",
      summary: "Change a DNS resource record",
      parameters: [recordId],
      fields: [rrdata, rrtype],
      example: { rrdata: "hello again" },
      success: 200,
      errors: [403, 404],
      result: "json",
    },
  },
} as const satisfies Group;
