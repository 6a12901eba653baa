import { integer, text, textId } from "./field.ts";
import type { Field, IdentifierKind, PathParameter } from "./operation.ts";
import { statusSpellings, statusValues } from "./statuses.ts";

const nodeParameter = (kind: IdentifierKind): PathParameter => ({
  ...textId("system_id", `${kind}: system_id, hostname, FQDN or MAC address`),
  kind,
});

export const machineId = nodeParameter("machine");
export const deviceId = nodeParameter("device");
export const nodeId = nodeParameter("node");
export const comment = text("comment", "comment for the event log");
const tag = text("tag", "tag", { required: true });

/** Attributes of operations that add a tag to an object or remove it. */
export const tagging = (answersWith: string, example: Readonly<Record<string, string>>) =>
  ({ answersWith, fields: [tag], example }) as const;

export const hardwareTypes = ["node", "cpu", "memory", "storage", "network", "gpu"];

export const deviceKeys = ["vendor_id", "product_id", "vendor_name", "product_name", "commissioning_driver"];

const deviceKey = `(?:${deviceKeys.join("|")})=[^,]*`;

export const deviceConstraint = text("devices", "device, given by vendor_id, product_id, vendor_name, ...", {
  form: "key=value[,key2=value2...]",
  pattern: `${deviceKey}(?:,${deviceKey})*`,
});

/** A node must match at least one value of every filter. Live services accept several values for any filter. */
export const nodeListFilters: readonly Field[] = [
  text("hostname", "only nodes with this hostname", { repeatable: true, isSplittable: true }),
  integer("cpu_count", "only nodes with at least this number of CPUs", { min: 0 }),
  text("mem", "only nodes with at least this RAM in MiB, or with a unit: 64GB", { unit: "MiB" }),
  text("mac_address", "only the node that owns this MAC address", { repeatable: true, isSplittable: true }),
  text("id", "only nodes with these system ids or names", {
    repeatable: true,
    isSplittable: true,
    kind: "node",
  }),
  text("domain", "only nodes in this domain", { alsoRepeatable: true }),
  text("zone", "only nodes in this physical zone", { alsoRepeatable: true }),
  text("pool", "only nodes in this resource pool", { alsoRepeatable: true }),
  text("agent_name", "only nodes with this agent name", { alsoRepeatable: true, holdsCommas: true }),
  text("fabrics", "only nodes with interfaces in these fabrics", { alsoRepeatable: true }),
  text("not_fabrics", "only nodes without interfaces in these fabrics", { alsoRepeatable: true }),
  text("vlans", "only nodes with interfaces in these VLANs", { alsoRepeatable: true }),
  text("not_vlans", "only nodes without interfaces in these VLANs", { alsoRepeatable: true }),
  text("subnets", "only nodes with interfaces in these subnets", { alsoRepeatable: true }),
  text("not_subnets", "only nodes without interfaces in these subnets", { alsoRepeatable: true }),
  text("link_speed", "only nodes with an interface at least this fast", { alsoRepeatable: true }),
  text("status", "only nodes with this status: value, name or number", {
    alsoRepeatable: true,
    suggestions: statusValues,
    spellings: statusSpellings,
  }),
  text("pod", "only nodes that belong to this pod", { alsoRepeatable: true }),
  text("not_pod", "only nodes that do not belong to this pod", { alsoRepeatable: true }),
  text("pod_type", "only nodes that belong to a pod of this type", { alsoRepeatable: true }),
  text("not_pod_type", "only nodes that do not belong to a pod of this type", { alsoRepeatable: true }),
  { ...deviceConstraint, help: "only nodes with a matching hardware device" },
];

/** Filters that only live services have, each also with a `not_` form. The text says which nodes they select. */
const undocumentedFilters = {
  owner: "owned by these users",
  tags: "with these tags",
  arch: "of these architectures",
  power_state: "in these power states",
  system_id: "with these system ids",
  storage: "with matching disks, such as root:20(ssd)",
  interfaces: "with matching interfaces, such as eth0:fabric=lab",
  fabric_classes: "with interfaces in fabrics of these classes",
  cpu_speed: "with at least this CPU speed in MHz",
  simple_status: "in these simplified statuses",
};

/** Filters of which only the `not_` form is undocumented. */
const negatedFilters = {
  zone: "in these zones",
  pool: "in these pools",
  domain: "in these domains",
  status: "in these statuses",
  hostname: "with these hostnames",
  agent_name: "with these agent names",
  in_zone: "in these zones",
  in_pool: "in these pools",
};

const powerStates = ["on", "off", "unknown", "error"];

const undocumentedFilter = (name: string, which: string): Field =>
  text(name, `only nodes ${which}`, {
    alsoRepeatable: true,
    undocumented: true,
    ...(name.endsWith("power_state") ? { suggestions: powerStates } : {}),
    ...(name === "not_status" ? { suggestions: statusValues, spellings: statusSpellings } : {}),
  });

export const undocumentedNodeFilters: readonly Field[] = [
  ...Object.entries(undocumentedFilters).map(([name, which]) => undocumentedFilter(name, which)),
  ...Object.entries({ ...undocumentedFilters, ...negatedFilters }).map(([name, which]) =>
    undocumentedFilter(
      `not_${name}`,
      which.startsWith("with ") ? `without ${which.slice(5)}` : `not ${which}`,
    ),
  ),
];

/** Filters that svc itself applies to the answer of a list. */
const localFilters = ["owner", "tags"];

/** The filters as options of a list. Host names and patterns may be typed without the option's name. */
export const nodeFilterOptions: readonly Field[] = [
  ...nodeListFilters.map((field) =>
    field.name === "hostname"
      ? {
          ...field,
          help: "only nodes with this hostname; patterns such as 'web-*' too",
          alsoPositional: true as const,
        }
      : field,
  ),
  ...undocumentedNodeFilters.filter(({ name }) => !localFilters.includes(name)),
];
