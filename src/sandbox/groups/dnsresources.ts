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
import { maxTtl, requireDomain } from "../model/networks/domains.ts";
import { canSee } from "../model/nodes/access.ts";
import { serializeDnsResource, serializeImplicitResource } from "../serialize/dns.ts";
import { invalid, notFound } from "../state/domain-error.ts";
import type { DnsResource } from "../state/networks.ts";
import { requireRow, rowsOf } from "../state/table.ts";
import { empty, json, jsonList } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FieldRule, readForm } from "../wire/form-reader.ts";
import { nameFilter, nameRules, readAddresses, readDnsName } from "./dns-names.ts";

const rules: readonly FieldRule[] = [
  ...nameRules,
  { name: "address_ttl", type: "integer", min: 1, max: maxTtl },
];

export const handlers = {
  "dns-resources.list": list,
  "dns-resources.create": (call) => json(serializeDnsResource(call.world, write(call))),
  "dns-resource.read": (call) => json(serializeDnsResource(call.world, resourceOf(call))),
  "dns-resource.update": (call) => json(serializeDnsResource(call.world, write(call, resourceOf(call)))),
  "dns-resource.delete"(call) {
    removeResource(call.world, resourceOf(call));
    return empty(200);
  },
} satisfies HandlersOf<"dnsresources">;

const resourceOf = ({ world, path }: Call): DnsResource =>
  requireRow(world.state.networks.dnsResources, path.id, "DNSResource");

/** The resources that people made, and with `all` the names of the nodes that the caller may see. */
function list(call: Call) {
  const { world, user } = call;
  const form = readForm(call);
  form.check();
  const rrtype = form.text("rrtype") ?? "";
  const holds = nameFilter(world, form);
  if (holds === undefined) throw notFound(`Unable to find domain ${form.text("domain")}.`);
  const explicit = rowsOf(world.state.networks.dnsResources)
    .filter((each) => holds(each) && hasRecordType(world, each, rrtype))
    .map((resource) => () => serializeDnsResource(world, resource));
  const implicit = (form.boolean("all") ? implicitResources(world, addressesOf) : [])
    .filter(
      (each) =>
        canSee(user, each.node) && holds(each) && hasRecordType(world, { id: -1, ips: each.ips }, rrtype),
    )
    .map((each) => () => serializeImplicitResource(world, each));
  return jsonList([...explicit, ...implicit], (serialize) => serialize());
}

/** Reads the form of create and update, and applies it when all of it is right. */
function write(call: Call, resource?: DnsResource): DnsResource {
  const { world, user } = call;
  const form = readForm(call, rules);
  const current = resource && { name: resource.name, domain: requireDomain(world, resource.domainId) };
  const named = readDnsName(world, form, current);
  const addressText = form.text("ip_addresses");
  const ips = addressText === undefined ? undefined : readAddresses(world, form, addressText);
  const known = named === undefined ? undefined : findResource(world, named.name, named.domain.id);
  if (known !== undefined && known !== resource)
    form.fail("name", "Labels must be unique within their zone.");
  const hasAlias =
    resource !== undefined && recordsOf(world, resource.id).some((each) => each.rrtype === "CNAME");
  if (ips !== undefined && ips.length > 0 && hasAlias)
    form.fail("ip_addresses", "Cannot add an address: this name has a CNAME record.");
  form.check();
  if (named === undefined) throw invalid("The DNS resource has no name.");
  const written = resource ?? makeResource(world, named.name, named.domain);
  written.name = named.name;
  written.domainId = named.domain.id;
  if (form.has("address_ttl")) written.addressTtl = form.integer("address_ttl") ?? null;
  if (ips !== undefined) setAddresses(world, written, ips, user);
  return written;
}
