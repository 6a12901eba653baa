import { nodeListFilters, undocumentedNodeFilters } from "../../../catalogue/fields.ts";
import { type StatusValue, statuses } from "../../../catalogue/statuses.ts";
import { architectures } from "../../state/images.ts";
import type { HardwareDevice, Node } from "../../state/node.ts";
import { invalidChoice, invalidField } from "../../state/service-error.ts";
import { allNodes, fqdn, usesDeployedStyle, type World } from "../../state/world.ts";
import { type Constraints, splitConstraints, splitPair, valuesOf } from "../../values/spellings.ts";
import { findDomainByName } from "../networks/dns.ts";
import { fastestLinkMbps } from "../networks/interfaces.ts";
import {
  interfaceMatcher,
  type NodeTest,
  networkTests,
  readLinkSpeed,
} from "../networks/network-constraints.ts";
import { matchingDisks, parseStorageConstraint } from "../storage/constraint.ts";
import { hasMac } from "./create.ts";

type ValueTest = (world: World, value: string, field: string) => NodeTest;

/** Tests by filter name. `not_<name>` and `not_in_<name>` negate a test. If there are several values, one must match. */
const valueTests: Readonly<Record<string, ValueTest>> = {
  hostname: (_world, value) => (node) => node.hostname === value,
  name: (world, value) => (node) => node.hostname === value || fqdn(world, node) === value,
  mac_address: (_world, value) => (node) => hasMac(node, value),
  agent_name: (_world, value) => (node) => node.agentName === value,
  owner: (_world, value) => (node) => node.owner === value,
  arch: (_world, value) => (node) => node.architecture === value || node.architecture.split("/")[0] === value,
  domain(world, value) {
    const id = findDomainByName(world, value)?.id;
    return (node) => node.domainId === id;
  },
  zone: ({ state }, value) => refersTo(state.places.zones, "name", value, (node) => node.zoneId),
  pool: ({ state }, value) => refersTo(state.places.pools, "name", value, (node) => node.poolId),
  pod: ({ state }, value) => refersTo(state.places.pods, "name", value, (node) => node.podId),
  pod_type: ({ state }, value) => refersTo(state.places.pods, "type", value, (node) => node.podId),
  ...networkTests,
  status(_world, value, field) {
    requireChoice(value, Object.keys(statuses), field);
    return (node) => node.status === value;
  },
  simple_status(_world, value, field) {
    const word = value.toLowerCase();
    requireChoice(word, [...new Set(Object.values(simpleStatuses))], field);
    return (node) => simpleStatuses[node.status] === word;
  },
  power_state(_world, value, field) {
    requireChoice(value, ["on", "off", "unknown", "error"], field);
    return (node) => node.powerState === value;
  },
  storage(_world, value) {
    const disks = parseStorageConstraint(value);
    return (node) => matchingDisks(node, disks) !== undefined;
  },
  interfaces(world, value) {
    const match = interfaceMatcher(world, value);
    return (node) => match(node) !== undefined;
  },
  cpu_speed(_world, value, field) {
    const minimum = readMinimum(value, field);
    return (node) => node.cpuSpeedMHz >= minimum;
  },
};

const hasId = (ids: readonly string[]): NodeTest => {
  const idSet = new Set(ids);
  return (node) => idSet.has(node.systemId);
};

const lacksId = (ids: readonly string[]): NodeTest => {
  const test = hasId(ids);
  return (node) => !test(node);
};

/** Tests that need all values of a filter. For numbers, the last value counts. */
const fieldTests: Readonly<Record<string, (values: readonly string[], field: string) => NodeTest>> = {
  id: hasId,
  system_id: hasId,
  not_id: lacksId,
  not_system_id: lacksId,
  tags: (names) => (node) => names.every((name) => node.tags.includes(name)),
  not_tags: (names) => (node) => !names.some((name) => node.tags.includes(name)),
  devices: devicesTest,
  cpu_count: atLeast((node) => node.cpuCount, readMinimum),
  mem: atLeast((node) => node.memoryMiB, readMinimum),
  link_speed: atLeast(fastestLinkMbps, readLinkSpeed),
};

function atLeast(numberOf: (node: Node) => number, parse: (text: string, field: string) => number) {
  return (values: readonly string[], field: string): NodeTest => {
    const minimum = parse(values.at(-1) ?? "", field);
    return (node) => numberOf(node) >= minimum;
  };
}

function readMinimum(text: string, field: string): number {
  if (!/^\d{1,15}(\.\d+)?$/.test(text)) throw invalidField(field, "Enter a whole number.");
  return Math.ceil(Number(text));
}

function refersTo<Key extends string>(
  rows: readonly (Readonly<Record<Key, string>> & { readonly id: number })[],
  key: Key,
  value: string,
  idOf: (node: Node) => number | null,
): NodeTest {
  const ids = new Set<number | null>(rows.filter((row) => row[key] === value).map(({ id }) => id));
  return (node) => ids.has(idOf(node));
}

function requireChoice(value: string, choices: readonly string[], field: string): void {
  if (!choices.includes(value)) throw invalidField(field, invalidChoice(value, choices));
}

const statusGroups: Partial<Record<StatusValue, string>> = {
  missing: "other",
  reserved: "other",
  disk_erasing: "releasing",
  entering_rescue_mode: "rescue_mode",
  exiting_rescue_mode: "rescue_mode",
};

const simpleStatuses = Object.fromEntries(
  Object.entries(statuses).map(([value, { kind }]) => [
    value,
    kind === "failure" ? "failed" : (statusGroups[value as StatusValue] ?? value),
  ]),
) as Readonly<Record<StatusValue, string>>;

const deviceFields: Readonly<Record<keyof HardwareDevice, "exact" | "ignoreCase">> = {
  vendor_id: "exact",
  product_id: "exact",
  commissioning_driver: "exact",
  vendor_name: "ignoreCase",
  product_name: "ignoreCase",
};

function devicesTest(items: readonly string[]): NodeTest {
  const deviceConditions = items.map((item) =>
    item
      .split(",")
      .filter((pair) => pair.trim() !== "")
      .map(deviceCondition),
  );
  return ({ hardwareDevices }) =>
    deviceConditions.every(
      (conditions) =>
        conditions.length === 0 ||
        hardwareDevices.some((device) => conditions.every((matchesDevice) => matchesDevice(device))),
    );
}

function deviceCondition(pair: string): (device: HardwareDevice) => boolean {
  const [key, value] = splitPair(pair, "=");
  const name = key as keyof HardwareDevice;
  if (value === "" || !Object.hasOwn(deviceFields, name))
    throw invalidField(
      "devices",
      `'${pair}' is not key=value, where key is one of ${Object.keys(deviceFields).join(", ")}.`,
    );
  if (deviceFields[name] === "exact") return (device) => device[name] === value;
  return (device) => device[name].toLowerCase() === value.toLowerCase();
}

function nodeTests(
  world: World,
  constraints: Constraints,
  fields: Iterable<string> = constraints.keys(),
): NodeTest[] {
  return [...fields].flatMap((field) => {
    const values = valuesOf(constraints, field);
    if (values.length === 0) return [];
    if (Object.hasOwn(fieldTests, field)) return fieldTests[field]?.(values, field) ?? [];
    const name = field.replace(/^not_(?:in_)?/, "");
    const createTest = Object.hasOwn(valueTests, name) ? valueTests[name] : undefined;
    if (createTest === undefined) return [];
    const tests = values.map((value) => createTest(world, value, field));
    return (node: Node) => tests.some((test) => test(node)) === (name === field);
  });
}

const allowedFilters: ReadonlySet<string> = new Set(
  [...nodeListFilters, ...undocumentedNodeFilters].map(({ name }) => name).concat("op"),
);

export function listFilterTests(world: World, filters: Constraints): NodeTest[] {
  const unknownName = [...filters.keys()].find((name) => !allowedFilters.has(name));
  if (unknownName !== undefined) throw invalidField(unknownName, "No such constraint.");
  return filterTests(world, usesDeployedStyle(world, "filter-commas") ? filters : splitConstraints(filters));
}

export function filterTests(world: World, filters: Constraints): NodeTest[] {
  requireKnownNames(world, filters);
  return nodeTests(world, filters);
}

function requireKnownNames({ state: { places, tags } }: World, filters: Constraints): void {
  for (const [name, rows] of Object.entries({ zone: places.zones, pool: places.pools, tags }))
    for (const field of [name, `not_${name}`, `not_in_${name}`]) {
      const missing = valuesOf(filters, field).filter((value) => !rows.some((row) => row.name === value));
      if (missing.length === 0) continue;
      const names = name === "tags" ? missing.map((each) => `'${each}'`) : missing;
      throw invalidField(field, `No such ${name === "tags" ? "tag" : name}(s): ${names.join(", ")}.`);
    }
  const architectureNames: readonly string[] = architectures;
  if (!valuesOf(filters, "arch").every((value) => architectureNames.includes(value.split("/", 1)[0] ?? "")))
    throw invalidField("arch", "Architecture not recognised.");
}

/** Constraints of an allocation, in the order of the API documentation. */
const constraintNames = [
  "arch cpu_count mem devices fabric_classes fabrics not_fabric_classes not_fabrics not_in_pool not_in_zone not_subnets not_tags",
  "interfaces name pod pod_type not_pod not_pod_type pool storage subnets system_id tags zone",
].flatMap((names) => names.split(" "));

const specialConstraints: readonly string[] = ["subnets", "interfaces", "storage"];
const plainConstraints = constraintNames.filter((name) => !specialConstraints.includes(name));

export function findCandidates(world: World, parameters: Constraints, isVerbose: boolean) {
  const constraints = splitConstraints(parameters);
  if (usesDeployedStyle(world, "allocation-names")) requireKnownNames(world, constraints);
  const tests = [
    ...nodeTests(world, constraints, plainConstraints),
    ...valuesOf(constraints, "subnets").map((spec) => networkTests.subnets(world, spec, "subnets")),
  ];
  const interfaces = constraints.get("interfaces")?.at(-1);
  const matchInterfaces = interfaces ? interfaceMatcher(world, interfaces) : undefined;
  const storage = constraints.get("storage")?.at(-1);
  const disks = storage ? parseStorageConstraint(storage) : undefined;
  return allNodes(world, "machine").flatMap((node) => {
    if (node.status !== "ready" || node.owner !== null || node.locked) return [];
    if (!tests.every((test) => test(node))) return [];
    const matches: Record<string, unknown> = {};
    if (matchInterfaces !== undefined) {
      matches["interfaces"] = matchInterfaces(node);
      if (matches["interfaces"] === undefined) return [];
    }
    if (disks !== undefined) {
      const diskIds = matchingDisks(node, disks);
      if (diskIds === undefined) return [];
      matches["storage"] = Object.fromEntries(Object.entries(diskIds).map(([label, id]) => [label, [id]]));
    }
    if (isVerbose)
      for (const [name, value] of Object.entries(matches))
        matches[`verbose_${name}`] = { [node.systemId]: value };
    return [{ node, matches }];
  });
}

const quote = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

/** The message of live services: the constraints as sent, then as parsed. */
export function describeMismatch(constraints: Constraints): string {
  const names = [...constraints.keys()];
  if (names.length === 0) return "No machine available.";
  const valuesFor = (name: string) => constraints.get(name) ?? [];
  const constraintText = names
    .map((name) => `(${quote(name)}, [${valuesFor(name).map(quote).join(", ")}])`)
    .join(", ");
  const parsedText = constraintNames
    .filter((name) => valuesFor(name).length > 0)
    .map((name) => `${name}=${valuesFor(name).join(",")}`)
    .join(" ");
  return `No available machine matches constraints: [${constraintText}] (resolved to "${parsedText}")`;
}
