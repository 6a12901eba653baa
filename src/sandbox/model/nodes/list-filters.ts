import { furtherNodeFilters, nodeListFilters } from "../../../catalogue/fields.ts";
import { type StatusValue, statuses } from "../../../catalogue/statuses.ts";
import { invalidChoice, invalidField } from "../../state/domain-error.ts";
import type { Node } from "../../state/node.ts";
import { answersAsDeployed, type World } from "../../state/world.ts";
import { type Constraints, separated, valuesOf } from "../../values/constraints.ts";
import { findDomainByName } from "../networks/dns.ts";
import { fabricClassTest, interfaceMatcher, type NodeTest, networkFilters } from "../networks/matching.ts";
import { matchesStorage, parseStorageConstraint } from "../storage/constraint.ts";
import { hasMac } from "./create.ts";
import {
  collectTests,
  commonTests,
  inPools,
  inZones,
  matchesArchitecture,
  negated,
  readMinimum,
  type TestMaker,
} from "./filters.ts";
import { tagTests } from "./groupings.ts";

const known: ReadonlySet<string> = new Set(
  [...nodeListFilters, ...furtherNodeFilters].map(({ name }) => name).concat("op"),
);

/** Filters combine; values of one filter are alternatives. `invalid` for unknown filters and values. */
export function listFilters(world: World, sent: Constraints): NodeTest[] {
  const unknown = [...sent.keys()].find((name) => !known.has(name));
  if (unknown !== undefined) throw invalidField(unknown, "No such constraint.");
  return nodeFilters(world, answersAsDeployed(world, "filter-commas") ? sent : separated(sent));
}

/** For filters that have already been read. */
export function nodeFilters(world: World, filters: Constraints): NodeTest[] {
  requireNames(filters, "zone", world.state.places.zones);
  requireNames(filters, "pool", world.state.places.pools);
  requireNames(filters, "tags", world.state.tags);
  const { tests, given } = collectTests(filters);
  const either = (name: string, make: (field: string) => TestMaker) => {
    given(name, make(name));
    given(`not_${name}`, negated(make(`not_${name}`)));
  };
  either("hostname", () => (names) => (node) => names.includes(node.hostname));
  given("mac_address", (macs) => (node) => macs.some((mac) => hasMac(node, mac)));
  for (const name of ["id", "system_id"]) {
    either(name, () => (ids) => {
      const wanted = new Set(ids);
      return (node) => wanted.has(node.systemId);
    });
  }
  either("domain", () => (names) => {
    const ids = names.map((name) => findDomainByName(world, name)?.id);
    return (node) => ids.includes(node.domainId);
  });
  either("agent_name", () => (names) => (node) => names.includes(node.agentName));
  either("status", (field) => (values) => {
    const wanted = values.map((value) => readStatus(value, field));
    return (node) => wanted.includes(node.status);
  });
  return [
    ...tests,
    ...commonTests(world, filters),
    ...networkFilters(world, filters),
    ...furtherFilters(world, filters),
  ];
}

function readStatus(text: string, field: string): StatusValue {
  if (Object.hasOwn(statuses, text)) return text as StatusValue;
  throw invalidField(field, invalidChoice(text, Object.keys(statuses)));
}

function requireNames(
  filters: Constraints,
  filter: string,
  rows: readonly { readonly name: string }[],
): void {
  for (const field of [filter, `not_${filter}`, `not_in_${filter}`]) {
    const unknown = valuesOf(filters, field).find((value) => !rows.some(({ name }) => name === value));
    if (unknown !== undefined) throw invalidField(field, invalidChoice(unknown));
  }
}

type ValueTest = (world: World, value: string, field: string) => NodeTest;

/** Undocumented filters of deployed services; values are alternatives. */
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

/** Statuses that filters group under one name. */
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

function furtherFilters(world: World, sent: Constraints): NodeTest[] {
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
