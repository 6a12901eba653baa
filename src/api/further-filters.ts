import type { Field } from "./operation.ts";

const names = [
  ...["owner", "tags", "arch", "power_state", "system_id", "storage", "interfaces"],
  ...["fabric_classes", "cpu_speed", "simple_status"],
];

const negatedOnly = ["zone", "pool", "domain", "status", "hostname", "agent_name", "in_zone", "in_pool"];

/** Filters of node lists that live services take beyond the documented ones. */
export const furtherNodeFilters: readonly Field[] = [
  ...names,
  ...[...names, ...negatedOnly].map((name) => `not_${name}`),
].map((name) => ({
  name,
  type: "string",
  alsoRepeatable: true,
  undocumented: true,
  help: "a filter of deployed services",
}));
