import type { GroupName } from "./index.ts";

/** One kind of object in a copy of a site: the operation whose answer has it. */
export interface SiteRead {
  readonly group: GroupName;
  readonly id: string;
  readonly values?: Readonly<Record<string, string | boolean>>;
  /** Sent by administrators alone: the service refuses them to others. */
  readonly adminValues?: Readonly<Record<string, string | boolean>>;
  /** The member of the answer that has the list. */
  readonly rows?: string;
  /** Read for each element of an earlier read: its `member` is sent as `field`. */
  readonly each?: {
    readonly of: string;
    readonly member: string;
    readonly field: string;
    /** Elements of one request. */
    readonly batchSize?: number;
  };
  /** Not read if the service has that one. */
  readonly unless?: string;
  /** Texts are documents, and may be Base64. */
  readonly hasContents?: true;
  /** Its objects are identified by secrets: masks with fingerprints keep them distinct. */
  readonly isKeyedBySecret?: true;
}

/** What the report on a copy calls what cannot be read. */
export const siteReadName = ({ group, id }: SiteRead): string =>
  id.endsWith(".power_parameters") ? "power parameters" : group.replaceAll("-", " ");

/** Objects follow those that they refer to. No content of boot images, no user data, no keys of the API. */
export const siteReads: readonly SiteRead[] = [
  { group: "users", id: "users.list" },
  { group: "tags", id: "tags.list" },
  { group: "zones", id: "zones.list" },
  { group: "resourcepools", id: "resource-pools.list" },
  { group: "spaces", id: "spaces.list" },
  { group: "domains", id: "domains.list" },
  { group: "fabrics", id: "fabrics.list" },
  { group: "subnets", id: "subnets.list" },
  { group: "ipranges", id: "ip-ranges.list" },
  { group: "static-routes", id: "static-routes.list" },
  { group: "package-repositories", id: "package-repositories.list" },
  { group: "boot-sources", id: "boot-sources.list" },
  {
    group: "boot-source-selections",
    id: "boot-source-selections.list",
    each: { of: "boot-sources.list", member: "id", field: "boot_source_id" },
  },
  { group: "boot-resources", id: "boot-resources.list" },
  {
    group: "boot-resources",
    id: "boot-resource.read",
    each: { of: "boot-resources.list", member: "id", field: "id" },
  },
  { group: "scripts", id: "scripts.list", values: { include_script: true }, hasContents: true },
  {
    group: "commissioning-scripts",
    id: "commissioning-scripts.list",
    unless: "scripts.list",
    hasContents: true,
  },
  { group: "sshkeys", id: "ssh-keys.list" },
  { group: "sslkeys", id: "ssl-keys.list", isKeyedBySecret: true },
  { group: "license-keys", id: "license-keys.list" },
  { group: "files", id: "files.list" },
  {
    group: "files",
    id: "file.read",
    each: { of: "files.list", member: "filename", field: "filename" },
    hasContents: true,
  },
  { group: "notifications", id: "notifications.list" },
  { group: "vm-hosts", id: "vm-hosts.list" },
  {
    group: "vm-hosts",
    id: "vm-host.parameters",
    each: { of: "vm-hosts.list", member: "id", field: "id" },
  },
  { group: "rackcontrollers", id: "rack-controllers.list" },
  { group: "regioncontrollers", id: "region-controllers.list" },
  { group: "machines", id: "machines.list" },
  {
    group: "machines",
    id: "machines.power_parameters",
    each: { of: "machines.list", member: "system_id", field: "id", batchSize: 50 },
  },
  { group: "devices", id: "devices.list" },
  { group: "ipaddresses", id: "ip-addresses.list", adminValues: { all: true } },
  { group: "dnsresources", id: "dns-resources.list" },
  { group: "dnsresource-records", id: "dns-resource-records.list" },
  { group: "dhcp-snippets", id: "dhcp-snippets.list", hasContents: true },
  { group: "events", id: "events.query", values: { limit: "1000", level: "DEBUG" }, rows: "events" },
];

/** Read for each item, since no list has the values. */
export const configRead = { group: "config", id: "svc.get_config" } as const satisfies SiteRead;

export const snapshotFormat = { format: "svc-site-copy", version: 1 } as const;

/** The first line of a snapshot. */
export interface CopiedSite {
  readonly format: string;
  readonly version: number;
  /** Without a user name or password. */
  readonly url: string;
  /** ISO 8601. */
  readonly time: string;
  /** The user whose key read it. */
  readonly user: { readonly username: string; readonly is_superuser: boolean };
}

/** One element of an answer as it came, but for its secrets. */
export interface CopiedObject {
  readonly read: string;
  /** Of which element of an earlier read, or which configuration item. */
  readonly of?: string;
  readonly value: unknown;
}

/** What the service refused to show. */
export interface UnreadPart {
  readonly unread: string;
  readonly reason: string;
}

/** The last line; a snapshot without it is incomplete. */
export interface CopyEnd {
  readonly end: true;
  /** Lines before this one. */
  readonly lines: number;
}

export type CopyRecord = CopiedSite | CopiedObject | UnreadPart | CopyEnd;
