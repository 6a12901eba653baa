import { describePowerTypes } from "../model/nodes/power-types.ts";
import { hardwareDetails } from "../serialize/hardware-details.ts";
import { serializeRackImages } from "../serialize/images.ts";
import { serializeNode } from "../serialize/nodes.ts";
import type { group } from "../undocumented/rack-controllers.ts";
import { bytes, json } from "../wire/answers.ts";
import type { Call, HandlersFor } from "../wire/call.ts";
import { answerIsRegistered, answerNodes, answerPowerParameters, listNodes } from "./node-sets.ts";
import { nodeOf, visibleNodeOf } from "./path-nodes.ts";

const rackOf = (call: Call) => nodeOf(call, "rackController");

export const handlers = {
  "rack-controllers.list": (call) => answerNodes(call, listNodes(call, "rackController")),
  "rack-controllers.describe_power_types": () => json(describePowerTypes()),
  "rack-controllers.is_registered": answerIsRegistered,
  "rack-controllers.power_parameters": (call) => answerPowerParameters(call, "rackController"),
  "rack-controller.read": (call) => json(serializeNode(call.world, rackOf(call))),
  "rack-controller.details": (call) =>
    bytes(hardwareDetails(call.world, visibleNodeOf(call, "rackController")), "application/bson"),
  "rack-controller.power_parameters": (call) => json(rackOf(call).powerParameters),
  // Nothing turns a rack controller of the sandbox on or off: its state is as it is known.
  "rack-controller.query_power_state": (call) => json({ state: rackOf(call).powerState }),
  "rack-controller.list_boot_images"(call) {
    rackOf(call);
    return json(serializeRackImages(call.world));
  },
} satisfies HandlersFor<typeof group>;
