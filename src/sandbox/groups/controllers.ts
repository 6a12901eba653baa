import { startImport } from "../model/images/sources.ts";
import { overrideFailedTesting, startTests } from "../model/nodes/actions.ts";
import { abortWork } from "../model/nodes/lifecycle.ts";
import { describePowerTypes } from "../model/nodes/power.ts";
import { serializeRackImages } from "../serialize/images.ts";
import { serializeNode } from "../serialize/nodes.ts";
import { type Json, resourceUri } from "../serialize/references.ts";
import type { Node } from "../state/node.ts";
import { type Answer, json, jsonList, text } from "../wire/answers.ts";
import type { Call, Handler, HandlersOf } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";
import { readPower, readTests, switchPower, withActor } from "./machine.ts";
import { readNames, readUserData, readZoneAndPool } from "./node-fields.ts";
import {
  answerDetails,
  answerIsRegistered,
  answerNodePowerParameters,
  answerPowerParameters,
  answerSetZone,
  listNodes,
} from "./nodes.ts";
import { deleteNode, editableNodeOf, nodeOf } from "./path-nodes.ts";

/** The sandbox has one controller, which is a rack and a region controller. A copied site has its own controllers. */
const rackOf = (call: Call): Node => nodeOf(call, "rackController");

const serializeRack = ({ world }: Call, node: Node): Json => serializeNode(world, node);

function serializeRegion({ world }: Call, node: Node): Json {
  const { service_set: _, ...rest } = serializeNode(world, node);
  return { ...rest, resource_uri: resourceUri(world, "regioncontrollers", node.systemId) };
}

function update(call: Call, node: Node): Node {
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
      json(serialize(call, update(call, editableNodeOf(call, "rackController")))),
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
