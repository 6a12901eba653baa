import { invalidField } from "../../state/domain-error.ts";
import type { HardwareDevice, Node } from "../../state/node.ts";
import type { World } from "../../state/world.ts";
import { type Constraints, pairOf, valuesOf } from "../../values/constraints.ts";
import type { NodeTest } from "../networks/matching.ts";

export function readMinimum(constraints: Constraints, name: string): number | undefined {
  const text = constraints.get(name)?.at(-1)?.trim();
  if (text === undefined || text === "") return undefined;
  if (!/^\d{1,15}(\.\d+)?$/.test(text)) throw invalidField(name, "Enter a whole number.");
  return Math.ceil(Number(text));
}

export function collectTests(constraints: Constraints) {
  const tests: NodeTest[] = [];
  const given = (name: string, make: TestMaker) => {
    const values = valuesOf(constraints, name);
    if (values.length > 0) tests.push(make(values));
  };
  return { tests, given };
}

export function commonTests(world: World, constraints: Constraints): NodeTest[] {
  const { tests, given } = collectTests(constraints);
  given("zone", inZones(world));
  given("pool", inPools(world));
  const cpuCount = readMinimum(constraints, "cpu_count");
  if (cpuCount !== undefined) tests.push((node) => node.cpuCount >= cpuCount);
  const memory = readMinimum(constraints, "mem");
  if (memory !== undefined) tests.push((node) => node.memoryMiB >= memory);
  return [...tests, ...podTests(world, constraints), ...deviceTests(constraints)];
}

export type TestMaker = (values: readonly string[]) => NodeTest;

const oneOf =
  <Key extends string>(
    rows: readonly (Readonly<Record<Key, string>> & { readonly id: number })[],
    key: Key,
    idOf: (node: Node) => number | null,
  ): TestMaker =>
  (values) => {
    const ids = new Set<number | null>(rows.filter((row) => values.includes(row[key])).map(({ id }) => id));
    return (node) => ids.has(idOf(node));
  };

export const inZones = ({ state }: World) => oneOf(state.places.zones, "name", (node) => node.zoneId);
export const inPools = ({ state }: World) => oneOf(state.places.pools, "name", (node) => node.poolId);

/** `amd64` matches all its subarchitectures. */
export const matchesArchitecture = (node: Node, wanted: string) =>
  node.architecture === wanted || node.architecture.split("/")[0] === wanted;

export const negated =
  (make: TestMaker): TestMaker =>
  (values) => {
    const test = make(values);
    return (node) => !test(node);
  };

function podTests(world: World, constraints: Constraints): NodeTest[] {
  const { tests, given } = collectTests(constraints);
  for (const [name, key] of [
    ["pod", "name"],
    ["pod_type", "type"],
  ] as const) {
    const isOf = oneOf(world.state.places.pods, key, (node) => node.podId);
    given(name, isOf);
    given(`not_${name}`, negated(isOf));
  }
  return tests;
}

/** Keys of a device; `folded` ignores case. */
const deviceKeys: Readonly<Record<keyof HardwareDevice, "exact" | "folded">> = {
  vendor_id: "exact",
  product_id: "exact",
  commissioning_driver: "exact",
  vendor_name: "folded",
  product_name: "folded",
};

/** `devices`: some device must match every `key=value` of an item. */
function deviceTests(constraints: Constraints): NodeTest[] {
  return (constraints.get("devices") ?? []).flatMap((item) => {
    const pairs = item.split(",").filter((pair) => pair.trim() !== "");
    const conditions = pairs.map(deviceCondition);
    if (conditions.length === 0) return [];
    return [
      (node: Node) => node.hardwareDevices.some((device) => conditions.every((holds) => holds(device))),
    ];
  });
}

function deviceCondition(pair: string): (device: HardwareDevice) => boolean {
  const [key, value] = pairOf(pair, "=");
  const name = key as keyof HardwareDevice;
  if (value === "" || !Object.hasOwn(deviceKeys, name))
    throw invalidField(
      "devices",
      `'${pair}' is not key=value with a key of ${Object.keys(deviceKeys).join(", ")}.`,
    );
  if (deviceKeys[name] === "exact") return (device) => device[name] === value;
  return (device) => device[name].toLowerCase() === value.toLowerCase();
}
