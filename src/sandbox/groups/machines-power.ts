import { assignAddresses } from "../model/networks/assignment.ts";
import { turnPower } from "../model/nodes/power.ts";
import { wrongState } from "../model/nodes/transitions.ts";
import { recordNodeEvent } from "../state/record-event.ts";
import type { World } from "../state/world.ts";
import { empty, json, untypedJson } from "../wire/answers.ts";
import type { HandlersOf } from "../wire/call.ts";
import { readUserData } from "./node-fields.ts";
import { nodeOf, ownNodeOf } from "./path-nodes.ts";

/** Simulated milliseconds that a query of a silent power controller takes. */
const queryTimeoutMs = 30_000;

/** Waits as long as the service would for a controller that does not answer. */
const silence = ({ clock, random }: World) =>
  new Promise<void>((resolve) => {
    clock.schedule(`query:${random.uuid()}`, clock.now() + queryTimeoutMs, resolve);
  });

export const powerHandlers = {
  "machine.power_on"(call) {
    const node = ownNodeOf(call, "machine");
    if (node.owner === null) throw wrongState("power on", node);
    const userData = readUserData(call);
    assignAddresses(call.world, node);
    if (userData !== undefined) node.userData = userData;
    recordNodeEvent(call.world, node, "User powering up node", call.form.get("comment"), call.user.username);
    turnPower(call.world, node, "on");
    return empty(204);
  },
  "machine.power_off"(call) {
    const node = ownNodeOf(call, "machine");
    recordNodeEvent(
      call.world,
      node,
      "User powering down node",
      call.form.get("comment"),
      call.user.username,
    );
    turnPower(call.world, node, "off");
    return empty(204);
  },
  "machine.power_parameters": (call) => untypedJson(nodeOf(call, "machine").powerParameters),
  async "machine.query_power_state"(call) {
    const node = nodeOf(call, "machine");
    if (node.powerType !== "manual" && !call.world.faults.powerAnswers(node)) {
      await silence(call.world);
      node.powerState = "error";
    } else if (node.powerState === "error") node.powerState = node.status === "deployed" ? "on" : "off";
    return json({ state: node.powerState });
  },
} satisfies Partial<HandlersOf<"machines">>;
