import { fqdnOf, splitFqdn } from "../model/networks/dns.ts";
import { findDomain } from "../model/networks/domains.ts";
import { isResourceName } from "../model/networks/record-data.ts";
import { subnetHolding } from "../model/networks/subnets.ts";
import { requiredMessage } from "../state/domain-error.ts";
import type { DnsResource, Domain } from "../state/networks.ts";
import type { World } from "../state/world.ts";
import { parseAddress } from "../values/blocks.ts";
import { wordsOf } from "../values/constraints.ts";
import type { FieldRule, FormReader } from "../wire/form-reader.ts";

interface DnsName {
  readonly name: string;
  readonly domain: Domain;
}

/** A name may come as `fqdn` too, so that neither part of it is required alone. */
export const nameRules: readonly FieldRule[] = [
  { name: "name", type: "string" },
  { name: "domain", type: "string" },
];

/**
 * The name of a form: `fqdn`, or `name` and `domain`, which win over it. What is left out is taken from
 * `current`. Undefined where something failed.
 */
export function readDnsName(world: World, form: FormReader, current?: DnsName): DnsName | undefined {
  const name = form.text("name")?.toLowerCase();
  const domainText = form.text("domain");
  const fqdn = form.text("fqdn");
  if (!name && !domainText && fqdn) {
    const found = splitFqdn(world, fqdn);
    if (found === undefined) form.fail("fqdn", `No known domain holds ${fqdn}.`);
    else if (!isResourceName(found.name)) form.fail("fqdn", "Enter a valid DNS name.");
    return found;
  }
  const domain = domainText ? findDomain(world, domainText) : current?.domain;
  const chosen = name || current?.name;
  if (domainText && domain === undefined) form.fail("domain", `Unable to find domain ${domainText}.`);
  else if (domain === undefined) form.fail("domain", requiredMessage);
  if (chosen === undefined) form.fail("name", requiredMessage);
  else if (!isResourceName(chosen)) form.fail("name", "Enter a valid DNS name, without its domain.");
  return domain === undefined || chosen === undefined ? undefined : { name: chosen, domain };
}

/** Which names a list is asked for: `fqdn`, `domain`, `name`. Undefined where the domain is unknown. */
export function nameFilter(
  world: World,
  form: FormReader,
): ((named: Pick<DnsResource, "name" | "domainId">) => boolean) | undefined {
  const fqdn = form.text("fqdn")?.replace(/\.$/, "").toLowerCase();
  const name = form.text("name")?.toLowerCase();
  const domainText = form.text("domain");
  const domain = domainText ? findDomain(world, domainText) : undefined;
  if (domainText && domain === undefined) return undefined;
  return (named) =>
    (!fqdn || fqdnOf(world, named) === fqdn) &&
    (!name || named.name === name) &&
    (domain === undefined || named.domainId === domain.id);
}

/** Reads `ip_addresses`: one value, addresses or their ids separated by spaces or commas. */
export function readAddresses(world: World, form: FormReader, value: string): string[] {
  const ips: string[] = [];
  for (const each of wordsOf(value)) {
    const byId = /^\d{1,15}$/.test(each)
      ? Object.values(world.state.networks.addresses.byIp).find((taken) => taken.id === Number(each))
      : undefined;
    const ip = byId?.ip ?? parseAddress(each)?.text;
    if (ip === undefined) form.fail("ip_addresses", `'${each}' is neither an IP address nor the id of one.`);
    else if (!ips.includes(ip)) ips.push(ip);
    const address = parseAddress(ip ?? "");
    if (address !== undefined && subnetHolding(world, address) === undefined)
      form.fail("ip_addresses", `No known subnet holds ${address.text}.`);
  }
  return ips;
}
