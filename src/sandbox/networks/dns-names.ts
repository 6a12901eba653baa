import type { Parameters } from "../handler.ts";
import type { World } from "../world.ts";
import { type DnsResource, fqdnOf, recordsOf, splitFqdn } from "./dns.ts";
import { type Domain, findDomain } from "./domains.ts";
import { type FormReading, requiredMessage } from "./form.ts";
import { isResourceName } from "./record-data.ts";

interface DnsName {
  readonly name: string;
  readonly domain: Domain;
}

/**
 * The name of a form: `fqdn`, or `name` and `domain`, which win over it (document 2, "DNS resource records").
 * What is left out is taken from `current`. Undefined where something failed.
 */
export function readDnsName(world: World, reading: FormReading, current?: DnsName): DnsName | undefined {
  const name = reading.text("name")?.toLowerCase();
  const domainText = reading.text("domain");
  const fqdn = reading.text("fqdn");
  if (!name && !domainText && fqdn) {
    const found = splitFqdn(world, fqdn);
    if (found === undefined) reading.fail("fqdn", `No known domain holds ${fqdn}.`);
    else if (!isResourceName(found.name)) reading.fail("fqdn", "Enter a valid DNS name.");
    return found;
  }
  const domain = domainText ? findDomain(world, domainText) : current?.domain;
  const chosen = name || current?.name;
  if (domainText && domain === undefined) reading.fail("domain", `Unable to find domain ${domainText}.`);
  else if (domain === undefined) reading.fail("domain", requiredMessage);
  if (chosen === undefined) reading.fail("name", requiredMessage);
  else if (!isResourceName(chosen)) reading.fail("name", "Enter a valid DNS name, without its domain.");
  return domain === undefined || chosen === undefined ? undefined : { name: chosen, domain };
}

/** Which names a list is asked for: `fqdn`, `domain`, `name`. Undefined where the domain is unknown. */
export function nameFilter(
  world: World,
  query: Parameters,
): ((named: Pick<DnsResource, "name" | "domainId">) => boolean) | undefined {
  const fqdn = query.get("fqdn")?.trim().replace(/\.$/, "").toLowerCase();
  const name = query.get("name")?.trim().toLowerCase();
  const domainText = query.get("domain")?.trim();
  const domain = domainText ? findDomain(world, domainText) : undefined;
  if (domainText && domain === undefined) return undefined;
  return (named) =>
    (!fqdn || fqdnOf(world, named) === fqdn) &&
    (!name || named.name === name) &&
    (domain === undefined || named.domainId === domain.id);
}

/** Whether a resource has records of a type; A and AAAA are its addresses. An empty type is any. */
export function hasRecordType(
  world: World,
  resource: Pick<DnsResource, "id" | "ips">,
  type: string,
): boolean {
  const wanted = type.toUpperCase();
  if (wanted === "") return true;
  if (wanted === "A" || wanted === "AAAA")
    return resource.ips.some((ip) => ip.includes(":") === (wanted === "AAAA"));
  return recordsOf(world, resource.id).some((record) => record.rrtype === wanted);
}
