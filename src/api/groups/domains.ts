import { integerOrName } from "../fields.ts";
import type { Field, Group } from "../operation.ts";
import { resource } from "../resource.ts";

const domainFields = [
  { name: "name", type: "string", required: true, help: "name of the domain" },
  {
    name: "authoritative",
    type: "string",
    suggestions: ["true", "false"],
    help: "whether the service is authoritative",
  },
  {
    name: "forward_dns_servers",
    type: "string",
    repeatable: true,
    separator: " ",
    form: "IP",
    help: "DNS server to forward to when not authoritative; repeat",
  },
] as const satisfies readonly Field[];

const forwardingNote =
  "Deployed services take --authoritative false and --forward-dns-servers one after the other: two requests are sent.";

const domains = resource("/domains/");
const domain = resource("/domains/{id}/", integerOrName("id", "id or name of the domain"));

/** `forward_dns_servers` is one value, the addresses separated by spaces. */
export const group = {
  name: "domains",
  identity: "id",
  columns: [
    { header: "ID", path: "id" },
    { header: "NAME", path: "name" },
    { header: "DEFAULT", path: "is_default", as: "boolean" },
    { header: "AUTHORITATIVE", path: "authoritative", as: "boolean" },
    { header: "TTL", path: "ttl" },
    { header: "RECORDS", path: "resource_record_count" },
  ],
  operations: {
    "domains.list": domains.list({ who: "anyone", summary: "List domains" }),
    "domains.create": domains.create({
      who: "admin",
      summary: "Create a domain",
      fields: domainFields,
      notes: [forwardingNote],
      example: { name: "lab.example.com" },
    }),
    "domains.set_serial": domains.post("set_serial", {
      who: "admin",
      summary: "Set the SOA serial that all DNS zones use next",
      fields: [{ name: "serial", type: "integer", required: true, min: 0, help: "SOA serial" }],
      example: { serial: "2026010101" },
      result: "text",
    }),
    "domain.delete": domain.remove({
      who: "admin",
      summary: "Delete a domain",
      errors: [403, 404],
      example: { id: "2" },
    }),
    "domain.read": domain.read({ who: "anyone", summary: "Show a domain" }),
    "domain.update": domain.update({
      who: "admin",
      summary: "Change a domain",
      notes: ["--name is required here too.", forwardingNote],
      fields: [...domainFields, { name: "ttl", type: "integer", min: 0, help: "default TTL in seconds" }],
      example: { name: "lab.example.com", ttl: "300" },
      errors: [403, 404],
    }),
    "domain.set_default": domain.post("set_default", {
      who: "admin",
      summary: "Make a domain the default one",
      notes: ["Unallocated nodes on the previous default domain move to it."],
    }),
  },
} as const satisfies Group;
