import { Refusal } from "../handler.ts";
import type { World } from "../world.ts";
import { findRow, insert, rowsOf } from "./table.ts";
import { describeVlanFully, makeVlan, type Vlan } from "./vlans.ts";

export interface Fabric {
  readonly id: number;
  name: string;
  description: string;
  classType: string | null;
}

interface NewFabric {
  /** Left out: `fabric-<id>`. */
  readonly name?: string;
  readonly description?: string;
  readonly classType?: string | null;
}

/** Makes a fabric with its untagged VLAN. */
export function makeFabric(world: World, given: NewFabric): Fabric {
  const fabric = insert(world.state.networks.fabrics, (id) => ({
    id,
    name: given.name ?? `fabric-${id}`,
    description: given.description ?? "",
    classType: given.classType ?? null,
  }));
  makeVlan(world, { fabricId: fabric.id, vid: 0 });
  return fabric;
}

export const vlansOfFabric = (world: World, fabricId: number): Vlan[] =>
  rowsOf(world.state.networks.vlans).filter((vlan) => vlan.fabricId === fabricId);

/** The fabric of the path; 404 where there is none. */
export function requireFabric(world: World, id: string | undefined): Fabric {
  const fabric = findRow(world.state.networks.fabrics, id);
  if (fabric === undefined) throw new Refusal(404, "No Fabric matches the given query.");
  return fabric;
}

export const describeFabric = (world: World, fabric: Fabric): Record<string, unknown> => ({
  class_type: fabric.classType,
  name: fabric.name,
  id: fabric.id,
  description: fabric.description,
  vlans: vlansOfFabric(world, fabric.id).map((vlan) => describeVlanFully(world, vlan)),
  resource_uri: `/${world.segment}/api/2.0/fabrics/${fabric.id}/`,
});
