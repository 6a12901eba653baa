import { integerId } from "../fields.ts";
import type { Field, Group } from "../operation.ts";
import { resource } from "../resource.ts";

const rrdata = { name: "rrdata", type: "string", help: "data of the record" } as const satisfies Field;

const rrtype = {
  name: "rrtype",
  type: "string",
  suggestions: ["cname", "mx", "ns", "srv", "sshfp", "txt"],
  help: "type of the record",
} as const satisfies Field;

const dnsResourceRecords = resource("/dnsresourcerecords/");
const dnsResourceRecord = resource(
  "/dnsresourcerecords/{id}/",
  integerId("id", "id of the DNS resource record"),
);

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
    "dns-resource-records.list": dnsResourceRecords.list({
      who: "anyone",
      summary: "List DNS resource records",
      fields: [
        { name: "fqdn", type: "string", help: "only records of this FQDN" },
        { name: "domain", type: "string", help: "only records in this domain" },
        { name: "name", type: "string", help: "only records of this name" },
        { ...rrtype, help: "only records of this type" },
      ],
    }),
    "dns-resource-records.create": dnsResourceRecords.create({
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
    }),
    "dns-resource-record.delete": dnsResourceRecord.remove({
      who: "admin",
      summary: "Delete a DNS resource record",
      errors: [403, 404],
    }),
    "dns-resource-record.read": dnsResourceRecord.read({
      who: "anyone",
      summary: "Show a DNS resource record",
    }),
    "dns-resource-record.update": dnsResourceRecord.update({
      who: "admin",
      summary: "Change a DNS resource record",
      fields: [rrdata, rrtype],
      example: { rrdata: "hello again" },
      errors: [403, 404],
    }),
  },
} as const satisfies Group;
