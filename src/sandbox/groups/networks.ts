import { clearFreeHints } from "../model/networks/addresses.ts";
import { requireNetwork, vlanOfTag } from "../model/networks/legacy-networks.ts";
import { removeSubnet } from "../model/networks/removal.ts";
import { makeSubnet } from "../model/networks/subnets.ts";
import { serializeNetwork } from "../serialize/networks.ts";
import { notFound } from "../state/domain-error.ts";
import type { Subnet } from "../state/networks.ts";
import { rowsOf } from "../state/table.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readNetwork } from "./network-form.ts";

/** A deprecated way to subnets. */
export const handlers = {
  "networks.list": ({ world }) =>
    json(rowsOf(world.state.networks.subnets).map((each) => serializeNetwork(world, each))),
  "networks.create"(call) {
    const { vid = 0, ...given } = readNetwork(call);
    const vlanId = vlanOfTag(call.world, vid, undefined).id;
    return json(serializeNetwork(call.world, makeSubnet(call.world, { ...given, vlanId })));
  },
  "network.read": (call) => json(serializeNetwork(call.world, networkOf(call))),
  "network.update"(call) {
    const { world } = call;
    const subnet = networkOf(call);
    const { vid, ...changes } = readNetwork(call, subnet);
    Object.assign(subnet, changes);
    if (vid !== undefined)
      subnet.vlanId = vlanOfTag(world, vid, world.state.networks.vlans.rows[subnet.vlanId]).id;
    clearFreeHints(world, subnet.id);
    return json(serializeNetwork(world, subnet));
  },
  "network.delete"(call) {
    removeSubnet(call.world, networkOf(call));
    return empty(200);
  },
  "network.connect_macs": neverFound,
  "network.disconnect_macs": neverFound,
  "network.list_connected_macs": neverFound,
} satisfies HandlersOf<"networks">;

const networkOf = ({ world, path }: Call): Subnet => requireNetwork(world, path.name);

/** The documents list these operations with a 404 that carries internal error text, and with nothing else. */
function neverFound(call: Call): never {
  const { id } = networkOf(call);
  throw notFound(`Internal error: network subnet-${id} has no MAC address set; use interfaces instead.`);
}
