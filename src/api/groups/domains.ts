import { integerOrName } from "../fields.ts";
import type { Field, Group } from "../operation.ts";

const domainId = integerOrName("id", "id or name of the domain");

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
    "domains.list": {
      verb: "list",
      method: "GET",
      path: "/domains/",
      who: "anyone",
      summary: "List domains",
      success: 200,
      result: "json",
    },
    "domains.create": {
      verb: "create",
      method: "POST",
      path: "/domains/",
      who: "admin",
      summary: "Create a domain",
      fields: domainFields,
      notes: [forwardingNote],
      example: { name: "lab.example.com" },
      success: 200,
      result: "json",
    },
    "domains.set_serial": {
      verb: "set-serial",
      method: "POST",
      path: "/domains/op-set_serial",
      who: "admin",
      summary: "Set the SOA serial that all DNS zones use next",
      fields: [{ name: "serial", type: "integer", required: true, min: 0, help: "SOA serial" }],
      example: { serial: "2026010101" },
      success: 200,
      result: "text",
    },
    "domain.delete": {
      verb: "delete",
      method: "DELETE",
      path: "/domains/{id}/",
      who: "admin",
      summary: "Delete a domain",
      parameters: [domainId],
      confirm: "destroys",
      success: 200,
      errors: [403, 404],
      result: "none",
      example: { id: "2" },
    },
    "domain.read": {
      verb: "get",
      method: "GET",
      path: "/domains/{id}/",
      who: "anyone",
      summary: "Show a domain",
      parameters: [domainId],
      success: 200,
      errors: [404],
      result: "json",
    },
    "domain.update": {
      verb: "update",
      method: "PUT",
      path: "/domains/{id}/",
      who: "admin",
      summary: "Change a domain",
      parameters: [domainId],
      notes: ["--name is required here too.", forwardingNote],
      fields: [...domainFields, { name: "ttl", type: "integer", min: 0, help: "default TTL in seconds" }],
      example: { name: "lab.example.com", ttl: "300" },
      success: 200,
      errors: [403, 404],
      result: "json",
    },
    "domain.set_default": {
      verb: "set-default",
      method: "POST",
      path: "/domains/{id}/op-set_default",
      who: "admin",
      summary: "Make a domain the default one",
      parameters: [domainId],
      notes: ["Unallocated nodes on the previous default domain move to it."],
      success: 200,
      errors: [403, 404],
      result: "json",
    },
  },
} as const satisfies Group;
