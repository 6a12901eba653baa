import {
  bumpSerial,
  findDomainByName,
  isDnsName,
  makeDomain,
  maxSerial,
  maxTtl,
  removeDomain,
  setDefaultDomain,
} from "../model/networks/dns.ts";
import { serializeDomain } from "../serialize/dns.ts";
import type { Domain } from "../state/networks.ts";
import { usesDeployedStyle, type World } from "../state/world.ts";
import { parseAddress } from "../values/blocks.ts";
import { withoutUndefined, wordsOf } from "../values/constraints.ts";
import { json, text } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { checkedForm, type FieldRule, type FormReader } from "../wire/form-reader.ts";
import { namedTableAccess, resource } from "./resource.ts";

const rules: readonly FieldRule[] = [
  { name: "authoritative", type: "boolean" },
  { name: "ttl", type: "integer", min: 0, max: maxTtl },
];

const domains = namedTableAccess((world) => world.state.networks.domains, "Domain");

export const handlers = {
  ...resource(["domains", "domain"], {
    ...domains,
    serialize: serializeDomain,
    rules: ({ world }, current) =>
      isNameOptional(world, current) ? [...rules, { name: "name", type: "string" }] : rules,
    read: readDomain,
    create: ({ world }, values) => makeDomain(world, values),
    update({ world }, domain, values) {
      Object.assign(domain, values);
      bumpSerial(world);
    },
    remove: removeDomain,
  }),
  "domains.set_serial"(call) {
    const form = checkedForm(call, [
      { name: "serial", type: "integer", required: true, min: 1, max: maxSerial },
    ]);
    call.world.state.networks.zoneSerial = form.integer("serial") ?? 1;
    return text("");
  },
  "domain.set_default"(call) {
    const domain = domains.find(call);
    setDefaultDomain(call.world, domain);
    return json(serializeDomain(call.world, domain));
  },
} satisfies HandlersOf<"domains">;

function isNameOptional(world: World, current: Domain | undefined): current is Domain {
  return current !== undefined && usesDeployedStyle(world, "domain-name");
}

function readDomain(form: FormReader, { world }: Call, current?: Domain) {
  const name = (form.text("name") || (isNameOptional(world, current) ? current.name : "")).toLowerCase();
  const existing = findDomainByName(world, name);
  if (name !== "" && (!isDnsName(name) || name.endsWith(".")))
    form.fail("name", "Enter a valid domain name.");
  if (existing !== undefined && existing !== current)
    form.fail("name", "Domain with this Name already exists.");
  const authoritative = form.boolean("authoritative");
  const hasBoth = form.text("authoritative") && form.text("forward_dns_servers");
  if (hasBoth && usesDeployedStyle(world, "forward-servers"))
    form.fail("__all__", "Cannot specify both authoritative and forward_dns_servers.");
  const forwardServers = readForwardServers(form, authoritative ?? current?.authoritative ?? true, current);
  const ttl = form.has("ttl") ? (form.integer("ttl") ?? null) : undefined;
  return { name, forwardServers, ...withoutUndefined({ authoritative, ttl }) };
}

function readForwardServers(form: FormReader, authoritative: boolean, current?: Domain): string[] {
  const serverText = form.text("forward_dns_servers");
  const servers = serverText === undefined ? (current?.forwardServers ?? []) : wordsOf(serverText);
  for (const each of servers)
    if (parseAddress(each) === undefined)
      form.fail("forward_dns_servers", `'${each}' is not a valid IP address.`);
  if (authoritative && servers.length > 0)
    form.fail(
      serverText === undefined ? "authoritative" : "forward_dns_servers",
      "A domain cannot be both authoritative and have forward DNS servers.",
    );
  return servers;
}
