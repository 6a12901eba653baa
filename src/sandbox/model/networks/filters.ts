import { invalidField } from "../../state/domain-error.ts";
import type { World } from "../../state/world.ts";
import { type Constraints, valuesOf } from "../../values/constraints.ts";
import { fastestLink } from "./interfaces.ts";
import { fabricTest, type NodeTest, subnetTest, vlanTest } from "./matching.ts";

const makers = {
  fabrics: (world: World, spec: string) => fabricTest(world, spec),
  vlans: vlanTest,
  subnets: subnetTest,
} as const;

/** The network part of the filters of node lists: one of the wanted, none of the unwanted. */
export function networkFilters(world: World, filters: Constraints): NodeTest[] {
  const tests: NodeTest[] = [];
  for (const [name, make] of Object.entries(makers)) {
    const wanted = valuesOf(filters, name).map((spec) => make(world, spec, name));
    if (wanted.length > 0) tests.push((node) => wanted.some((test) => test(node)));
    const unwanted = valuesOf(filters, `not_${name}`).map((spec) => make(world, spec, `not_${name}`));
    if (unwanted.length > 0) tests.push((node) => !unwanted.some((test) => test(node)));
  }
  const speed = filters.get("link_speed")?.at(-1)?.trim() ?? "";
  if (speed !== "") {
    const minMbps = readLinkSpeed(speed, "link_speed");
    tests.push((node) => fastestLink(node) >= minMbps);
  }
  return tests;
}

/** A link speed in Mbps; an error that names `field` unless it is a whole number. */
export function readLinkSpeed(text: string, field: string): number {
  if (!/^\d{1,9}$/.test(text)) throw invalidField(field, "Enter a whole number.");
  return Number(text);
}
