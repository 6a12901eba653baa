/** A list in which svc finds the number of an object by its name. */
export interface LookupList {
  /** The path of a list or object. Its names in braces have the same values as in the operation's path. */
  readonly path: string;
  readonly rows?: string;
  /**
   * Dotted paths to the names of a row; `a/b` joins two members. If a name is a device path, its last part is also a name, and so is the
   * kernel's name of a partition: `sda1` for `sda-part1`.
   */
  readonly names: readonly string[];
  readonly noun: string;
  /**
   * Services accept only numbers, so svc refuses a word that is not the name of a row. Without it, a name in a path is
   * looked up only if it contains a slash, or after a 404.
   */
  readonly byNumber?: true;
  /** Why the list may lack a row; missing if it has all rows. */
  readonly partialNote?: string;
}

const list = (path: string, noun: string, ...names: readonly string[]): LookupList => ({ path, noun, names });
const byNumber = (...attributes: Parameters<typeof list>): LookupList => ({
  ...list(...attributes),
  byNumber: true,
});

export const disks = list("/nodes/{system_id}/blockdevices/", "disk", "name", "path", "id_path", "serial");
export const partitions: LookupList = {
  ...list(disks.path, "partition", "path"),
  rows: "partitions",
  byNumber: true,
};
export const raids = byNumber("/nodes/{system_id}/raids/", "RAID", "name");
export const datastores = byNumber("/nodes/{system_id}/vmfs-datastores/", "datastore", "name");
export const volumeGroups = byNumber("/nodes/{system_id}/volume-groups/", "volume group", "name");
export const logicalVolumes: LookupList = {
  ...byNumber(volumeGroups.path, "logical volume", "name"),
  rows: "logical_volumes",
};
export const cacheSets = byNumber("/nodes/{system_id}/bcache-cache-sets/", "cache set", "name");
export const bcaches = byNumber("/nodes/{system_id}/bcaches/", "bcache device", "name");
export const interfaces = list("/nodes/{system_id}/interfaces/", "interface", "name");
export const links: LookupList = {
  ...list("/nodes/{system_id}/interfaces/{id}/", "link", "ip_address", "subnet.cidr", "subnet.name"),
  rows: "links",
  byNumber: true,
};
export const subnets = list("/subnets/", "subnet", "cidr", "name");
/** A VLAN is identified by fabric and VLAN id (`rack9/123`), or by a name that no other VLAN has. */
export const vlans: LookupList = {
  ...list("/fabrics/", "VLAN", "fabric/vid", "fabric/name", "name"),
  rows: "vlans",
};
export const fabrics = list("/fabrics/", "fabric", "name");
export const domains = list("/domains/", "domain", "name");
export const zones = list("/zones/", "zone", "name");
export const pools = list("/resourcepools/", "pool", "name");
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
export const notifications: LookupList = {
  ...byNumber("/notifications/", "notification", "ident"),
  partialNote: "services list only your own notifications: name others by number",
};
