import type { Fabric, Vlan } from "../../state/networks.ts";
import { insert, rowsOf } from "../../state/table.ts";
import type { World } from "../../state/world.ts";
import { makeVlan } from "./vlans.ts";

/** Makes a fabric with its untagged VLAN. */
export function makeFabric(world: World, given: Partial<Fabric>): Fabric {
  const fabric = insert(world.state.networks.fabrics, (id) => ({
    id,
    name: `fabric-${id}`,
    description: "",
    classType: null,
    ...given,
  }));
  makeVlan(world, { fabricId: fabric.id, vid: 0 });
  return fabric;
}

export const vlansOfFabric = (world: World, fabricId: number): Vlan[] =>
  rowsOf(world.state.networks.vlans).filter((vlan) => vlan.fabricId === fabricId);
