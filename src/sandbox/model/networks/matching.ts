import { invalidField } from "../../state/domain-error.ts";
import type { Interface } from "../../state/interfaces.ts";
import type { Node } from "../../state/node.ts";
import { rowsOf } from "../../state/table.ts";
import type { World } from "../../state/world.ts";
import { type Constraints, valuesOf } from "../../values/constraints.ts";
import { fastestLink } from "./interfaces.ts";
import { type Ids, resolveFabrics, resolveSubnets, resolveVlans } from "./specifiers.ts";

/** Whether a node meets one condition. Made once for a request, then asked of every node. */
export type NodeTest = (node: Node) => boolean;

/** Whether an interface is linked to one of the subnets, or was seen in it. */
export const isInSubnets = (each: Interface, ids: Ids): boolean =>
  each.links.some((link) => link.subnetId !== null && ids.has(link.subnetId)) ||
  (each.observed !== null && ids.has(each.observed.subnetId));

export const isInVlans = (each: Interface, ids: Ids): boolean => each.vlanId !== null && ids.has(each.vlanId);

/** The VLANs of the fabrics that a test holds for. */
const vlansOfFabrics = (world: World, holds: (fabricId: number) => boolean): Ids =>
  new Set(
    rowsOf(world.state.networks.vlans)
      .filter((vlan) => holds(vlan.fabricId))
      .map((vlan) => vlan.id),
  );

/**
 * Nodes with an interface in a subnet of the specifier; an `invalid` error naming `field` for
 * a malformed one.
 */
export function subnetTest(world: World, spec: string, field = "subnets"): NodeTest {
  const ids = resolveSubnets(world, spec, field);
  return (node) => node.interfaces.some((each) => isInSubnets(each, ids));
}

export function vlanTest(world: World, spec: string, field = "vlans"): NodeTest {
  const ids = resolveVlans(world, spec, field);
  return (node) => node.interfaces.some((each) => isInVlans(each, ids));
}

/** The VLANs of the fabrics of a specifier. */
export function vlansOfFabricSpec(world: World, spec: string): Ids {
  const fabrics = resolveFabrics(world, spec);
  return vlansOfFabrics(world, (id) => fabrics.has(id));
}

export function vlansOfFabricClass(world: World, classType: string): Ids {
  const { rows } = world.state.networks.fabrics;
  return vlansOfFabrics(world, (id) => rows[id]?.classType === classType);
}

export function fabricTest(world: World, spec: string): NodeTest {
  const ids = vlansOfFabricSpec(world, spec);
  return (node) => node.interfaces.some((each) => isInVlans(each, ids));
}

export function fabricClassTest(world: World, classType: string): NodeTest {
  const ids = vlansOfFabricClass(world, classType);
  return (node) => node.interfaces.some((each) => isInVlans(each, ids));
}

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
