import { resetNetworking } from "../model/networks/assignment.ts";
import { findDomain } from "../model/networks/domains.ts";
import { canSee } from "../model/nodes/access.ts";
import { createNode, newHostname, readHostname } from "../model/nodes/create.ts";
import { readNewMacs } from "../model/nodes/macs.ts";
import { removeNode } from "../model/nodes/removal.ts";
import { findZone } from "../model/nodes/zones-and-pools.ts";
import { hardwareDetails } from "../serialize/hardware-details.ts";
import { serializeNode } from "../serialize/nodes.ts";
import { fleetSubnetId, nodeById } from "../state/access.ts";
import { invalidField } from "../state/domain-error.ts";
import type { Node } from "../state/node.ts";
import { bytes, empty, json, jsonList, untypedJson } from "../wire/answers.ts";
import type { Call, Handler, HandlersOf } from "../wire/call.ts";
import { listNodes } from "./machines-collection.ts";
import { annotate } from "./machines-settings.ts";
import { answerIsRegistered, answerSetZone } from "./node-sets.ts";
import { nodeOf, ownNodeOf, visibleNodeOf } from "./path-nodes.ts";

const deviceAnswer = (call: Call, node: Node) => json(serializeNode(call.world, node));

/** The parent of the form: 400 where there is no such node to see, or where it is the device or below it. */
function readParent(call: Call, own?: Node): { readonly parent?: string | null } {
  const parent = call.form.get("parent")?.trim();
  if (parent === undefined) return {};
  if (parent === "") return { parent: null };
  const node = nodeById(call.world, parent);
  const refuse = (message: string) => invalidField("parent", message);
  if (node === undefined || !canSee(call.user, node)) throw refuse(`Unable to find node ${parent}.`);
  const seen = new Set<string>();
  for (let each: Node | undefined = node; each !== undefined && !seen.has(each.systemId); ) {
    if (each === own) throw refuse("A device cannot be its own parent.");
    seen.add(each.systemId);
    each = each.parent === null ? undefined : nodeById(call.world, each.parent);
  }
  return { parent };
}

/** Hostname, domain and description, which create and update have in common. */
function readNames(call: Call, own?: Node) {
  const { world, form } = call;
  const given = form.get("hostname")?.trim();
  const named = given ? readHostname(world, given, own) : undefined;
  const domainText = form.get("domain")?.trim();
  const domain = domainText ? findDomain(world, domainText) : undefined;
  if (domainText && domain === undefined) throw invalidField("domain", "Unable to find specified domain.");
  const domainId = domain?.id ?? named?.domainId;
  const description = form.get("description");
  return {
    ...(named === undefined ? {} : { hostname: named.hostname }),
    ...(domainId === undefined ? {} : { domainId }),
    ...(description === undefined ? {} : { description }),
    ...readParent(call, own),
  };
}

function create(call: Call): Node {
  const { user } = call;
  const { world } = call;
  const macAddresses = readNewMacs(world, call.form.all("mac_addresses"), "mac_addresses");
  const names = readNames(call);
  const hostname = names.hostname ?? newHostname(world);
  const device = createNode(world, {
    ...names,
    nodeType: "device",
    hostname,
    macAddresses,
    owner: user.username,
  });
  const vlanId = world.state.networks.subnets.rows[fleetSubnetId(world)]?.vlanId ?? null;
  for (const each of device.interfaces) each.vlanId = vlanId;
  return device;
}

function update(call: Call, device: Node): void {
  const names = readNames(call, device);
  const zone = call.form.get("zone")?.trim();
  Object.assign(device, names, zone ? { zoneId: findZone(call.world, zone).id } : {});
}

const restore: Handler = (call) => {
  const device = ownNodeOf(call, "device");
  resetNetworking(call.world, device);
  return deviceAnswer(call, device);
};

/** Document 2, "Devices". */
export const handlers = {
  "devices.list": (call) => jsonList(listNodes(call, "device"), (node) => serializeNode(call.world, node)),
  "devices.create": (call) => deviceAnswer(call, create(call)),
  "devices.is_registered": (call) => answerIsRegistered(call),
  "devices.set_zone": (call) => answerSetZone(call, "device"),
  "device.read": (call) => deviceAnswer(call, nodeOf(call, "device")),
  "device.update"(call) {
    const device = ownNodeOf(call, "device");
    update(call, device);
    return deviceAnswer(call, device);
  },
  "device.delete"(call) {
    removeNode(call.world, ownNodeOf(call, "device"));
    return empty(200);
  },
  // Listed as application/json although it is BSON.
  "device.details": (call) =>
    bytes(hardwareDetails(call.world, visibleNodeOf(call, "device")), "application/json"),
  "device.power_parameters"(call) {
    const device = nodeOf(call, "device");
    return untypedJson(device.powerParameters);
  },
  "device.restore_default_configuration": restore,
  "device.restore_networking_configuration": restore,
  "device.set_owner_data"(call) {
    const device = ownNodeOf(call, "device");
    // Deprecated and listed without form fields: a call that names no key changes nothing.
    if (call.form.names.some((name) => name !== "op")) annotate(call, device);
    return empty(204);
  },
  "device.set_workload_annotations"(call) {
    annotate(call, ownNodeOf(call, "device"));
    return empty(204);
  },
} satisfies HandlersOf<"devices">;
