/** A list in which svc finds the number of an object by its name. */
export interface NumberList {
  /** Of a list, or of one object. Names of the operation's own path in it are the same objects. */
  readonly path: string;
  /** The member that holds the nested rows to number, if not the row itself. */
  readonly rows?: string;
  /** Members that name a row, as dotted paths; of a path its last part is enough, and `a/b` joins two. */
  readonly names: readonly string[];
  /** What a row is called in messages. */
  readonly noun: string;
  /** Services take nothing but its number: a word that names none is refused. */
  readonly byNumber?: true;
}

const at = (path: string, noun: string, ...names: readonly string[]): NumberList => ({ path, noun, names });
const byNumber = (...facts: Parameters<typeof at>): NumberList => ({ ...at(...facts), byNumber: true });

export const disks = at("/nodes/{system_id}/blockdevices/", "disk", "name", "path");
export const partitions: NumberList = {
  ...at(disks.path, "partition", "path"),
  rows: "partitions",
  byNumber: true,
};
export const cacheSets = byNumber("/nodes/{system_id}/bcache-cache-sets/", "cache set", "name");
export const bcaches = byNumber("/nodes/{system_id}/bcaches/", "bcache device", "name");
export const interfaces = at("/nodes/{system_id}/interfaces/", "interface", "name");
/** Those of one interface. */
export const links: NumberList = {
  ...at("/nodes/{system_id}/interfaces/{id}/", "link", "ip_address", "subnet.cidr", "subnet.name"),
  rows: "links",
  byNumber: true,
};
export const subnets = at("/subnets/", "subnet", "cidr", "name");
/** `rack9/123`, and a name that no other VLAN has. */
export const vlans: NumberList = {
  ...at("/fabrics/", "VLAN", "fabric/vid", "fabric/name", "name"),
  rows: "vlans",
};
export const fabrics = at("/fabrics/", "fabric", "name");
export const domains = at("/domains/", "domain", "name");
export const zones = at("/zones/", "zone", "name");
export const pools = at("/resourcepools/", "pool", "name");
export const bootResources = byNumber("/boot-resources/", "boot resource", "name", "name/architecture");
export const bootSources = byNumber("/boot-sources/", "boot source", "url");
export const selections = byNumber(
  "/boot-sources/{boot_source_id}/selections/",
  "selection",
  "release",
  "os/release",
);
export const snippets = byNumber("/dhcp-snippets/", "DHCP snippet", "name");
export const dnsResources = byNumber("/dnsresources/", "DNS resource", "fqdn");
export const dnsRecords = byNumber("/dnsresourcerecords/", "DNS record", "fqdn", "fqdn/rrtype");
export const ranges = byNumber("/ipranges/", "IP range", "start_ip");
export const routes = byNumber("/static-routes/", "static route", "gateway_ip", "destination.cidr");
export const notices = byNumber("/notifications/", "notification", "ident");
