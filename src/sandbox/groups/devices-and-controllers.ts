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
import { invalidChoice, invalidField } from "../state/domain-error.ts";
import type { Node } from "../state/node.ts";
import { fleetSubnetId, nodeById, usesDeployedStyle } from "../state/world.ts";
import { withoutUndefined } from "../values/spellings.ts";
import { type Answer, json, jsonList, text } from "../wire/answers.ts";
import type { Call, Handler, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";
import { readPower, readTests, switchPower, withActor } from "./machine.ts";
import { readNames, readNewNames, readUserData, readZoneAndPool } from "./node-fields.ts";
import {
  annotateNode,
  answerDetails,
  answerIsRegistered,
  answerNodePowerParameters,
  answerPowerParameters,
  answerSetZone,
  deleteNode,
  editableNodeOf,
  listNodes,
  nodeAnswer,
  nodeOf,
} from "./nodes.ts";

export const devices = {
  "devices.list": (call) => jsonList(listNodes(call, "device"), (node) => serializeNode(call.world, node)),
  "devices.create": (call) => nodeAnswer(call, createDevice(call)),
  "devices.is_registered": answerIsRegistered,
  "devices.set_zone": (call) => answerSetZone(call, "device"),
  "device.read": (call) => nodeAnswer(call, nodeOf(call, "device")),
  "device.update": (call) => nodeAnswer(call, updateDevice(call, editableNodeOf(call, "device"))),
  "device.delete": deleteNode("device"),
  // The content type is application/json although the body is BSON.
  "device.details": answerDetails("device", "application/json"),
  "device.power_parameters": answerNodePowerParameters("device"),
  "device.restore_default_configuration": restoreNetworking,
  "device.restore_networking_configuration": restoreNetworking,
  "device.set_owner_data": annotateNode("device", false),
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

function updateDevice(call: Call, device: Node): Node {
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

/** The sandbox has one controller, which is a rack and a region controller. A copied site has its own controllers. */
const rackOf = (call: Call): Node => nodeOf(call, "rackController");

const serializeRack = ({ world }: Call, node: Node): Json => serializeNode(world, node);

function serializeRegion({ world }: Call, node: Node): Json {
  const { service_set: _, ...rest } = serializeNode(world, node);
  return { ...rest, resource_uri: resourceUri(world, "regioncontrollers", node.systemId) };
}

function updateController(call: Call, node: Node): Node {
  const form = readForm(call);
  const power = readPower(call, node, form);
  const description = form.text("description") ?? node.description;
  form.check();
  const { domainId = node.domainId } = readNames(call, node);
  return Object.assign(node, { ...power, description, domainId }, readZoneAndPool(call));
}

const controllerHandlers = <const Singular extends string>(
  singular: Singular,
  serialize: (call: Call, node: Node) => Json,
  excludedType: Node["controller"],
) => {
  const handlers: Readonly<Record<string, Handler>> = {
    [`${singular}s.list`]: (call) =>
      jsonList(
        listNodes(call, "rackController").filter(
          ({ controller }) => controller === undefined || controller !== excludedType,
        ),
        (node) => serialize(call, node),
      ),
    [`${singular}s.is_registered`]: answerIsRegistered,
    [`${singular}s.set_zone`]: (call) => answerSetZone(call, "rackController"),
    [`${singular}.read`]: (call) => json(serialize(call, rackOf(call))),
    [`${singular}.update`]: (call) =>
      json(serialize(call, updateController(call, editableNodeOf(call, "rackController")))),
    [`${singular}.delete`]: deleteNode("rackController"),
    [`${singular}.details`]: answerDetails("rackController"),
    [`${singular}.power_parameters`]: answerNodePowerParameters("rackController"),
  };
  return handlers as Readonly<
    Record<
      | `${Singular}s.${"list" | "is_registered" | "set_zone"}`
      | `${Singular}.${"read" | "update" | "delete" | "details" | "power_parameters"}`,
      Handler
    >
  >;
};

const changeRack =
  (act: (call: Call, node: Node) => void) =>
  (call: Call): Answer => {
    const node = editableNodeOf(call, "rackController");
    act(call, node);
    return json(serializeRack(call, node));
  };

const importImages = (call: Call, target: string): Answer => {
  startImport(call.world);
  return text(`Import of boot images started on ${target}`);
};

export const regionControllers = controllerHandlers(
  "region-controller",
  serializeRegion,
  "rack",
) satisfies HandlersOf<"regioncontrollers">;

export const rackControllers = {
  ...controllerHandlers("rack-controller", serializeRack, "region"),
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
} satisfies HandlersOf<"rackcontrollers">;
