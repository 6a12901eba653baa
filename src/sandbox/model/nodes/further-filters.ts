import { type StatusValue, statuses } from "../../../catalogue/statuses.ts";
import { invalidChoice, invalidField } from "../../state/domain-error.ts";
import type { Node } from "../../state/node.ts";
import type { World } from "../../state/world.ts";
import type { Constraints } from "../../values/constraints.ts";
import { interfaceMatcher } from "../networks/interface-constraints.ts";
import { fabricClassTest, type NodeTest } from "../networks/matching.ts";
import { matchesStorage, parseStorageConstraint } from "../storage/constraint.ts";
import { collectTests, inPools, inZones, matchesArchitecture, negated, readMinimum } from "./filters.ts";
import { tagTests } from "./tags.ts";

/** What a value of a filter asks of a node. */
type ValueTest = (world: World, value: string, field: string) => NodeTest;

/** Filters of node lists that deployed services know beside the documented ones; one of the values is met. */
const filters: Readonly<Record<string, ValueTest>> = {
  owner: (_world, value) => (node) => node.owner === value,
  arch: (_world, value) => (node) => matchesArchitecture(node, value),
  power_state(_world, value, field) {
    requireChoice(value, powerStates, field);
    return (node) => node.powerState === value;
  },
  storage(_world, value) {
    const disks = parseStorageConstraint(value);
    return (node) => matchesStorage(node, disks) !== undefined;
  },
  interfaces(world, value) {
    const match = interfaceMatcher(world, value);
    return (node) => match(node) !== undefined;
  },
  fabric_classes: (world, value) => fabricClassTest(world, value),
  cpu_speed(_world, value, field) {
    const least = readMinimum(new Map([[field, [value]]]), field) ?? 0;
    return (node) => node.cpuSpeedMHz >= least;
  },
  simple_status(_world, value, field) {
    const word = value.toLowerCase();
    requireChoice(word, [...new Set(Object.values(simpleStatuses))], field);
    return (node) => simpleStatuses[node.status] === word;
  },
};

const powerStates = ["on", "off", "unknown", "error"];

function requireChoice(value: string, choices: readonly string[], field: string): void {
  if (!choices.includes(value)) throw invalidField(field, invalidChoice(value, choices));
}

/** The statuses that are shown as one with others; the rest of them stand for themselves. */
const merged: Partial<Record<StatusValue, string>> = {
  missing: "other",
  reserved: "other",
  disk_erasing: "releasing",
  entering_rescue_mode: "rescue_mode",
  exiting_rescue_mode: "rescue_mode",
};

const simpleStatuses = Object.fromEntries(
  Object.entries(statuses).map(([value, { kind }]) => [
    value,
    kind === "failure" ? "failed" : (merged[value as StatusValue] ?? value),
  ]),
) as Readonly<Record<StatusValue, string>>;

/** Their tests, those of their negations, and those of tags: a node has all of the wanted and none of the others. */
export function furtherFilters(world: World, sent: Constraints): NodeTest[] {
  const { tests, given } = collectTests(sent);
  for (const [name, make] of Object.entries(filters)) {
    const anyOf = (field: string) => (values: readonly string[]) => {
      const wanted = values.map((value) => make(world, value, field));
      return (node: Node) => wanted.some((test) => test(node));
    };
    given(name, anyOf(name));
    given(`not_${name}`, negated(anyOf(`not_${name}`)));
  }
  for (const name of ["not_zone", "not_in_zone"]) given(name, negated(inZones(world)));
  for (const name of ["not_pool", "not_in_pool"]) given(name, negated(inPools(world)));
  return [...tests, ...tagTests(sent)];
}
