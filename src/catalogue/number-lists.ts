/** A list in which svc finds the number of an object by its name. */
export interface NumberList {
  /** Of a list, or of one object. Names of the operation's own path in it are the same objects. */
  readonly path: string;
  /** The member of a row with the rows that are meant, if not the row itself. */
  readonly rows?: string;
  /** Members that name a row, as dotted paths; of a path its last part is enough, and `a/b` joins two. */
  readonly names: readonly string[];
  /** What a row is called in messages, if services take nothing but its number: a word that names none is refused. */
  readonly noun?: string;
}

export const disks: NumberList = { path: "/nodes/{system_id}/blockdevices/", names: ["name", "path"] };
export const partitions: NumberList = { ...disks, rows: "partitions", names: ["path"] };
export const cacheSets: NumberList = { path: "/nodes/{system_id}/bcache-cache-sets/", names: ["name"] };
export const interfaces: NumberList = { path: "/nodes/{system_id}/interfaces/", names: ["name"] };
/** Those of one interface. */
export const links: NumberList = {
  path: "/nodes/{system_id}/interfaces/{id}/",
  rows: "links",
  names: ["ip_address", "subnet.cidr", "subnet.name"],
  noun: "link",
};
export const subnets: NumberList = { path: "/subnets/", names: ["cidr", "name"] };
/** `rack9/123`, and a name that no other VLAN has. */
export const vlans: NumberList = {
  path: "/fabrics/",
  rows: "vlans",
  names: ["fabric/vid", "fabric/name", "name"],
};
export const fabrics: NumberList = { path: "/fabrics/", names: ["name"] };
export const domains: NumberList = { path: "/domains/", names: ["name"] };
export const zones: NumberList = { path: "/zones/", names: ["name"] };
export const pools: NumberList = { path: "/resourcepools/", names: ["name"] };
