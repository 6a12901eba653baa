import { boolean, list, text } from "../../catalogue/field.ts";
import type { Field } from "../../catalogue/operation.ts";
import { lastingStatuses } from "../../catalogue/statuses.ts";

export interface SeedKind {
  readonly create: string;
  /** Sets fields that `create` does not have, and changes objects that exist in every new sandbox. */
  readonly update?: string;
  /** For kinds that a new sandbox already has objects of: `field` identifies an object in the answer of `list`. */
  readonly existing?: { readonly list: string; readonly field: string };
  readonly excludedFields?: readonly string[];
  /** Defaults of required fields. `*` stands for the object's `name`. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** The object is created and owned by the user in the field `owner`, by default `admin`. */
  readonly isOwned?: true;
  /** Set after all objects are created, because these fields refer to other objects. */
  readonly fieldsSetLast?: readonly string[];
  readonly optional?: readonly string[];
  readonly undocumentedFields?: readonly Field[];
  readonly derivedFields?: readonly Field[];
  readonly children?: Readonly<Record<string, SeedKind>>;
  /** The path parameter that takes the parent's id in the operations of `children`. */
  readonly parameter?: string;
}

export const ownerField: Field = text("owner", "user who owns it; admin by default");

const machineActionFields = [
  ...["commission", "deployed", "enable_ssh", "skip_bmc_config", "skip_networking", "skip_storage"],
  ...["commissioning_scripts", "testing_scripts"],
  ...["subarchitecture", "disable_ipv4", "power_parameters_skip_check"],
];

/** Fields that no operation sets, because the service discovers or derives them. */
const machineFields: readonly Field[] = [
  text("status", "any status except those of running operations; ready by default", {
    choices: lastingStatuses,
  }),
  text("owner", "owner of the machine; admin by default, except for new and ready machines"),
  text("osystem", "operating system of a deployed machine; ubuntu by default"),
  text("distro_series", "release of a deployed machine; jammy by default"),
  text("power_state", "off by default, on for deployed machines", {
    choices: ["on", "off", "unknown", "error"],
  }),
  text("error_description", "why the machine is broken or failed"),
  boolean("locked", "whether it is locked against changes"),
];

const nodeFields: readonly Field[] = [
  list("tags", "tags; missing ones are created"),
  { name: "annotations", type: "map", help: "workload annotations (owner_data)" },
];

const linkKind: SeedKind = {
  create: "interface.link_subnet",
  excludedFields: ["force"],
  defaults: { mode: "AUTO" },
};

const interfaceKind: SeedKind = {
  create: "interfaces.create_physical",
  update: "interface.update",
  optional: ["mac_address", "parents", "parent", "name", "vlan"],
  derivedFields: [text("type", "physical by default", { choices: ["physical", "bond", "bridge", "vlan"] })],
  children: { links: linkKind },
};

export const interfaceKinds = ["create_physical", "create_bond", "create_bridge", "create_vlan"].map(
  (each) => `interfaces.${each}`,
);

const diskKind: SeedKind = {
  create: "block-devices.create",
  optional: ["name", "serial"],
  undocumentedFields: [
    list("tags", "tags of the device"),
    text("firmware_version", "version of its firmware"),
  ],
  defaults: { block_size: "512", model: "Sandbox disk" },
};

const existingKind = (plural: string, singular: string, field = "name"): SeedKind => ({
  create: `${plural}.create`,
  update: `${singular}.update`,
  existing: { list: `${plural}.list`, field },
});

export const seedKinds: Readonly<Record<string, SeedKind>> = {
  users: {
    create: "users.create",
    defaults: { email: "*@sandbox.example", password: "sandbox", is_superuser: "0" },
  },
  zones: existingKind("zones", "zone"),
  resourcepools: existingKind("resource-pools", "resource-pool"),
  tags: existingKind("tags", "tag"),
  spaces: existingKind("spaces", "space"),
  domains: existingKind("domains", "domain"),
  fabrics: {
    ...existingKind("fabrics", "fabric"),
    parameter: "fabric_id",
    children: {
      vlans: {
        ...existingKind("vlans", "vlan", "vid"),
        fieldsSetLast: ["dhcp_on", "primary_rack", "secondary_rack", "relay_vlan"],
      },
    },
  },
  subnets: existingKind("subnets", "subnet", "cidr"),
  "static-routes": { create: "static-routes.create" },
  ipranges: { create: "ip-ranges.create", isOwned: true },
  dnsresources: { create: "dns-resources.create", excludedFields: ["fqdn"] },
  "dnsresource-records": { create: "dns-resource-records.create", optional: ["name", "domain", "fqdn"] },
  ipaddresses: { create: "ip-addresses.reserve", isOwned: true },
  "dhcp-snippets": { create: "dhcp-snippets.create" },
  "license-keys": { create: "license-keys.create" },
  "commissioning-scripts": { create: "commissioning-scripts.create" },
  sshkeys: { create: "ssh-keys.create", isOwned: true },
  files: { create: "files.create", isOwned: true },
  devices: {
    create: "devices.create",
    optional: ["mac_addresses"],
    update: "device.update",
    isOwned: true,
    derivedFields: nodeFields,
    parameter: "system_id",
    children: { interfaces: interfaceKind },
  },
  machines: {
    create: "machines.create",
    optional: ["mac_addresses"],
    update: "machine.update",
    excludedFields: machineActionFields,
    defaults: { architecture: "amd64/generic", commission: "false" },
    derivedFields: [...machineFields, ...nodeFields],
    parameter: "system_id",
    children: { interfaces: interfaceKind, blockdevices: diskKind },
  },
};

export const configMember = "config";
export const setConfig = "svc.set_config";
