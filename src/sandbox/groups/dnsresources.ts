import { addressesOf } from "../model/networks/assignment.ts";
import {
  findResource,
  hasRecordType,
  implicitResources,
  makeResource,
  recordsOf,
  removeResource,
  setAddresses,
} from "../model/networks/dns.ts";
import { requireDomain } from "../model/networks/domains.ts";
import { canSee } from "../model/nodes/access.ts";
import { serializeImplicit, serializeResource } from "../serialize/dns.ts";
import type { DnsResource } from "../state/dns.ts";
import { invalid, noMatch, notFound } from "../state/domain-error.ts";
import { findRow, rowsOf } from "../state/table.ts";
import { empty, json, jsonList } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";
import { nameFilter, readAddresses, readDnsName } from "./dns-names.ts";

/** Seconds; the largest that a DNS record carries. */
const maxTtl = 2_147_483_647;

function requireResource(call: Call): DnsResource {
  const resource = findRow(call.world.state.networks.dnsResources, call.path.id);
  if (resource === undefined) throw noMatch("DNSResource");
  return resource;
}

function list(call: Call) {
  const { world, query } = call;
  const reading = readForm(query);
  const all = reading.boolean("all") ?? false;
  const rrtype = reading.text("rrtype") ?? "";
  reading.check();
  const holds = nameFilter(world, query);
  if (holds === undefined) throw notFound(`Unable to find domain ${query.get("domain")}.`);
  const explicit = rowsOf(world.state.networks.dnsResources)
    .filter((each) => holds(each) && hasRecordType(world, each, rrtype))
    .map((resource) => () => serializeResource(world, resource));
  const implicit = (all ? implicitResources(world, (node) => addressesOf(world, node)) : [])
    .filter(
      (each) =>
        canSee(call.user, each.node) &&
        holds(each) &&
        hasRecordType(world, { id: -1, ips: [...each.ips] }, rrtype),
    )
    .map((each) => () => serializeImplicit(world, each));
  return jsonList([...explicit, ...implicit], (describe) => describe());
}

/** Reads the form of create and update, and applies it when all of it is right. */
function write(call: Call, resource?: DnsResource): DnsResource {
  const { user } = call;
  const { world } = call;
  const reading = readForm(call.form);
  const current =
    resource === undefined
      ? undefined
      : { name: resource.name, domain: requireDomain(world, String(resource.domainId)) };
  const named = readDnsName(world, reading, current);
  const ttl = reading.integer("address_ttl", 1, maxTtl);
  const addressText = reading.text("ip_addresses");
  const ips = addressText === undefined ? undefined : readAddresses(world, reading, addressText);
  const known = named === undefined ? undefined : findResource(world, named.name, named.domain.id);
  if (known !== undefined && known !== resource)
    reading.fail("name", "Labels must be unique within their zone.");
  const hasAlias =
    resource !== undefined && recordsOf(world, resource.id).some((each) => each.rrtype === "CNAME");
  if (ips !== undefined && ips.length > 0 && hasAlias)
    reading.fail("ip_addresses", "Cannot add an address: this name has a CNAME record.");
  reading.check();
  if (named === undefined) throw invalid("The DNS resource has no name.");
  const written = resource ?? makeResource(world, named.name, named.domain);
  written.name = named.name;
  written.domainId = named.domain.id;
  if (reading.has("address_ttl")) written.addressTtl = ttl ?? null;
  if (ips !== undefined) setAddresses(world, written, ips, user);
  return written;
}

/** Document 2, "DNS resources". */
export const handlers = {
  "dns-resources.list": list,
  "dns-resources.create": (call) => json(serializeResource(call.world, write(call))),
  "dns-resource.read": (call) => json(serializeResource(call.world, requireResource(call))),
  "dns-resource.update": (call) => json(serializeResource(call.world, write(call, requireResource(call)))),
  "dns-resource.delete"(call) {
    removeResource(call.world, requireResource(call));
    return empty(200);
  },
} satisfies HandlersOf<"dnsresources">;
