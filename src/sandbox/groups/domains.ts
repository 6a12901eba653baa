import {
  bumpSerial,
  findDomainByName,
  isDnsName,
  makeDomain,
  maxSerial,
  removeDomain,
  requireDomain,
  setDefaultDomain,
} from "../model/networks/domains.ts";
import { serializeDomain } from "../serialize/dns.ts";
import type { Domain } from "../state/dns.ts";
import { rowsOf } from "../state/table.ts";
import { parseAddress } from "../values/blocks.ts";
import { empty, json, text } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";

/** Seconds; the largest that a DNS record carries. */
const maxTtl = 2_147_483_647;

function readDomain(call: Call, own?: Domain) {
  const reading = readForm(call.form);
  const name = reading.required("name").toLowerCase();
  const authoritative = reading.boolean("authoritative");
  const ttl = reading.integer("ttl", 1, maxTtl);
  const servers = reading.text("forward_dns_servers");
  if (name !== "" && (!isDnsName(name) || name.endsWith(".")))
    reading.fail("name", "Enter a valid domain name.");
  const known = findDomainByName(call.world, name);
  if (known !== undefined && known !== own) reading.fail("name", "Domain with this Name already exists.");
  const forwardServers = servers?.split(/[\s,]+/).filter((each) => each !== "") ?? own?.forwardServers ?? [];
  for (const each of forwardServers)
    if (parseAddress(each) === undefined)
      reading.fail("forward_dns_servers", `'${each}' is not a valid IP address.`);
  if ((authoritative ?? own?.authoritative ?? true) && forwardServers.length > 0)
    reading.fail(
      servers === undefined ? "authoritative" : "forward_dns_servers",
      "A domain cannot be both authoritative and have forward DNS servers.",
    );
  reading.check();
  return {
    name,
    forwardServers,
    ...(authoritative === undefined ? {} : { authoritative }),
    ...(reading.has("ttl") ? { ttl: ttl ?? null } : {}),
  };
}

/** Document 2, "Domains". */
export const handlers = {
  "domains.list": (call) =>
    json(rowsOf(call.world.state.networks.domains).map((each) => serializeDomain(call.world, each.id))),
  "domains.create": (call) => json(serializeDomain(call.world, makeDomain(call.world, readDomain(call)).id)),
  "domains.set_serial"(call) {
    const reading = readForm(call.form);
    const serial = reading.requiredInteger("serial", 1, maxSerial);
    reading.check();
    call.world.state.networks.zoneSerial = serial;
    return text("");
  },
  "domain.read": (call) => json(serializeDomain(call.world, requireDomain(call.world, call.path.id).id)),
  "domain.update"(call) {
    const domain = requireDomain(call.world, call.path.id);
    Object.assign(domain, readDomain(call, domain));
    bumpSerial(call.world);
    return json(serializeDomain(call.world, domain.id));
  },
  "domain.set_default"(call) {
    const domain = requireDomain(call.world, call.path.id);
    setDefaultDomain(call.world, domain);
    return json(serializeDomain(call.world, domain.id));
  },
  "domain.delete"(call) {
    removeDomain(call.world, requireDomain(call.world, call.path.id));
    return empty(200);
  },
} satisfies HandlersOf<"domains">;
