import { integerOrName, text } from "../field.ts";
import { dnsRecords } from "../number-lists.ts";
import type { GroupDefinition } from "../operation.ts";
import { resource } from "../resource.ts";
import { anyOf, needs } from "../rule.ts";

const rrdata = text("rrdata", "data of the record");

const rrtype = text("rrtype", "type of the record", {
  suggestions: ["cname", "mx", "ns", "srv", "sshfp", "txt"],
});

const all = resource("/dnsresourcerecords/");
const one = resource("/dnsresourcerecords/{id}/", [
  integerOrName("id", "id or FQDN of the DNS resource record", dnsRecords),
]);

export const group = {
  columns: [
    { header: "ID", path: "id" },
    { header: "FQDN", path: "fqdn", rank: "key" },
    { header: "TYPE", path: "rrtype", rank: "key" },
    { header: "TTL", path: "ttl" },
    { header: "DATA", path: "rrdata", rank: "text" },
  ],
  kind: {
    key: ["name", "domain", "rrtype", "rrdata"],
    joinedFields: { member: "fqdn", fields: ["name", "domain"] },
    comparisons: { name: "host", rrtype: "word" },
    baseKind: "dnsresources",
    references: { domain: "domains" },
    ignoredFields: ["fqdn"],
  },
  operations: {
    "dns-resource-records.list": all.list("anyone", "List DNS resource records", {
      fields: [
        text("fqdn", "only records of this FQDN"),
        text("domain", "only records in this domain"),
        text("name", "only records of this name"),
        { ...rrtype, help: "only records of this type" },
      ],
    }),
    "dns-resource-records.create": all.create("anyone", "Create a DNS resource record", {
      notes: ["The service ignores --fqdn when --name and --domain are given."],
      fields: [
        text("domain", "domain: name or id; with --name"),
        text("fqdn", "FQDN; ignored with --name and --domain"),
        text("name", "host name without domain; needs --domain"),
        rrdata,
        rrtype,
      ],
      rules: [
        anyOf("give --fqdn, or --name and --domain", "fqdn", "name"),
        needs("name", "domain"),
        needs("domain", "name"),
      ],
      commonFields: ["fqdn", "rrtype", "rrdata"],
      example: { fqdn: "txt.example.com", rrtype: "txt", rrdata: "hello" },
    }),
    "dns-resource-record.delete": one.remove("admin", "Delete a DNS resource record", {
      effects: [{ template: "a DNS resource without addresses is deleted with its last record" }],
    }),
    "dns-resource-record.read": one.read("anyone", "Show a DNS resource record"),
    "dns-resource-record.update": one.update("admin", "Change a DNS resource record", {
      fields: [rrdata, rrtype],
      example: { rrdata: "hello again" },
    }),
  },
} as const satisfies GroupDefinition;
