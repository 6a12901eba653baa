import { findResource, makeResource, recordsOf, removeRecord } from "../model/networks/dns.ts";
import { bumpSerial } from "../model/networks/domains.ts";
import { dataFault, isRecordType, recordTypes } from "../model/networks/record-data.ts";
import { serializeRecord } from "../serialize/dns.ts";
import type { DnsRecord, DnsResource } from "../state/dns.ts";
import { invalid, noMatch } from "../state/domain-error.ts";
import { findRow, insert, rowsOf } from "../state/table.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FormReader, readForm } from "../wire/form-reader.ts";
import { nameFilter, readDnsName } from "./dns-names.ts";

function requireRecord(call: Call): DnsRecord {
  const record = findRow(call.world.state.networks.dnsRecords, call.path.id);
  if (record === undefined) throw noMatch("DNSData");
  return record;
}

function list(call: Call) {
  const { world, query } = call;
  const { dnsRecords, dnsResources } = world.state.networks;
  const rrtype = query.get("rrtype")?.trim().toUpperCase();
  const holds = nameFilter(world, query);
  const wanted = rowsOf(dnsRecords).filter((record) => {
    const resource = dnsResources.rows[record.resourceId];
    return resource !== undefined && holds?.(resource) === true && (!rrtype || record.rrtype === rrtype);
  });
  return json(wanted.map((record) => serializeRecord(world, record)));
}

/** Type and data, which must suit each other; left out ones are taken from the record. */
function readData(
  reading: FormReader,
  current?: DnsRecord,
): { readonly rrtype: string; readonly rrdata: string } {
  const given = (name: "rrtype" | "rrdata") =>
    current !== undefined && !reading.text(name) ? current[name] : reading.required(name);
  const rrtype = given("rrtype").toUpperCase();
  const rrdata = given("rrdata");
  if (rrtype !== "" && !isRecordType(rrtype))
    reading.fail("rrtype", `${rrtype} is not one of ${recordTypes.join(", ")}.`);
  const fault = isRecordType(rrtype) && rrdata !== "" ? dataFault(rrtype, rrdata) : undefined;
  if (fault !== undefined) reading.fail("rrdata", fault);
  return { rrtype, rrdata };
}

/** A CNAME stands alone (RFC 1034, 3.6.2), and no record stands twice. */
function checkNeighbours(
  call: Call,
  reading: FormReader,
  resource: DnsResource | undefined,
  data: { readonly rrtype: string; readonly rrdata: string },
  own?: DnsRecord,
): void {
  if (resource === undefined) return;
  const others = recordsOf(call.world, resource.id).filter((record) => record !== own);
  const isAlone = others.length === 0 && resource.ips.length === 0;
  if (data.rrtype === "CNAME" && !isAlone)
    reading.fail("rrtype", "Cannot add CNAME record: the name has other data.");
  if (data.rrtype !== "CNAME" && others.some((record) => record.rrtype === "CNAME"))
    reading.fail("rrtype", `Cannot add ${data.rrtype} record: the name has a CNAME record.`);
  if (others.some((record) => record.rrtype === data.rrtype && record.rrdata === data.rrdata))
    reading.fail("rrdata", "This record exists already.");
}

function create(call: Call): DnsRecord {
  const { world } = call;
  const reading = readForm(call.form);
  const named = readDnsName(world, reading);
  const data = readData(reading);
  const known = named === undefined ? undefined : findResource(world, named.name, named.domain.id);
  checkNeighbours(call, reading, known, data);
  reading.check();
  if (named === undefined) throw invalid("The DNS record has no name.");
  const resource = known ?? makeResource(world, named.name, named.domain);
  bumpSerial(world);
  return insert(world.state.networks.dnsRecords, (id) => ({
    id,
    resourceId: resource.id,
    ...data,
    ttl: null,
  }));
}

/** Document 2, "DNS resource records". */
export const handlers = {
  "dns-resource-records.list": list,
  "dns-resource-records.create": (call) => json(serializeRecord(call.world, create(call))),
  "dns-resource-record.read": (call) => json(serializeRecord(call.world, requireRecord(call))),
  "dns-resource-record.update"(call) {
    const record = requireRecord(call);
    const reading = readForm(call.form);
    const data = readData(reading, record);
    checkNeighbours(
      call,
      reading,
      call.world.state.networks.dnsResources.rows[record.resourceId],
      data,
      record,
    );
    reading.check();
    bumpSerial(call.world);
    return json(serializeRecord(call.world, Object.assign(record, data)));
  },
  "dns-resource-record.delete"(call) {
    removeRecord(call.world, requireRecord(call));
    return empty(200);
  },
} satisfies HandlersOf<"dnsresource-records">;
