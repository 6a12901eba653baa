export interface NamedKind {
  readonly path: string;
  readonly nameMember: string;
  /** Other members with text or a number that may identify an object. */
  readonly otherMembers: readonly string[];
  /** A member that describes the object to people; never a secret. */
  readonly descriptionMember?: string;
  readonly hasStatus?: true;
  /** Live services accept only an object's number in a path, and answer 500 to a name. */
  readonly byNumber?: true;
  /** These objects have no list of their own; rows of the list at `path` contain their names. */
  readonly isMentioned?: true;
}

/** Machines show their claim in the prefix of their agent name and in an annotation. */
export const claimMarks = { agentName: "claim/", annotation: "svc.claim" } as const;

const kind = (path: string, nameMember: string, attributes: Partial<NamedKind> = {}): NamedKind => ({
  path,
  nameMember,
  otherMembers: [],
  ...attributes,
});

const node = { otherMembers: ["system_id", "fqdn"] } as const;

export const namedKinds = {
  machines: kind("/machines/", "hostname", { ...node, descriptionMember: "status_name", hasStatus: true }),
  claims: kind("/machines/", "name", { isMentioned: true }),
  devices: kind("/devices/", "hostname", node),
  nodes: kind("/nodes/", "hostname", node),
  rackcontrollers: kind("/rackcontrollers/", "hostname", node),
  regioncontrollers: kind("/regioncontrollers/", "hostname", node),
  tags: kind("/tags/", "name", { descriptionMember: "comment" }),
  zones: kind("/zones/", "name", { descriptionMember: "description" }),
  resourcepools: kind("/resourcepools/", "name", { descriptionMember: "description" }),
  fabrics: kind("/fabrics/", "name", { otherMembers: ["id"], descriptionMember: "class_type" }),
  subnets: kind("/subnets/", "cidr", { otherMembers: ["id"], descriptionMember: "name" }),
  spaces: kind("/spaces/", "name", { otherMembers: ["id"] }),
  domains: kind("/domains/", "name", { otherMembers: ["id"] }),
  "boot-resources": kind("/boot-resources/", "id", { otherMembers: ["name"], descriptionMember: "name" }),
  "boot-sources": kind("/boot-sources/", "id", { descriptionMember: "url" }),
  dnsresources: kind("/dnsresources/", "fqdn", { otherMembers: ["id"] }),
  dnsresourcerecords: kind("/dnsresourcerecords/", "id", { descriptionMember: "fqdn" }),
  ipranges: kind("/ipranges/", "start_ip", { otherMembers: ["id"], descriptionMember: "type" }),
  "static-routes": kind("/static-routes/", "id"),
  networks: kind("/networks/", "name"),
  sshkeys: kind("/account/prefs/sshkeys/", "id", { descriptionMember: "keysource" }),
  sslkeys: kind("/account/prefs/sslkeys/", "id"),
  "dhcp-snippets": kind("/dhcp-snippets/", "name", { otherMembers: ["id", "id"] }),
  "commissioning-scripts": kind("/commissioning-scripts/", "name"),
  "package-repositories": kind("/package-repositories/", "name", {
    otherMembers: ["id"],
    descriptionMember: "url",
  }),
  scripts: kind("/scripts/", "name", { descriptionMember: "title" }),
  files: kind("/files/", "filename"),
  users: kind("/users/", "username"),
  notifications: kind("/notifications/", "id", { descriptionMember: "message" }),
  "vm-hosts": kind("/vm-hosts/", "name", { otherMembers: ["id"], byNumber: true }),
  "vm-clusters": kind("/vm-clusters/", "name", { otherMembers: ["id"], byNumber: true }),
  pods: kind("/pods/", "name", { otherMembers: ["id"], byNumber: true }),
} as const satisfies Readonly<Record<string, NamedKind>>;

export type KindId = keyof typeof namedKinds;

export const isKindId = (text: string): text is KindId => Object.hasOwn(namedKinds, text);

const kindByPath = new Map<string, KindId>(
  Object.entries<NamedKind>(namedKinds).flatMap(([name, { path, isMentioned }]) =>
    isMentioned ? [] : [[path, name as KindId]],
  ),
);

export const kindAt = (path: string): KindId | undefined => kindByPath.get(path);

export const kindOfList = (kind: KindId): KindId => kindAt(namedKinds[kind].path) ?? kind;

const fieldsByKind = {
  tags: "tags not_tags",
  resourcepools: "pool not_pool in_pool not_in_pool",
  zones: "zone not_zone not_in_zone",
  fabrics: "fabric fabrics not_fabrics",
  subnets: "subnet subnets not_subnets",
  spaces: "space",
  domains: "domain not_domain",
  users: "owner not_owner transfer_resources_to",
  series: "distro_series",
  "commissioning-scripts": "commissioning_scripts",
  scripts: "testing_scripts",
  "vm-hosts": "pod not_pod",
} satisfies Partial<Record<KindId | "series", string>>;

export const kindsOfFields = Object.fromEntries(
  Object.entries(fieldsByKind).flatMap(([kind, fields]) => fields.split(" ").map((field) => [field, kind])),
) as Readonly<Record<string, KindId | "series">>;
