import type { OperationIdOf } from "../../api/index.ts";
import { type Call, empty, type Handler, json, Refusal } from "../handler.ts";
import { forgetFreeHint } from "../networks/addresses.ts";
import { readForm } from "../networks/form.ts";
import { describeNetwork, readNetwork, requireNetwork, vlanOfTag } from "../networks/legacy-networks.ts";
import { removeSubnet } from "../networks/removal.ts";
import { makeSubnet } from "../networks/subnets.ts";
import { rowsOf } from "../networks/table.ts";
import { requireAdministrator, requireUser } from "../permissions.ts";

/**
 * Document 3, "Networks": these are listed with a 404 that carries internal error text, and with nothing
 * else.
 */
function neverFound(call: Call): never {
  requireUser(call);
  const { id } = requireNetwork(call.world, call.path.name);
  throw new Refusal(
    404,
    `Internal error: network subnet-${id} has no MAC address set; use interfaces instead.`,
  );
}

/** Document 3, "Networks (deprecated in favour of subnets)". */
export const handlers = {
  "networks.list"(call) {
    requireUser(call);
    return json(rowsOf(call.world.state.networks.subnets).map((each) => describeNetwork(call.world, each)));
  },
  "networks.create"(call) {
    requireAdministrator(call);
    const { vid = 0, ...given } = readNetwork(call.world, readForm(call.form));
    const vlan = vlanOfTag(call.world, vid, undefined);
    return json(describeNetwork(call.world, makeSubnet(call.world, { ...given, vlanId: vlan.id })));
  },
  "network.read"(call) {
    requireUser(call);
    return json(describeNetwork(call.world, requireNetwork(call.world, call.path.name)));
  },
  "network.update"(call) {
    requireAdministrator(call);
    const subnet = requireNetwork(call.world, call.path.name);
    const { vid, ...changes } = readNetwork(call.world, readForm(call.form), subnet);
    Object.assign(subnet, changes);
    if (vid !== undefined)
      subnet.vlanId = vlanOfTag(call.world, vid, call.world.state.networks.vlans.rows[subnet.vlanId]).id;
    forgetFreeHint(call.world, subnet.id);
    return json(describeNetwork(call.world, subnet));
  },
  "network.delete"(call) {
    requireAdministrator(call);
    removeSubnet(call.world, requireNetwork(call.world, call.path.name));
    return empty(200);
  },
  "network.connect_macs": neverFound,
  "network.disconnect_macs": neverFound,
  "network.list_connected_macs": neverFound,
} satisfies Record<OperationIdOf<"networks">, Handler>;
