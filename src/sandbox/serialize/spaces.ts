import { subnetsOfVlan } from "../model/networks/subnets.ts";
import type { Space } from "../state/networks.ts";
import { rowsOf } from "../state/table.ts";
import type { World } from "../state/world.ts";
import { serializeSubnet, serializeVlan } from "./networks.ts";
import { type Json, resourceUri } from "./references.ts";

/** What VLANs without a space are in, in the answers alone. */
export const undefinedSpace: Space = { id: -1, name: "undefined" };

export function serializeSpace(world: World, space: Space): Json {
  const spaceId = space.id === undefinedSpace.id ? null : space.id;
  const vlans = rowsOf(world.state.networks.vlans).filter((vlan) => vlan.spaceId === spaceId);
  return {
    description: space.description ?? "",
    name: space.name,
    resource_uri: resourceUri(world, "spaces", spaceId ?? space.name),
    subnets: vlans
      .flatMap((vlan) => subnetsOfVlan(world, vlan.id))
      .map((subnet) => serializeSubnet(world, subnet)),
    id: space.id,
    vlans: vlans.map((vlan) => serializeVlan(world, vlan)),
  };
}
