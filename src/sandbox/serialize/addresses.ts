import { nodeById } from "../state/access.ts";
import { addressKinds, type TakenAddress } from "../state/addresses.ts";
import type { Interface } from "../state/interfaces.ts";
import { findRow } from "../state/table.ts";
import type { World } from "../state/world.ts";
import { timestamp } from "../values/times.ts";
import { describeInterface, describeUnknownInterface } from "./interfaces.ts";
import { describeSubnet } from "./networks.ts";
import { describeOwner } from "./users.ts";

/** The interface that has an address. */
function interfaceOf(world: World, taken: TakenAddress): Record<string, unknown> | undefined {
  const node = taken.systemId === null ? undefined : nodeById(world, taken.systemId);
  const each: Interface | undefined = node?.interfaces.find(
    (candidate) => candidate.id === taken.interfaceId,
  );
  return node === undefined || each === undefined ? undefined : describeInterface(world, node, each);
}

/** In the recorded shape. */
export function describeAddress(world: World, taken: TakenAddress): Record<string, unknown> {
  const subnet = findRow(world.state.networks.subnets, taken.subnetId);
  const joined = interfaceOf(world, taken);
  const unknown = taken.mac === null ? [] : [describeUnknownInterface(taken.mac)];
  return {
    created: timestamp(taken.created),
    ip: taken.ip,
    alloc_type: addressKinds[taken.kind].id,
    subnet: subnet === undefined ? null : describeSubnet(world, subnet),
    owner: describeOwner(world, taken.owner),
    interface_set: joined === undefined ? unknown : [joined],
    alloc_type_name: addressKinds[taken.kind].name,
    resource_uri: `/${world.segment}/api/2.0/ipaddresses/`,
  };
}
