import { type StatusValue, statuses } from "../../../api/statuses.ts";
import { invalidChoice, invalidField } from "../../state/domain-error.ts";
import type { HardwareDevice, Node } from "../../state/node.ts";
import type { World } from "../../state/world.ts";
import { type Constraints, valuesOf } from "../../values/constraints.ts";
import { findDomainByName } from "../networks/domains.ts";
import { type NodeTest, networkFilters } from "../networks/matching.ts";
import { hasMac } from "./macs.ts";

/** The minimum that a filter or constraint asks for; an error that names the field unless it is a number. */
export function readMinimum(constraints: Constraints, name: string): number | undefined {
  const text = constraints.get(name)?.at(-1)?.trim();
  if (text === undefined || text === "") return undefined;
  if (!/^\d{1,15}(\.\d+)?$/.test(text)) throw invalidField(name, "Enter a whole number.");
  return Math.ceil(Number(text));
}

/** The filters of node lists: all of them combine. */
export function nodeFilters(world: World, filters: Constraints): readonly NodeTest[] {
  const tests: NodeTest[] = [];
  const given = (name: string, make: (values: readonly string[]) => NodeTest) => {
    const values = valuesOf(filters, name);
    if (values.length > 0) tests.push(make(values));
  };
  given("hostname", (names) => (node) => names.includes(node.hostname));
  given("mac_address", (macs) => (node) => macs.some((mac) => hasMac(node, mac)));
  given("id", (ids) => {
    const wanted = new Set(ids);
    return (node) => wanted.has(node.systemId);
  });
  given("domain", (names) => {
    const ids = names.map((name) => findDomainByName(world, name)?.id);
    return (node) => ids.includes(node.domainId);
  });
  given("zone", (names) => {
    const ids = world.state.places.zones.filter((each) => names.includes(each.name)).map((each) => each.id);
    return (node) => ids.includes(node.zoneId);
  });
  given("pool", (names) => {
    const ids = world.state.places.pools.filter((each) => names.includes(each.name)).map((each) => each.id);
    return (node) => ids.includes(node.poolId);
  });
  given("agent_name", (names) => (node) => names.includes(node.agentName));
  given("status", (values) => {
    const wanted = values.map(readStatus);
    return (node) => wanted.includes(node.status);
  });
  const cpuCount = readMinimum(filters, "cpu_count");
  if (cpuCount !== undefined) tests.push((node) => node.cpuCount >= cpuCount);
  const memory = readMinimum(filters, "mem");
  if (memory !== undefined) tests.push((node) => node.memoryMiB >= memory);
  return [...tests, ...podTests(world, filters), ...deviceTests(filters), ...networkFilters(world, filters)];
}

function readStatus(text: string): StatusValue {
  if (Object.hasOwn(statuses, text)) return text as StatusValue;
  throw invalidField("status", invalidChoice(text, Object.keys(statuses)));
}

/** `pod`, `pod_type` and their negations, for lists and allocation alike. */
export function podTests(world: World, constraints: Constraints): NodeTest[] {
  const { pods } = world.state.places;
  const tests: NodeTest[] = [];
  for (const [name, key] of [
    ["pod", "name"],
    ["pod_type", "type"],
  ] as const) {
    const idsOf = (values: readonly string[]) =>
      pods.filter((pod) => values.includes(pod[key])).map((pod) => pod.id);
    const wanted = valuesOf(constraints, name);
    if (wanted.length > 0) {
      const ids = idsOf(wanted);
      tests.push((node) => node.podId !== null && ids.includes(node.podId));
    }
    const unwanted = valuesOf(constraints, `not_${name}`);
    if (unwanted.length > 0) {
      const ids = idsOf(unwanted);
      tests.push((node) => node.podId === null || !ids.includes(node.podId));
    }
  }
  return tests;
}

const exactKeys = ["vendor_id", "product_id", "commissioning_driver"] as const;
const foldedKeys = ["vendor_name", "product_name"] as const;

/** `devices`: nodes with at least one device that matches every `key=value` of an item. */
export function deviceTests(constraints: Constraints): NodeTest[] {
  return (constraints.get("devices") ?? []).flatMap((item) => {
    const pairs = item.split(",").filter((pair) => pair.trim() !== "");
    const conditions = pairs.map((pair) => {
      const at = pair.indexOf("=");
      const key = pair.slice(0, Math.max(0, at)).trim();
      const value = pair.slice(at + 1).trim();
      if (value === "" || ![...exactKeys, ...foldedKeys].includes(key as keyof HardwareDevice)) {
        throw invalidField(
          "devices",
          `'${pair}' is not key=value with a key of ${[...exactKeys, ...foldedKeys].join(", ")}.`,
        );
      }
      const name = key as keyof HardwareDevice;
      const folds = (foldedKeys as readonly string[]).includes(key);
      return (device: HardwareDevice) =>
        folds ? device[name].toLowerCase() === value.toLowerCase() : device[name] === value;
    });
    if (conditions.length === 0) return [];
    return [
      (node: Node) => node.hardwareDevices.some((device) => conditions.every((holds) => holds(device))),
    ];
  });
}
