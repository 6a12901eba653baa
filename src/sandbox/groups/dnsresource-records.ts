import { findResource, makeResource, recordsOf, removeRecord } from "../model/networks/dns.ts";
import { bumpSerial } from "../model/networks/domains.ts";
import { dataFault, isRecordType, recordTypes } from "../model/networks/record-data.ts";
import { serializeDnsRecord } from "../serialize/dns.ts";
import { type FieldErrors, invalid, requiredMessage } from "../state/domain-error.ts";
import type { DnsRecord, DnsResource } from "../state/networks.ts";
import { insert, requireRow, rowsOf } from "../state/table.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FormReader, readForm } from "../wire/form-reader.ts";
import { nameFilter, readDnsName } from "./dns-names.ts";

type RecordData = Pick<DnsRecord, "rrtype" | "rrdata">;

export const handlers = {
  "dns-resource-records.list": list,
  "dns-resource-records.create": (call) => json(serializeDnsRecord(call.world, create(call))),
  "dns-resource-record.read": (call) => json(serializeDnsRecord(call.world, recordOf(call))),
  "dns-resource-record.update": (call) => json(serializeDnsRecord(call.world, update(call, recordOf(call)))),
  "dns-resource-record.delete"(call) {
    removeRecord(call.world, recordOf(call));
    return empty(200);
  },
} satisfies HandlersOf<"dnsresource-records">;

const recordOf = ({ world, path }: Call): DnsRecord =>
  requireRow(world.state.networks.dnsRecords, path.id, "DNSData");

function list(call: Call) {
  const { world } = call;
  const { dnsRecords, dnsResources } = world.state.networks;
  const form = readForm(call);
  const rrtype = form.text("rrtype")?.toUpperCase();
  const holds = nameFilter(world, form);
  const wanted = rowsOf(dnsRecords).filter((record) => {
    const resource = dnsResources.rows[record.resourceId];
    return resource !== undefined && holds?.(resource) === true && (!rrtype || record.rrtype === rrtype);
  });
  return json(wanted.map((record) => serializeDnsRecord(world, record)));
}

/** Type and data, which must suit each other; left out ones are taken from the record. */
function readData(form: FormReader, current?: DnsRecord): RecordData {
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
  { world }: Call,
  errors: FieldErrors,
  resource: DnsResource | undefined,
  data: RecordData,
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

function create(call: Call): DnsRecord {
  const { world } = call;
  const form = readForm(call);
  const named = readDnsName(world, form);
  const data = readData(form);
  const known = named === undefined ? undefined : findResource(world, named.name, named.domain.id);
  checkNeighbours(call, form, known, data);
  form.check();
  if (named === undefined) throw invalid("The DNS record has no name.");
  const resourceId = (known ?? makeResource(world, named.name, named.domain)).id;
  bumpSerial(world);
  return insert(world.state.networks.dnsRecords, (id) => ({ id, resourceId, ...data, ttl: null }));
}

function update(call: Call, record: DnsRecord): DnsRecord {
  const form = readForm(call);
  const data = readData(form, record);
  const resource = call.world.state.networks.dnsResources.rows[record.resourceId];
  checkNeighbours(call, form, resource, data, record);
  form.check();
  bumpSerial(call.world);
  return Object.assign(record, data);
}
