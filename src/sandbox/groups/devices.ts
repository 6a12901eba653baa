import { resetNetworking } from "../model/networks/assignment.ts";
import { canSee } from "../model/nodes/access.ts";
import { createNode, readNewMacs } from "../model/nodes/create.ts";
import { serializeNode } from "../serialize/nodes.ts";
import { invalidChoice, invalidField } from "../state/domain-error.ts";
import type { Node } from "../state/node.ts";
import { fleetSubnetId, nodeById, usesDeployedStyle } from "../state/world.ts";
import { withoutUndefined } from "../values/constraints.ts";
import { jsonList } from "../wire/answers.ts";
import type { Call, HandlersOf } from "../wire/call.ts";
import { readNames, readNewNames, readZoneAndPool } from "./node-fields.ts";
import {
  answerDetails,
  answerIsRegistered,
  answerNodePowerParameters,
  answerSetZone,
  listNodes,
} from "./nodes.ts";
import { annotateNode, deleteNode, editableNodeOf, nodeAnswer, nodeOf } from "./path-nodes.ts";

export const handlers = {
  "devices.list": (call) => jsonList(listNodes(call, "device"), (node) => serializeNode(call.world, node)),
  "devices.create": (call) => nodeAnswer(call, create(call)),
  "devices.is_registered": answerIsRegistered,
  "devices.set_zone": (call) => answerSetZone(call, "device"),
  "device.read": (call) => nodeAnswer(call, nodeOf(call, "device")),
  "device.update": (call) => nodeAnswer(call, update(call, editableNodeOf(call, "device"))),
  "device.delete": deleteNode("device"),
  // The content type is application/json although the body is BSON.
  "device.details": answerDetails("device", "application/json"),
  "device.power_parameters": answerNodePowerParameters("device"),
  "device.restore_default_configuration": restoreNetworking,
  "device.restore_networking_configuration": restoreNetworking,
  "device.set_owner_data": annotateNode("device", false),
  "device.set_workload_annotations": annotateNode("device"),
} satisfies HandlersOf<"devices">;

function create(call: Call): Node {
  const { world, form, user } = call;
  const { hostname, domainId } = readNewNames(call);
  const device = createNode(world, {
    nodeType: "device",
    macAddresses: readNewMacs(world, form.all("mac_addresses"), "mac_addresses"),
    hostname,
    ...withoutUndefined({ parent: readParent(call), description: form.get("description"), domainId }),
    ...readZoneAndPool(call),
    owner: user.username,
  });
  const vlanId = world.state.networks.subnets.rows[fleetSubnetId(world)]?.vlanId ?? null;
  for (const each of device.interfaces) each.vlanId = vlanId;
  return device;
}

function update(call: Call, device: Node): Node {
  const { world, form } = call;
  if (device.parent !== null && !form.has("parent") && usesDeployedStyle(world, "device-parent"))
    throw invalidField("parent", invalidChoice(""));
  const changes = {
    ...readNames(call, device),
    description: form.get("description"),
    parent: readParent(call, device),
  };
  return Object.assign(device, withoutUndefined(changes), readZoneAndPool(call));
}

function restoreNetworking(call: Call) {
  const device = editableNodeOf(call, "device");
  resetNetworking(call.world, device, "auto");
  return nodeAnswer(call, device);
}

function readParent({ world, user, form }: Call, current?: Node): string | null | undefined {
  const parent = form.get("parent")?.trim();
  if (!parent) return parent === undefined ? undefined : null;
  const node = nodeById(world, parent);
  if (node === undefined || !canSee(user, node))
    throw invalidField("parent", `Unable to find node ${parent}.`);
  const ancestors = new Set<Node>();
  for (let ancestor: Node | undefined = node; ancestor !== undefined && !ancestors.has(ancestor); ) {
    if (ancestor === current) throw invalidField("parent", "A device cannot be its own parent.");
    ancestors.add(ancestor);
    ancestor = ancestor.parent === null ? undefined : nodeById(world, ancestor.parent);
  }
  return parent;
}
