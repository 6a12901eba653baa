import { boolean, list, text } from "../../catalogue/field.ts";
import type { Field, Operation } from "../../catalogue/operation.ts";
import { lastingStatuses } from "../../catalogue/statuses.ts";
import { isRecord } from "../../core/json-record.ts";
import { joinWithOr, nearest } from "../../core/text/word-lists.ts";
import type { Pairs } from "../wire/call.ts";

export interface SeedKind {
  readonly create: string;
  /** Sets fields that `create` does not have, and changes objects that exist in every new sandbox. */
  readonly update?: string;
  /** For kinds that a new sandbox already has objects of: `field` identifies an object in the answer of `list`. */
  readonly existing?: { readonly list: string; readonly field: string };
  readonly excludedFields?: readonly string[];
  /** Default values of required fields; `*` is replaced with the object's `name`. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** The object is created and owned by the user in the field `owner`, by default `admin`. */
  readonly isOwned?: true;
  /** Set after all objects are created, because these fields refer to other objects. */
  readonly fieldsSetLast?: readonly string[];
  /** Fields that `create` requires, but seed files do not. */
  readonly optional?: readonly string[];
  readonly undocumentedFields?: readonly Field[];
  /** Fields that no operation sets. */
  readonly derivedFields?: readonly Field[];
  readonly children?: Readonly<Record<string, SeedKind>>;
  /** The path parameter that takes the parent's id in the operations of `children`. */
  readonly parameter?: string;
}

export const ownerField: Field = text("owner", "user who owns it; admin by default");

const machineActionFields = [
  "commission",
  "deployed",
  "enable_ssh",
  "skip_bmc_config",
  "skip_networking",
  "skip_storage",
  "commissioning_scripts",
  "testing_scripts",
  "subarchitecture",
  "disable_ipv4",
  "power_parameters_skip_check",
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

export const linkKind: SeedKind = {
  create: "interface.link_subnet",
  excludedFields: ["force"],
  defaults: { mode: "AUTO" },
};

export const interfaceKind: SeedKind = {
  create: "interfaces.create_physical",
  update: "interface.update",
  optional: ["mac_address", "parents", "parent", "name", "vlan"],
  derivedFields: [text("type", "physical by default", { choices: ["physical", "bond", "bridge", "vlan"] })],
  children: { links: linkKind },
};

export const interfaceKinds = ["create_physical", "create_bond", "create_bridge", "create_vlan"].map(
  (each) => `interfaces.${each}`,
);

export const diskKind: SeedKind = {
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

export type Operations = ReadonlyMap<string, Operation>;

export interface KindField {
  readonly field: Field;
  readonly isForCreation: boolean;
}

export function fieldsOf(kind: SeedKind, operations: Operations): ReadonlyMap<string, KindField> {
  const fields = new Map<string, KindField>();
  const add = (field: Field, isForCreation: boolean) => {
    const isSettable = kind.excludedFields?.includes(field.name) !== true && field.sentAs === undefined;
    if (isSettable && !fields.has(field.name)) fields.set(field.name, { field, isForCreation });
  };
  const createIds = interfaceKinds.includes(kind.create) ? interfaceKinds : [kind.create];
  for (const id of createIds) for (const field of operations.get(id)?.fields ?? []) add(field, true);
  for (const field of kind.undocumentedFields ?? []) add(field, true);
  for (const field of operations.get(kind.update ?? "")?.fields ?? []) add(field, false);
  for (const field of kind.derivedFields ?? []) add(field, false);
  if (kind.isOwned) add(ownerField, false);
  return fields;
}

const isRequired = ({ defaults = {}, optional = [] }: SeedKind, { field, isForCreation }: KindField) =>
  isForCreation &&
  field.required === true &&
  !Object.hasOwn(defaults, field.name) &&
  !optional.includes(field.name);

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

export const takesList = ({ type, repeatable, alsoRepeatable, separator }: Field): boolean =>
  type === "list" || repeatable === true || alsoRepeatable === true || separator !== undefined;

export function pairsOrProblem(field: Field, value: unknown): Pairs | string {
  const { name, type, separator, prefix = "" } = field;
  if (type === "map") {
    if (!isRecord(value)) return "takes a mapping of names to values";
    const pairs = Object.entries(value).flatMap(([member, each]) =>
      [each].flat().map((one) => [`${prefix}${member}`, one] as const),
    );
    if (!pairs.every(([, each]) => isScalar(each))) return "takes only text values";
    return pairs.map(([member, each]) => [member, String(each)]);
  }
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (Array.isArray(value) && !takesList(field)) return "takes a single value, not a list";
  const texts: string[] = [];
  for (const each of values) {
    const text = textOf(field, each);
    if (text === undefined)
      return `takes ${expectation(field)}${takesList(field) ? ", or a list of them" : ""}`;
    texts.push(text);
  }
  return separator === undefined ? texts.map((each) => [name, each]) : [[name, texts.join(separator)]];
}

function textOf({ type, alsoName }: Field, value: unknown): string | undefined {
  if (!isScalar(value)) return undefined;
  if (type === "boolean" || type === "switch") {
    if (value !== true && value !== false && value !== 0 && value !== 1) return undefined;
    const isOn = Boolean(value);
    return type === "switch" ? String(Number(isOn)) : String(isOn);
  }
  if (type === "integer" && alsoName !== true && !/^-?\d+$/.test(String(value))) return undefined;
  return type === "base64" ? Buffer.from(String(value)).toString("base64") : String(value);
}

const expectation = ({ type, alsoName }: Field): string => {
  if (type === "boolean" || type === "switch") return "true or false";
  if (type === "integer") return alsoName ? "a number or a name" : "a whole number";
  return "text";
};

export function unknownNameText(name: string, allowed: readonly string[]): string {
  const suggestion =
    nearest(name.toLowerCase().replaceAll("-", "_"), allowed) ?? nearest(name.toLowerCase(), allowed);
  return suggestion === undefined
    ? `unknown; takes ${joinWithOr(allowed)}`
    : `unknown; did you mean ${suggestion}?`;
}

type Schema = Readonly<Record<string, unknown>>;

/** JSON Schema (2020-12) of seed files. Rules that depend on other objects are checked by the sandbox only. */
export function seedFileSchema(operations: Operations): Schema {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Seed file of the sandbox",
    type: ["object", "null"],
    properties: {
      ...Object.fromEntries(
        Object.entries(seedKinds).map(([name, kind]) => [name, listOf(kind, operations)]),
      ),
      [configMember]: {
        type: "object",
        description: "Configuration items by name",
        additionalProperties: { type: scalars },
      },
    },
    patternProperties: { "^x-": { description: "Ignored; can contain anchors" } },
    additionalProperties: false,
  };
}

function listOf(kind: SeedKind, operations: Operations): Schema {
  const fields = [...fieldsOf(kind, operations)];
  const required = fields.filter(([, field]) => isRequired(kind, field)).map(([name]) => name);
  return {
    type: "array",
    items: {
      type: "object",
      properties: {
        ...Object.fromEntries(fields.map(([name, { field }]) => [name, schemaOf(field)])),
        ...Object.fromEntries(
          Object.entries(kind.children ?? {}).map(([name, child]) => [name, listOf(child, operations)]),
        ),
      },
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
    },
  };
}

const scalars = ["string", "number", "boolean"];

function schemaOf(field: Field): Schema {
  const { help, type, choices, min, max, default: defaultValue, alsoName } = field;
  const annotations = { description: help, ...(defaultValue === undefined ? {} : { default: defaultValue }) };
  if (type === "map") return { ...annotations, type: "object" };
  const valueSchema: Schema =
    choices !== undefined
      ? { enum: choices }
      : type === "boolean" || type === "switch"
        ? { enum: [true, false, 0, 1] }
        : type === "integer" && alsoName !== true
          ? { type: "integer", minimum: min, maximum: max }
          : { type: scalars };
  return takesList(field)
    ? { ...annotations, anyOf: [valueSchema, { type: "array", items: valueSchema }] }
    : { ...annotations, ...valueSchema };
}
