import { idOrName, integer, text } from "../field.ts";
import type { Field, GroupDefinition } from "../operation.ts";
import { nameOperations, resource } from "../resource.ts";

const domainFields: readonly Field[] = [
  text("name", "name of the domain", { required: true }),
  text("authoritative", "whether the service is authoritative", { suggestions: ["true", "false"] }),
  text("forward_dns_servers", "DNS server to forward to if not authoritative; repeatable", {
    repeatable: true,
    separator: " ",
    form: "IP",
  }),
];

const forwardingNote =
  "Live services do not accept --authoritative false and --forward-dns-servers in one request: svc sends two.";

const sentAlone = { field: "forward_dns_servers", with: "authoritative", is: "false" } as const;
const all = resource("/domains/");
const one = resource("/domains/{id}/", [idOrName("domain")]);

export const group = {
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
    "domains.list": all.list("anyone", "List domains"),
    "domains.create": all.create("admin", "Create a domain", {
      fields: domainFields,
      notes: [forwardingNote],
      sentAlone,
      example: { name: "lab.example.com" },
    }),
    "domains.set_serial": all.post("admin", "Set the SOA serial that all DNS zones use next", {
      fields: [integer("serial", "SOA serial", { required: true, min: 0 })],
      example: { serial: "2026010101" },
      result: "text",
    }),
    "domain.delete": one.remove("admin", "Delete a domain", {
      effects: [{ template: "it must not contain DNS resources or nodes" }],
      example: { id: "2" },
    }),
    "domain.read": one.read("anyone", "Show a domain"),
    "domain.update": one.update("admin", "Change a domain", {
      notes: ["--name is required here too.", forwardingNote],
      sentAlone,
      fields: [...domainFields, integer("ttl", "default TTL in seconds", { min: 0 })],
      example: { name: "lab.example.com", ttl: "300" },
    }),
    "domain.set_default": one.post("admin", "Make a domain the default one", {
      answersWith: "id",
      effects: [{ template: "unallocated nodes on the previous default domain move to it" }],
    }),
  }),
} as const satisfies GroupDefinition;
