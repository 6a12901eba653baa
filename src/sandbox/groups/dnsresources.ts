import { addressesOf } from "../model/networks/assignment.ts";
import {
  findResource,
  hasRecordType,
  implicitResources,
  makeResource,
  recordsOf,
  removeRecord,
  removeResource,
  setAddresses,
} from "../model/networks/dns.ts";
import { bumpSerial, maxTtl, requireDomain } from "../model/networks/domains.ts";
import { dataFault, isRecordType, recordTypes } from "../model/networks/record-data.ts";
import { canSee } from "../model/nodes/access.ts";
import { serializeDnsRecord, serializeDnsResource, serializeImplicitResource } from "../serialize/dns.ts";
import { answersAsDeployed } from "../state/answer-style.ts";
import { type FieldErrors, invalid, notFound, requiredMessage } from "../state/domain-error.ts";
import type { DnsRecord, DnsResource } from "../state/networks.ts";
import { insert, rowsOf } from "../state/table.ts";
import type { World } from "../state/world.ts";
import { jsonList } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FieldRule, type FormReader, readForm } from "../wire/form-reader.ts";
import { nameFilter, nameRules, readAddresses, readDnsName } from "./dns-names.ts";
import { inTable, resource } from "./resource.ts";

const rules: readonly FieldRule[] = [{ name: "address_ttl", type: "integer", min: 0, max: maxTtl }];

/** Deployed services take the TTL of a record, which the documents do not name. */
const recordRules: readonly FieldRule[] = [{ name: "ttl", type: "integer", min: 0, max: maxTtl }];

export const handlers = {
  ...resource(["dns-resources", "dns-resource"], {
    find: inTable((world) => world.state.networks.dnsResources, "DNSResource").find,
    serialize: serializeDnsResource,
    create: write,
    update: write,
    remove: removeResource,
  }),
  "dns-resources.list": listResources,
  ...resource(["dns-resource-records", "dns-resource-record"], {
    find: inTable((world) => world.state.networks.dnsRecords, "DNSData").find,
    serialize: serializeDnsRecord,
    rows: listRecords,
    create: createRecord,
    update: updateRecord,
    remove: removeRecord,
  }),
} satisfies HandlersOf<"dnsresources"> & HandlersOf<"dnsresource-records">;

/** The resources that people made, and with `all` the names of the nodes that the caller may see. */
function listResources(call: Call) {
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
  const takesFqdn = resource !== undefined || answersAsDeployed(world, "dns-resource-name");
  const form = readForm(call, takesFqdn ? [...nameRules, ...rules] : rules);
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

function listRecords(call: Call): DnsRecord[] {
  const { dnsRecords, dnsResources } = call.world.state.networks;
  const form = readForm(call);
  const rrtype = form.text("rrtype")?.toUpperCase();
  const holds = nameFilter(call.world, form);
  return rowsOf(dnsRecords).filter((record) => {
    const resource = dnsResources.rows[record.resourceId];
    return resource !== undefined && holds?.(resource) === true && (!rrtype || record.rrtype === rrtype);
  });
}

/** Type and data, which must suit each other; left out ones are taken from the record. */
function readData(form: FormReader, current?: DnsRecord): Pick<DnsRecord, "rrtype" | "rrdata"> {
  const given = (name: "rrtype" | "rrdata") => {
    const value = form.text(name) || current?.[name];
    if (value === undefined) form.fail(name, requiredMessage);
    return value ?? "";
  };
  const rrtype = given("rrtype").toUpperCase();
  const rrdata = given("rrdata");
  if (rrtype !== "" && !isRecordType(rrtype))
    form.fail("rrtype", `${rrtype} is not one of ${recordTypes.join(", ")}.`);
  const fault = isRecordType(rrtype) && rrdata !== "" ? dataFault(rrtype, rrdata) : undefined;
  if (fault !== undefined) form.fail("rrdata", fault);
  return { rrtype, rrdata };
}

/** A CNAME stands alone (RFC 1034, 3.6.2), and no record stands twice. */
function checkNeighbours(
  world: World,
  errors: FieldErrors,
  resource: DnsResource | undefined,
  data: Pick<DnsRecord, "rrtype" | "rrdata">,
  own?: DnsRecord,
): void {
  if (resource === undefined) return;
  const others = recordsOf(world, resource.id).filter((record) => record !== own);
  const isAlone = others.length === 0 && resource.ips.length === 0;
  if (data.rrtype === "CNAME" && !isAlone)
    errors.fail("rrtype", "Cannot add CNAME record: the name has other data.");
  if (data.rrtype !== "CNAME" && others.some((record) => record.rrtype === "CNAME"))
    errors.fail("rrtype", `Cannot add ${data.rrtype} record: the name has a CNAME record.`);
  if (others.some((record) => record.rrtype === data.rrtype && record.rrdata === data.rrdata))
    errors.fail("rrdata", "This record exists already.");
}

function createRecord(call: Call): DnsRecord {
  const { world } = call;
  const form = readForm(call, recordRules);
  const named = readDnsName(world, form);
  const data = readData(form);
  const ttl = form.integer("ttl") ?? null;
  const known = named === undefined ? undefined : findResource(world, named.name, named.domain.id);
  checkNeighbours(world, form, known, data);
  form.check();
  if (named === undefined) throw invalid("The DNS record has no name.");
  const resourceId = (known ?? makeResource(world, named.name, named.domain)).id;
  bumpSerial(world);
  return insert(world.state.networks.dnsRecords, (id) => ({ id, resourceId, ...data, ttl }));
}

function updateRecord(call: Call, record: DnsRecord): void {
  const { world } = call;
  const form = readForm(call, recordRules);
  const data = readData(form, record);
  const ttl = form.has("ttl") ? (form.integer("ttl") ?? null) : record.ttl;
  checkNeighbours(world, form, world.state.networks.dnsResources.rows[record.resourceId], data, record);
  form.check();
  bumpSerial(world);
  Object.assign(record, data, { ttl });
}
