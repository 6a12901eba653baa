import type { GroupName } from "./index.ts";

export interface SiteRead {
  readonly group: GroupName;
  readonly id: string;
  readonly values?: Readonly<Record<string, string | boolean>>;
  /** Sent only by administrators, because the service refuses other users. */
  readonly adminValues?: Readonly<Record<string, string | boolean>>;
  readonly rows?: string;
  /** Sends a request for each element of an earlier read, with the element's `member` as `field`. */
  readonly each?: {
    readonly of: string;
    readonly member: string;
    readonly field: string;
    readonly batchSize?: number;
  };
  /** The id of a read that makes this one unnecessary if the service has it. */
  readonly unless?: string;
  /** Texts may be whole files, such as scripts, perhaps in Base64. */
  readonly mayHoldDocuments?: true;
  /** Secrets identify the objects, so masks contain fingerprints, which keep them distinct. */
  readonly isKeyedBySecret?: true;
}

export const siteReadName = ({ group, id }: SiteRead): string =>
  id.endsWith(".power_parameters") ? "power parameters" : group.replaceAll("-", " ");

/** Objects come after those that they refer to. Content of boot images, user data and API keys are not copied. */
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
  { group: "scripts", id: "scripts.list", values: { include_script: true }, mayHoldDocuments: true },
  {
    group: "commissioning-scripts",
    id: "commissioning-scripts.list",
    unless: "scripts.list",
    mayHoldDocuments: true,
  },
  { group: "sshkeys", id: "ssh-keys.list" },
  { group: "sslkeys", id: "ssl-keys.list", isKeyedBySecret: true },
  { group: "license-keys", id: "license-keys.list" },
  { group: "files", id: "files.list" },
  {
    group: "files",
    id: "file.read",
    each: { of: "files.list", member: "filename", field: "filename" },
    mayHoldDocuments: true,
  },
  { group: "notifications", id: "notifications.list" },
  { group: "vm-hosts", id: "vm-hosts.list" },
  { group: "vm-hosts", id: "vm-host.parameters", each: { of: "vm-hosts.list", member: "id", field: "id" } },
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
  { group: "dhcp-snippets", id: "dhcp-snippets.list", mayHoldDocuments: true },
  { group: "events", id: "events.query", values: { limit: "1000", level: "DEBUG" }, rows: "events" },
];

/** Sent once for each item, because no list contains the values. */
export const configRead = { group: "config", id: "svc.get_config" } as const satisfies SiteRead;

export const snapshotFormat = { format: "svc-site-copy", version: 1 } as const;

export interface CopiedSite {
  readonly format: string;
  readonly version: number;
  /** Without a user name or password. */
  readonly url: string;
  readonly time: string;
  /** The user whose key was used to read the site. */
  readonly user: { readonly username: string; readonly is_superuser: boolean };
}

export interface CopiedObject {
  readonly read: string;
  /** The id of the element of an earlier read, or the name of the configuration item. */
  readonly of?: string;
  readonly value: unknown;
}

export interface UnreadPart {
  readonly unread: string;
  readonly reason: string;
}

/** The last line. A snapshot without it is incomplete. */
interface CopyEnd {
  readonly end: true;
  readonly lines: number;
}

export type CopyRecord = CopiedSite | CopiedObject | UnreadPart | CopyEnd;
