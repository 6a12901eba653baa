import {
  bumpSerial,
  findDomainByName,
  isDnsName,
  makeDomain,
  maxSerial,
  maxTtl,
  removeDomain,
  requireDomain,
  setDefaultDomain,
} from "../model/networks/domains.ts";
import { serializeDomain } from "../serialize/dns.ts";
import type { Domain } from "../state/networks.ts";
import { rowsOf } from "../state/table.ts";
import { parseAddress } from "../values/blocks.ts";
import { defined } from "../values/defined.ts";
import { empty, json, text } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { type FieldRule, readForm } from "../wire/form-reader.ts";

const rules: readonly FieldRule[] = [
  { name: "authoritative", type: "boolean" },
  { name: "ttl", type: "integer", min: 1, max: maxTtl },
];

export const handlers = {
  "domains.list": ({ world }) =>
    json(rowsOf(world.state.networks.domains).map((each) => serializeDomain(world, each.id))),
  "domains.create": (call) => json(serializeDomain(call.world, makeDomain(call.world, readDomain(call)).id)),
  "domains.set_serial"(call) {
    const form = readForm(call, [
      { name: "serial", type: "integer", required: true, min: 1, max: maxSerial },
    ]);
    form.check();
    call.world.state.networks.zoneSerial = form.integer("serial") ?? 1;
    return text("");
  },
  "domain.read": (call) => json(serializeDomain(call.world, domainOf(call).id)),
  "domain.update"(call) {
    const domain = domainOf(call);
    Object.assign(domain, readDomain(call, domain));
    bumpSerial(call.world);
    return json(serializeDomain(call.world, domain.id));
  },
  "domain.set_default"(call) {
    const domain = domainOf(call);
    setDefaultDomain(call.world, domain);
    return json(serializeDomain(call.world, domain.id));
  },
  "domain.delete"(call) {
    removeDomain(call.world, domainOf(call));
    return empty(200);
  },
} satisfies HandlersOf<"domains">;

const domainOf = ({ world, path }: Call): Domain => requireDomain(world, path.id);

function readDomain(call: Call, own?: Domain) {
  const form = readForm(call, rules);
  const name = form.text("name")?.toLowerCase() ?? "";
  const authoritative = form.boolean("authoritative");
  const servers = form.text("forward_dns_servers");
  if (name !== "" && (!isDnsName(name) || name.endsWith(".")))
    form.fail("name", "Enter a valid domain name.");
  const known = findDomainByName(call.world, name);
  if (known !== undefined && known !== own) form.fail("name", "Domain with this Name already exists.");
  const forwardServers = servers?.split(/[\s,]+/).filter((each) => each !== "") ?? own?.forwardServers ?? [];
  for (const each of forwardServers)
    if (parseAddress(each) === undefined)
      form.fail("forward_dns_servers", `'${each}' is not a valid IP address.`);
  if ((authoritative ?? own?.authoritative ?? true) && forwardServers.length > 0)
    form.fail(
      servers === undefined ? "authoritative" : "forward_dns_servers",
      "A domain cannot be both authoritative and have forward DNS servers.",
    );
  form.check();
  return {
    name,
    forwardServers,
    ...defined({ authoritative, ttl: form.has("ttl") ? (form.integer("ttl") ?? null) : undefined }),
  };
}
