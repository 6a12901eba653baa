import { nodeById } from "../state/access.ts";
import { addressKinds, type TakenAddress } from "../state/addresses.ts";
import type { Interface } from "../state/interfaces.ts";
import { findRow } from "../state/table.ts";
import type { World } from "../state/world.ts";
import { timestamp } from "../values/times.ts";
import { serializeInterface, serializeUnknownInterface } from "./interfaces.ts";
import { serializeSubnet } from "./networks.ts";
import { type Json, resourceUri } from "./resource-uri.ts";
import { serializeOwner } from "./users.ts";

/** The interface that has an address. */
function interfaceOf(world: World, taken: TakenAddress): Json | undefined {
  const node = taken.systemId === null ? undefined : nodeById(world, taken.systemId);
  const each: Interface | undefined = node?.interfaces.find(
    (candidate) => candidate.id === taken.interfaceId,
  );
  return node === undefined || each === undefined ? undefined : serializeInterface(world, node, each);
}

export function serializeAddress(world: World, taken: TakenAddress): Json {
  const subnet = findRow(world.state.networks.subnets, taken.subnetId);
  const joined = interfaceOf(world, taken);
  const unknown = taken.mac === null ? [] : [serializeUnknownInterface(taken.mac)];
  return {
    created: timestamp(taken.created),
    ip: taken.ip,
    alloc_type: addressKinds[taken.kind].id,
    subnet: subnet === undefined ? null : serializeSubnet(world, subnet),
    owner: serializeOwner(world, taken.owner),
    interface_set: joined === undefined ? unknown : [joined],
    alloc_type_name: addressKinds[taken.kind].name,
    resource_uri: resourceUri(world, "ipaddresses"),
  };
}
