import { furtherNodeFilters, nodeListFilters } from "../../../catalogue/fields.ts";
import { type StatusValue, statuses } from "../../../catalogue/statuses.ts";
import { answersAsDeployed } from "../../state/answer-style.ts";
import { invalidChoice, invalidField } from "../../state/domain-error.ts";
import type { World } from "../../state/world.ts";
import { type Constraints, separated, valuesOf } from "../../values/constraints.ts";
import { findDomainByName } from "../networks/domains.ts";
import { type NodeTest, networkFilters } from "../networks/matching.ts";
import { collectTests, commonTests, negated, type TestMaker } from "./filters.ts";
import { furtherFilters } from "./further-filters.ts";
import { hasMac } from "./macs.ts";

const known: ReadonlySet<string> = new Set(
  [...nodeListFilters, ...furtherNodeFilters].map(({ name }) => name).concat("op"),
);

/**
 * The tests that the filters of a node list make: all of them combine, and a node meets one value of each.
 * Invalid for a filter that does not exist, and for a value that a filter does not take.
 */
export function listFilters(world: World, sent: Constraints): NodeTest[] {
  const unknown = [...sent.keys()].find((name) => !known.has(name));
  if (unknown !== undefined) throw invalidField(unknown, "No such constraint.");
  return nodeFilters(world, answersAsDeployed(world, "filter-commas") ? sent : separated(sent));
}

/** The same of filters that the caller has read one by one. */
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

/** Refuses values of a filter and its negations that name none of the rows. */
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
