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
import { readNames, readPlaces, readUserData } from "./node-fields.ts";
import {
  answerDetails,
  answerIsRegistered,
  answerNodePowerParameters,
  answerPowerParameters,
  answerSetZone,
  listNodes,
} from "./nodes.ts";
import { deleteNode, nodeOf, ownNodeOf } from "./path-nodes.ts";

/** The sandbox has one controller, which is a rack and a region controller. A copied site has its own controllers. */
const rackOf = (call: Call): Node => nodeOf(call, "rackController");

const asRack = ({ world }: Call, node: Node): Json => serializeNode(world, node);

function asRegion({ world }: Call, node: Node): Json {
  const { service_set: _, ...rest } = serializeNode(world, node);
  return { ...rest, resource_uri: resourceUri(world, "regioncontrollers", node.systemId) };
}

function change(call: Call, node: Node): Node {
  const form = readForm(call);
  const power = readPower(call, node, form);
  const description = form.text("description") ?? node.description;
  form.check();
  const { domainId = node.domainId } = readNames(call, node);
  return Object.assign(node, { ...power, description, domainId }, readPlaces(call));
}

/** `other` is the type of the controllers that these endpoints leave out. */
const common = <const Single extends string>(
  single: Single,
  serialize: (call: Call, node: Node) => Json,
  other: Node["controller"],
) => {
  const handlers: Readonly<Record<string, Handler>> = {
    [`${single}s.list`]: (call) =>
      jsonList(
        listNodes(call, "rackController").filter(
          ({ controller }) => controller === undefined || controller !== other,
        ),
        (node) => serialize(call, node),
      ),
    [`${single}s.is_registered`]: answerIsRegistered,
    [`${single}s.set_zone`]: (call) => answerSetZone(call, "rackController"),
    [`${single}.read`]: (call) => json(serialize(call, rackOf(call))),
    [`${single}.update`]: (call) => json(serialize(call, change(call, ownNodeOf(call, "rackController")))),
    [`${single}.delete`]: deleteNode("rackController"),
    [`${single}.details`]: answerDetails("rackController"),
    [`${single}.power_parameters`]: answerNodePowerParameters("rackController"),
  };
  return handlers as Readonly<
    Record<
      | `${Single}s.${"list" | "is_registered" | "set_zone"}`
      | `${Single}.${"read" | "update" | "delete" | "details" | "power_parameters"}`,
      Handler
    >
  >;
};

const changeRack =
  (act: (call: Call, node: Node) => void) =>
  (call: Call): Answer => {
    const node = ownNodeOf(call, "rackController");
    act(call, node);
    return json(asRack(call, node));
  };

const importImages = (call: Call, where: string): Answer => {
  startImport(call.world);
  return text(`Import of boot images started on ${where}`);
};

export const regionControllers = common(
  "region-controller",
  asRegion,
  "rack",
) satisfies HandlersOf<"regioncontrollers">;

export const rackControllers = {
  ...common("rack-controller", asRack, "region"),
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
