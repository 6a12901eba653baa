import { anyOf, boolean, idOrName, integer, integerOrName, needs, text } from "../field.ts";
import type { GroupDefinition } from "../group.ts";
import { dnsRecords, dnsResources } from "../number-lists.ts";
import type { Field } from "../operation.ts";
import { nameOperations, resource } from "../resource.ts";

const domainFields: readonly Field[] = [
  text("name", "name of the domain", { required: true }),
  text("authoritative", "whether the service is authoritative", { suggestions: ["true", "false"] }),
  text("forward_dns_servers", "DNS server to forward to, unless authoritative; repeatable", {
    repeatable: true,
    separator: " ",
    form: "IP",
  }),
];

const forwardingNote =
  "Live services do not accept --authoritative false and --forward-dns-servers in one request: svc sends two.";

const sentSeparately = { field: "forward_dns_servers", ifFalse: "authoritative" } as const;
const allDomains = resource("/domains/");
const oneDomain = resource("/domains/{id}/", [idOrName("domain")]);

export const domainGroup = {
  columns: [
    { header: "ID", path: "id" },
    { header: "NAME", path: "name", rank: "key" },
    { header: "DEFAULT", path: "is_default", as: "boolean" },
    { header: "AUTHORITATIVE", path: "authoritative", as: "boolean" },
    { header: "TTL", path: "ttl" },
    { header: "RECORDS", path: "resource_record_count" },
  ],
  kind: {
    key: ["name"],
    comparisons: { name: "host" },
    absentIsEmpty: ["forward_dns_servers"],
    neverEmpty: ["authoritative"],
    builtinWhen: { is_default: true },
    blockedBy: ["dnsresources"],
    blockedByNodes: { filter: "domain", path: "domain.name" },
  },
  operations: nameOperations({
    "domains.list": allDomains.list("anyone", "List domains"),
    "domains.create": allDomains.create("admin", "Create a domain", {
      fields: domainFields,
      notes: [forwardingNote],
      sentSeparately,
      example: { name: "lab.example.com" },
    }),
    "domains.set_serial": allDomains.post("admin", "Set the next SOA serial of all DNS zones", {
      fields: [integer("serial", "SOA serial", { required: true, min: 0 })],
      example: { serial: "2026010101" },
      result: "text",
    }),
    "domain.delete": oneDomain.remove("admin", "Delete a domain", {
      effects: [{ template: "fails if DNS resources or nodes are in the domain" }],
      example: { id: "2" },
    }),
    "domain.read": oneDomain.read("anyone", "Show a domain"),
    "domain.update": oneDomain.update("admin", "Change a domain", {
      notes: ["--name is required, even if it stays the same.", forwardingNote],
      sentSeparately,
      fields: [...domainFields, integer("ttl", "default TTL in seconds", { min: 0 })],
      example: { name: "lab.example.com", ttl: "300" },
    }),
    "domain.set_default": oneDomain.post("admin", "Make a domain the default one", {
      answersWith: "id",
      effects: [{ template: "unallocated nodes in the previous default domain move to it" }],
    }),
  }),
} as const satisfies GroupDefinition;

const domain = text("domain", "domain: name or id");
const name = text("name", "host name without domain");

const optionalFields: readonly Field[] = [
  text("fqdn", "FQDN; ignored with --name or --domain"),
  integer("address_ttl", "TTL of the addresses in seconds", { min: 0 }),
  text("ip_addresses", "address of an A or AAAA record; repeat for several", {
    repeatable: true,
    separator: " ",
    form: "IP|id",
  }),
];

const allResources = resource("/dnsresources/");
const oneResource = resource("/dnsresources/{id}/", [
  integerOrName("id", "id or FQDN of the DNS resource", dnsResources),
]);

export const dnsResourceGroup = {
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
    keptByField: "ip_addresses",
    ignoredFields: ["fqdn"],
  },
  operations: {
    "dns-resources.list": allResources.list("anyone", "List DNS resources", {
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
    "dns-resources.create": allResources.create("admin", "Create a DNS resource", {
      notes: ["--name and --domain are required, so --fqdn has no effect here."],
      fields: [{ ...domain, required: true }, { ...name, required: true }, ...optionalFields],
      commonFields: ["ip_addresses", "address_ttl"],
      example: { domain: "example.com", name: "app", ip_addresses: "10.10.0.51" },
    }),
    "dns-resource.delete": oneResource.remove("admin", "Delete a DNS resource", {
      effects: [{ template: "its records are deleted too" }],
    }),
    "dns-resource.read": oneResource.read("anyone", "Show a DNS resource"),
    "dns-resource.update": oneResource.update("admin", "Change a DNS resource", {
      notes: ["The service ignores --fqdn when --name or --domain is given."],
      fields: [domain, name, ...optionalFields],
      example: { address_ttl: "300" },
    }),
  },
} as const satisfies GroupDefinition;

const rrdata = text("rrdata", "data of the record");

const rrtype = text("rrtype", "type of the record", {
  suggestions: ["cname", "mx", "ns", "srv", "sshfp", "txt"],
});

const allRecords = resource("/dnsresourcerecords/");
const oneRecord = resource("/dnsresourcerecords/{id}/", [
  integerOrName("id", "id or FQDN of the DNS resource record", dnsRecords),
]);

export const dnsRecordGroup = {
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
    "dns-resource-records.list": allRecords.list("anyone", "List DNS resource records", {
      fields: [
        text("fqdn", "only records of this FQDN"),
        text("domain", "only records in this domain"),
        text("name", "only records of this name"),
        { ...rrtype, help: "only records of this type" },
      ],
    }),
    "dns-resource-records.create": allRecords.create("anyone", "Create a DNS resource record", {
      notes: ["The service ignores --fqdn when --name and --domain are given."],
      fields: [
        text("domain", "domain: name or id; needs --name"),
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
    "dns-resource-record.delete": oneRecord.remove("admin", "Delete a DNS resource record", {
      effects: [{ template: "a DNS resource without addresses is deleted with its last record" }],
    }),
    "dns-resource-record.read": oneRecord.read("anyone", "Show a DNS resource record"),
    "dns-resource-record.update": oneRecord.update("admin", "Change a DNS resource record", {
      fields: [rrdata, rrtype],
      example: { rrdata: "hello again" },
    }),
  },
} as const satisfies GroupDefinition;
