import {
  dataProblem,
  findDomain,
  findDomainByName,
  findResource,
  fqdnOf,
  hasRecordType,
  implicitResources,
  isDnsName,
  isRecordType,
  isResourceName,
  makeDomain,
  makeResource,
  maxTtl,
  recordsOf,
  recordTypes,
  removeDomain,
  removeRecord,
  removeResource,
  requireDomain,
  setAddresses,
  setDefaultDomain,
  splitFqdn,
} from "../model/networks/dns.ts";
import { addressesOf } from "../model/networks/interfaces.ts";
import { checkAddresses } from "../model/networks/subnets.ts";
import { canSee } from "../model/nodes/access.ts";
import {
  serializeDnsRecord,
  serializeDnsResource,
  serializeDomain,
  serializeImplicitResource,
} from "../serialize/addresses.ts";
import type { DnsRecord, DnsResource, Domain } from "../state/networks.ts";
import { invalid, notFound, requiredMessage } from "../state/service-error.ts";
import { insert, requireNamedRow, rowsOf } from "../state/table.ts";
import { usesDeployedStyle, type World } from "../state/world.ts";
import { parseAddress } from "../values/blocks.ts";
import { withoutUndefined, wordsOf } from "../values/spellings.ts";
import { json, jsonList, text } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FieldRule, type FormReader, readForm, readValidForm } from "../wire/form-reader.ts";
import { assign, resource, tableAccess } from "./resource.ts";

interface DnsName {
  readonly name: string;
  readonly domain: Domain;
}

/** `name` is optional because `fqdn` can replace it. */
const nameRules: readonly FieldRule[] = [
  { name: "name", type: "string" },
  { name: "domain", type: "string" },
];

/** `name` and `domain` override `fqdn`. Missing parts come from `current`. */
function readDnsName(world: World, form: FormReader, current?: DnsName): DnsName | undefined {
  const name = form.text("name")?.toLowerCase();
  const domainText = form.text("domain");
  const fqdn = form.text("fqdn");
  if (!name && !domainText && fqdn) {
    const dnsName = splitFqdn(world, fqdn);
    if (dnsName === undefined) form.addError("fqdn", `No known domain contains ${fqdn}.`);
    else if (!isResourceName(dnsName.name)) form.addError("fqdn", "Enter a valid DNS name.");
    return dnsName;
  }
  const domain = domainText ? findDomain(world, domainText) : current?.domain;
  const label = name || current?.name;
  if (domainText && domain === undefined) form.addError("domain", `Unable to find domain ${domainText}.`);
  else if (domain === undefined) form.addError("domain", requiredMessage);
  if (label === undefined) form.addError("name", requiredMessage);
  else if (!isResourceName(label)) form.addError("name", "Enter a valid DNS name, without its domain.");
  return domain === undefined || label === undefined ? undefined : { name: label, domain };
}

function nameFilter(
  world: World,
  form: FormReader,
): ((resource: Pick<DnsResource, "name" | "domainId">) => boolean) | undefined {
  const fqdn = form.text("fqdn")?.replace(/\.$/, "").toLowerCase();
  const name = form.text("name")?.toLowerCase();
  const domainText = form.text("domain");
  const domain = domainText ? findDomain(world, domainText) : undefined;
  if (domainText && domain === undefined) return undefined;
  return (resource) =>
    (!fqdn || fqdnOf(world, resource) === fqdn) &&
    (!name || resource.name === name) &&
    (domain === undefined || resource.domainId === domain.id);
}

function readAddresses(world: World, form: FormReader, value: string): string[] {
  const ips: string[] = [];
  for (const each of wordsOf(value)) {
    const addressById = /^\d{1,15}$/.test(each)
      ? Object.values(world.state.networks.addresses.byIp).find((address) => address.id === Number(each))
      : undefined;
    const ip = addressById?.ip ?? parseAddress(each)?.text;
    if (ip === undefined)
      form.addError("ip_addresses", `'${each}' is neither an IP address nor the id of one.`);
    else if (!ips.includes(ip)) ips.push(ip);
  }
  return ips;
}

const maxSerial = 4_294_967_295;

/** Live services accept a TTL for records, which is not documented. */
const ttlRule = (name: string): FieldRule => ({ name, type: "integer", min: 0, max: maxTtl });

const readTtl = (form: FormReader, field: string): number | null | undefined =>
  form.has(field) ? (form.integer(field) ?? null) : undefined;

const domains = tableAccess((world) => world.state.networks.domains, "Domain", requireNamedRow);

const domainRules: readonly FieldRule[] = [{ name: "authoritative", type: "boolean" }, ttlRule("ttl")];

export const dns = {
  ...resource(["dns-resources", "dns-resource"], {
    find: tableAccess((world) => world.state.networks.dnsResources, "DNSResource", requireNamedRow).find,
    serialize: serializeDnsResource,
    rules: ({ world }, current) =>
      current !== undefined || usesDeployedStyle(world, "dns-resource-name")
        ? [...nameRules, ttlRule("address_ttl")]
        : [ttlRule("address_ttl")],
    read: readResource,
    create: (call, values) =>
      storeResource(call, makeResource(call.world, values.name, values.domain), values),
    update: storeResource,
    remove: removeResource,
  }),
  "dns-resources.list": listResources,
  ...resource(["dns-resource-records", "dns-resource-record"], {
    find: tableAccess((world) => world.state.networks.dnsRecords, "DNSData").find,
    serialize: serializeDnsRecord,
    rows: listRecords,
    rules: [ttlRule("ttl")],
    read: readRecord,
    create({ world }, { dnsName, ttl = null, ...data }) {
      if (dnsName === undefined) throw invalid("The DNS record has no name.");
      const existing = findResource(world, dnsName.name, dnsName.domain.id);
      const resourceId = (existing ?? makeResource(world, dnsName.name, dnsName.domain)).id;
      return insert(world.state.networks.dnsRecords, (id) => ({ id, resourceId, ...data, ttl }));
    },
    update(_call, record, { rrtype, rrdata, ttl }) {
      Object.assign(record, { rrtype, rrdata }, ttl === undefined ? {} : { ttl });
    },
    remove: removeRecord,
  }),
  ...resource(["domains", "domain"], {
    ...domains,
    serialize: serializeDomain,
    rules: ({ world }, current) =>
      isNameOptional(world, current) ? [...domainRules, { name: "name", type: "string" }] : domainRules,
    read: readDomain,
    create: ({ world }, values) => makeDomain(world, values),
    update: assign<Domain>,
    remove: removeDomain,
  }),
  // No answer of the service contains the serial number of the zones, so it is only checked.
  "domains.set_serial"(call) {
    readValidForm(call, [{ name: "serial", type: "integer", required: true, min: 1, max: maxSerial }]);
    return text("");
  },
  "domain.set_default"(call) {
    const domain = domains.find(call);
    setDefaultDomain(call.world, domain);
    return json(serializeDomain(call.world, domain));
  },
} satisfies HandlersOf<"dnsresources" | "dnsresource-records" | "domains">;

function listResources(call: Call) {
  const { world, user } = call;
  const form = readValidForm(call);
  const rrtype = form.text("rrtype") ?? "";
  const matchesName = nameFilter(world, form);
  if (matchesName === undefined) throw notFound(`Unable to find domain ${form.text("domain")}.`);
  const storedResources = rowsOf(world.state.networks.dnsResources).filter(
    (each) => matchesName(each) && hasRecordType(world, each, rrtype),
  );
  const nodeResources = (form.boolean("all") ? implicitResources(world, addressesOf) : []).filter(
    ({ node, ...each }) =>
      canSee(user, node) && matchesName(each) && hasRecordType(world, { id: -1, ips: each.ips }, rrtype),
  );
  const entries = [
    ...storedResources.map((each) => serializeDnsResource(world, each)),
    ...nodeResources.map((each) => serializeImplicitResource(world, each)),
  ];
  return jsonList(entries, (entry) => entry);
}

function readResource(form: FormReader, { world }: Call, current?: DnsResource) {
  const currentName = current && { name: current.name, domain: requireDomain(world, current.domainId) };
  const dnsName = readDnsName(world, form, currentName);
  const addressText = form.text("ip_addresses");
  const ips = addressText === undefined ? undefined : readAddresses(world, form, addressText);
  const existing = dnsName === undefined ? undefined : findResource(world, dnsName.name, dnsName.domain.id);
  if (existing !== undefined && existing !== current)
    form.addError("name", "Labels must be unique within their zone.");
  const hasAlias =
    current !== undefined && recordsOf(world, current.id).some((each) => each.rrtype === "CNAME");
  if (ips !== undefined && ips.length > 0 && hasAlias)
    form.addError("ip_addresses", "Cannot add an address: this name has a CNAME record.");
  form.throwErrors();
  if (dnsName === undefined) throw invalid("The DNS resource has no name.");
  return { ...dnsName, ips, ttl: readTtl(form, "address_ttl") };
}

function storeResource(call: Call, resource: DnsResource, values: ReturnType<typeof readResource>) {
  const { name, domain, ttl, ips } = values;
  Object.assign(resource, { name, domainId: domain.id }, ttl === undefined ? {} : { addressTtl: ttl });
  if (ips !== undefined) setAddresses(call.world, resource, ips, call.user);
  return resource;
}

function listRecords(call: Call): DnsRecord[] {
  const { dnsRecords, dnsResources } = call.world.state.networks;
  const form = readForm(call);
  const rrtype = form.text("rrtype")?.toUpperCase();
  const matchesName = nameFilter(call.world, form);
  return rowsOf(dnsRecords).filter((record) => {
    const resource = dnsResources.rows[record.resourceId];
    return (
      resource !== undefined && matchesName?.(resource) === true && (!rrtype || record.rrtype === rrtype)
    );
  });
}

function readData(form: FormReader, current?: DnsRecord): Pick<DnsRecord, "rrtype" | "rrdata"> {
  const readRequired = (name: "rrtype" | "rrdata") => {
    const value = form.text(name) || current?.[name];
    if (value === undefined) form.addError(name, requiredMessage);
    return value ?? "";
  };
  const rrtype = readRequired("rrtype").toUpperCase();
  const rrdata = readRequired("rrdata");
  if (rrtype !== "" && !isRecordType(rrtype))
    form.addError("rrtype", `${rrtype} is not one of ${recordTypes.join(", ")}.`);
  const problem = isRecordType(rrtype) && rrdata !== "" ? dataProblem(rrtype, rrdata) : undefined;
  if (problem !== undefined) form.addError("rrdata", problem);
  return { rrtype, rrdata };
}

/** Refuses duplicates, and other records beside a CNAME (RFC 1034, 3.6.2). */
function readRecord(form: FormReader, { world }: Call, current?: DnsRecord) {
  const dnsName = current === undefined ? readDnsName(world, form) : undefined;
  const { rrtype, rrdata } = readData(form, current);
  const resource =
    current === undefined
      ? dnsName && findResource(world, dnsName.name, dnsName.domain.id)
      : world.state.networks.dnsResources.rows[current.resourceId];
  const others =
    resource === undefined ? [] : recordsOf(world, resource.id).filter((each) => each !== current);
  const hasOtherData = others.length > 0 || (resource !== undefined && resource.ips.length > 0);
  if (rrtype === "CNAME" && hasOtherData)
    form.addError("rrtype", "Cannot add CNAME record: the name has other data.");
  if (rrtype !== "CNAME" && others.some((each) => each.rrtype === "CNAME"))
    form.addError("rrtype", `Cannot add ${rrtype} record: the name has a CNAME record.`);
  if (others.some((each) => each.rrtype === rrtype && each.rrdata === rrdata))
    form.addError("rrdata", "This record already exists.");
  return { rrtype, rrdata, dnsName, ttl: readTtl(form, "ttl") };
}

function isNameOptional(world: World, current: Domain | undefined): current is Domain {
  return current !== undefined && usesDeployedStyle(world, "domain-name");
}

function readDomain(form: FormReader, { world }: Call, current?: Domain) {
  const name = (form.text("name") || (isNameOptional(world, current) ? current.name : "")).toLowerCase();
  const existing = findDomainByName(world, name);
  if (name !== "" && (!isDnsName(name) || name.endsWith(".")))
    form.addError("name", "Enter a valid domain name.");
  if (existing !== undefined && existing !== current)
    form.addError("name", "Domain with this Name already exists.");
  const authoritative = form.boolean("authoritative");
  const hasBoth = form.text("authoritative") && form.text("forward_dns_servers");
  if (hasBoth && usesDeployedStyle(world, "forward-servers"))
    form.addError("__all__", "Cannot specify both authoritative and forward_dns_servers.");
  const forwardServers = readForwardServers(form, authoritative ?? current?.authoritative ?? true, current);
  return { name, forwardServers, ...withoutUndefined({ authoritative, ttl: readTtl(form, "ttl") }) };
}

function readForwardServers(form: FormReader, authoritative: boolean, current?: Domain): string[] {
  const serverText = form.text("forward_dns_servers");
  const servers = serverText === undefined ? (current?.forwardServers ?? []) : wordsOf(serverText);
  checkAddresses(form, "forward_dns_servers", servers);
  if (authoritative && servers.length > 0)
    form.addError(
      serverText === undefined ? "authoritative" : "forward_dns_servers",
      "A domain cannot be both authoritative and have forward DNS servers.",
    );
  return servers;
}
