import type { Field, PathParameter } from "./operation.ts";
import { statusSpellings, statusValues } from "./statuses.ts";

/** Fields and identifiers that several groups share. */

export const machineId = {
  name: "system_id",
  type: "string",
  help: "machine: system_id, hostname, FQDN or MAC address",
  kind: "machine",
} as const satisfies PathParameter;

export const deviceId = {
  name: "system_id",
  type: "string",
  help: "device: system_id, hostname, FQDN or MAC address",
  kind: "device",
} as const satisfies PathParameter;

export const nodeId = {
  name: "system_id",
  type: "string",
  help: "node: system_id, hostname, FQDN or MAC address",
  kind: "node",
} as const satisfies PathParameter;

/** An identifier that is an integer, such as that of a fabric or a key. */
export const integerId = <const Name extends string>(name: Name, help: string) =>
  ({ name, type: "integer", help }) as const satisfies PathParameter;

/** Documented as an integer; live services take the name of the object too. */
export const integerOrName = <const Name extends string>(name: Name, help: string) =>
  ({ name, type: "integer", alsoName: true, help }) as const satisfies PathParameter;

/** An identifier that is text, such as a file's name. */
export const textId = <const Name extends string>(name: Name, help: string) =>
  ({ name, type: "string", help }) as const satisfies PathParameter;

/** Of the operations that record a comment in the event log. */
export const comment = {
  name: "comment",
  type: "string",
  help: "comment for the event log",
} as const satisfies Field;

/** The keys that a device is matched by, in list filters and in allocate. */
export const deviceKeys = ["vendor_id", "product_id", "vendor_name", "product_name", "commissioning_driver"];

const deviceKey = `(?:${deviceKeys.join("|")})=[^,]*`;

export const deviceConstraint = {
  name: "devices",
  type: "string",
  form: "key=value[,key2=value2...]",
  pattern: `${deviceKey}(?:,${deviceKey})*`,
  help: "device by vendor_id, product_id, vendor_name, ...",
} as const satisfies Field;

/**
 * Filters of the lists of machines, devices and nodes. A node has to match all of them, and one value of each;
 * live services take several where one is documented.
 */
export const nodeListFilters = [
  {
    name: "hostname",
    type: "string",
    repeatable: true,
    namesRows: true,
    help: "only nodes with this hostname",
  },
  { name: "cpu_count", type: "integer", min: 0, help: "only nodes with at least this number of CPUs" },
  { name: "mem", type: "string", help: "only nodes with at least this RAM in MiB" },
  {
    name: "mac_address",
    type: "string",
    repeatable: true,
    namesRows: true,
    help: "only the node that owns this MAC address",
  },
  { name: "id", type: "string", repeatable: true, namesRows: true, help: "only nodes with these system ids" },
  { name: "domain", type: "string", alsoRepeatable: true, help: "only nodes in this domain" },
  { name: "zone", type: "string", alsoRepeatable: true, help: "only nodes in this physical zone" },
  { name: "pool", type: "string", alsoRepeatable: true, help: "only nodes in this resource pool" },
  {
    name: "agent_name",
    type: "string",
    alsoRepeatable: true,
    holdsCommas: true,
    help: "only nodes with this agent name",
  },
  {
    name: "fabrics",
    type: "string",
    alsoRepeatable: true,
    help: "only nodes with interfaces in these fabrics",
  },
  {
    name: "not_fabrics",
    type: "string",
    alsoRepeatable: true,
    help: "only nodes without interfaces in these fabrics",
  },
  { name: "vlans", type: "string", alsoRepeatable: true, help: "only nodes with interfaces in these VLANs" },
  {
    name: "not_vlans",
    type: "string",
    alsoRepeatable: true,
    help: "only nodes without interfaces in these VLANs",
  },
  {
    name: "subnets",
    type: "string",
    alsoRepeatable: true,
    help: "only nodes with interfaces in these subnets",
  },
  {
    name: "not_subnets",
    type: "string",
    alsoRepeatable: true,
    help: "only nodes without interfaces in these subnets",
  },
  {
    name: "link_speed",
    type: "string",
    alsoRepeatable: true,
    help: "only nodes with an interface at least this fast",
  },
  {
    name: "status",
    type: "string",
    alsoRepeatable: true,
    suggestions: statusValues,
    spellings: statusSpellings,
    help: "only nodes with this status: value, name or number",
  },
  { name: "pod", type: "string", alsoRepeatable: true, help: "only nodes that belong to this pod" },
  {
    name: "not_pod",
    type: "string",
    alsoRepeatable: true,
    help: "only nodes that do not belong to this pod",
  },
  {
    name: "pod_type",
    type: "string",
    alsoRepeatable: true,
    help: "only nodes that belong to a pod of this type",
  },
  {
    name: "not_pod_type",
    type: "string",
    alsoRepeatable: true,
    help: "only nodes that do not belong to a pod of this type",
  },
  { ...deviceConstraint, help: "only nodes with a matching hardware device" },
] as const satisfies readonly Field[];
