import { startImport } from "../model/images.ts";
import { resetNetworking } from "../model/networks/interfaces.ts";
import { canSee } from "../model/nodes/access.ts";
import { overrideFailedTesting, startTests } from "../model/nodes/actions.ts";
import { createNode, readNewMacs } from "../model/nodes/create.ts";
import { abortWork } from "../model/nodes/lifecycle.ts";
import { describePowerTypes } from "../model/nodes/power.ts";
import { serializeRackImages } from "../serialize/images.ts";
import { serializeNode } from "../serialize/nodes.ts";
import { type Json, resourceUri } from "../serialize/references.ts";
import type { Node } from "../state/node.ts";
import { invalidChoice, invalidField } from "../state/service-error.ts";
import { fleetSubnetId, nodeById, usesDeployedStyle, type World } from "../state/world.ts";
import { withoutUndefined } from "../values/spellings.ts";
import { type Answer, json, jsonList, text } from "../wire/answers.ts";
import type { Call, Handler, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";
import { readPower, readTests, switchPower, withActor } from "./machine.ts";
import { readNames, readNewNames, readUserData, readZoneAndPool } from "./node-fields.ts";
import {
  annotateNode,
  answerPowerParameters,
  changeNode,
  listNodes,
  nodeAnswer,
  nodeHandlers,
  nodeOf,
} from "./nodes.ts";

const [changeDevice, changeRack] = [changeNode("device"), changeNode("rackController")];

const restoreNetworking = changeDevice(({ world }, device) => resetNetworking(world, device, "auto"));

export const devices = {
  // The content type is application/json although the body is BSON.
  ...nodeHandlers("device", "device", { detailsType: "application/json" }),
  "devices.create": (call) => nodeAnswer(call, createDevice(call)),
  "device.update": changeDevice(updateDevice),
  "device.restore_default_configuration": restoreNetworking,
  "device.restore_networking_configuration": restoreNetworking,
  "device.set_owner_data": annotateNode("device", { needsKey: false }),
  "device.set_workload_annotations": annotateNode("device"),
} satisfies HandlersOf<"devices">;

function createDevice(call: Call): Node {
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

function updateDevice(call: Call, device: Node): void {
  const { world, form } = call;
  if (device.parent !== null && !form.has("parent") && usesDeployedStyle(world, "device-parent"))
    throw invalidField("parent", invalidChoice(""));
  const changes = {
    ...readNames(call, device),
    description: form.get("description"),
    parent: readParent(call, device),
  };
  Object.assign(device, withoutUndefined(changes), readZoneAndPool(call));
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

/** The sandbox has one controller, which is a rack and a region controller. A copied site has its own controllers. */
const rackOf = (call: Call): Node => nodeOf(call, "rackController");

function serializeRegion(world: World, node: Node): Json {
  const { service_set: _, ...rest } = serializeNode(world, node);
  return { ...rest, resource_uri: resourceUri(world, "regioncontrollers", node.systemId) };
}

function updateController(call: Call, node: Node): void {
  const form = readForm(call);
  const power = readPower(call, node, form);
  const description = form.text("description") ?? node.description;
  form.throwErrors();
  const { domainId = node.domainId } = readNames(call, node);
  Object.assign(node, { ...power, description, domainId }, readZoneAndPool(call));
}

function controllerHandlers<const Singular extends string>(
  singular: Singular,
  serialize: (world: World, node: Node) => Json,
  excludedType: Node["controller"],
) {
  const update: Handler = changeRack(updateController, ({ world }, node) => json(serialize(world, node)));
  const list: Handler = (call) => {
    const controllers = listNodes(call, "rackController").filter((node) => node.controller !== excludedType);
    return jsonList(controllers, (node) => serialize(call.world, node));
  };
  return {
    ...nodeHandlers(singular, "rackController", { list, serialize }),
    ...({ [`${singular}.update`]: update } as Readonly<Record<`${Singular}.update`, Handler>>),
  };
}

const importImages = (call: Call, target: string): Answer => {
  startImport(call.world);
  return text(`Import of boot images started on ${target}`);
};

export const controllers = {
  ...controllerHandlers("region-controller", serializeRegion, "rack"),
  ...controllerHandlers("rack-controller", serializeNode, "region"),
  "rack-controllers.describe_power_types": () => json(describePowerTypes()),
  "rack-controllers.import_boot_images": (call) => importImages(call, "all rack controllers"),
  "rack-controllers.power_parameters": (call) => answerPowerParameters(call, "rackController"),
  "rack-controller.abort": changeRack(withActor(abortWork)),
  "rack-controller.import_boot_images": (call) => importImages(call, rackOf(call).hostname),
  "rack-controller.list_boot_images"(call) {
    rackOf(call);
    return json(serializeRackImages(call.world));
  },
  "rack-controller.override_failed_testing": changeRack(withActor(overrideFailedTesting)),
  "rack-controller.power_off": changeRack((call, node) => switchPower(call, node, "off")),
  "rack-controller.power_on": changeRack((call, node) => {
    node.userData = readUserData(call) ?? node.userData;
    switchPower(call, node, "on");
  }),
  // Answers the stored state: power faults of controllers are not simulated.
  "rack-controller.query_power_state": (call) => json({ state: rackOf(call).powerState }),
  "rack-controller.test": changeRack((call, node) => startTests(call.world, node, readTests(call))),
} satisfies HandlersOf<"rackcontrollers" | "regioncontrollers">;
