import { startCommissioning } from "../model/nodes/actions.ts";
import { createChassis } from "../model/nodes/chassis.ts";
import { defaultMinKernel } from "../model/nodes/configured.ts";
import { createNode } from "../model/nodes/create.ts";
import { settle } from "../model/nodes/lifecycle.ts";
import { readNewMacs } from "../model/nodes/macs.ts";
import { findOsRelease } from "../model/nodes/os-releases.ts";
import { pass } from "../model/nodes/pass-time.ts";
import { checkPowerType, hasPowerAddress } from "../model/nodes/power-types.ts";
import { defaultScripts } from "../model/nodes/scripts.ts";
import { acceptable, alreadyAccepted, wrongState } from "../model/nodes/transitions.ts";
import { serializeNode } from "../serialize/nodes.ts";
import { allNodes, fleetSubnetId } from "../state/access.ts";
import { answersAsDeployed } from "../state/answer-style.ts";
import { passingConflict } from "../state/domain-error.ts";
import type { Node } from "../state/node.ts";
import { recordNodeEvent } from "../state/record-event.ts";
import type { World } from "../state/world.ts";
import { defined } from "../values/defined.ts";
import { json, text } from "../wire/answers.ts";
import type { HandlersOf, OpenCall } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";
import { readChassis } from "./chassis.ts";
import { readArchitecture, readCommissioning, readNewNames, readPowerParameters } from "./node-fields.ts";
import { answerNodes, readMachines } from "./node-sets.ts";

export const enlistmentHandlers = {
  "machines.create": async (call) => json(serializeNode(call.world, await create(call))),
  "machines.accept": (call) => answerNodes(call, accept(call.world, readMachines(call, "machines"))),
  "machines.accept_all"(call) {
    const machines = allNodes(call.world, "machine").filter((node) => node.status === "new");
    return answerNodes(call, accept(call.world, machines));
  },
  "machines.add_chassis"(call) {
    const chassis = readChassis(call);
    createChassis(call.world, chassis, call.user.username);
    return text(`Asking ${chassis.rackController} to add machines from chassis ${chassis.hostname}`);
  },
} satisfies Partial<HandlersOf<"machines">>;

/**
 * An administrator's machine is commissioned unless the form says otherwise, or deployed as it stands;
 * everybody else's waits in New.
 */
async function create(call: OpenCall): Promise<Node> {
  const { world, form, user } = call;
  const reader = readForm(call);
  const architecture = readArchitecture(reader);
  const powerType = reader.text("power_type") || "manual";
  checkPowerType(reader, powerType);
  const powerParameters = readPowerParameters(form, reader);
  const commissioning = readCommissioning(world, reader);
  reader.check();
  const macAddresses = readNewMacs(world, form.all("mac_addresses"), "mac_addresses");
  const { hostname, domainId } = readNewNames(call);
  await refuseTakenAddress(world, powerType, powerParameters);
  const node = createNode(world, {
    nodeType: "machine",
    hostname,
    macAddresses,
    subnetId: fleetSubnetId(world),
    architecture,
    isDpu: reader.boolean("is_dpu") ?? false,
    description: form.get("description") ?? "",
    minHweKernel: form.get("min_hwe_kernel") || defaultMinKernel(world),
    powerType,
    powerParameters,
    powerState: powerType === "manual" ? "unknown" : "off",
    ...defined({ domainId }),
  });
  recordNodeEvent(world, node, "New", "", user?.username);
  if (user?.isAdministrator !== true) return node;
  if (reader.boolean("deployed")) takeAsDeployed(world, node, user.username);
  else if (reader.boolean("commission") !== false) startCommissioning(world, node, commissioning);
  return node;
}

/** Simulated milliseconds that a deployed service tries for, again and again, before it gives up. */
const duplicateMs = 15_000;

/** Refuses the power address of another machine, as deployed services do. */
async function refuseTakenAddress(world: World, type: string, given: Node["powerParameters"]): Promise<void> {
  if (!answersAsDeployed(world, "power-address") || !hasPowerAddress(world, type, given)) return;
  await pass(world, duplicateMs);
  throw passingConflict("The service failed to process your request: it conflicts with another one.", 5);
}

/**
 * What runs on the machine the form does not say: it is taken for the default release, so that overriding and
 * fixing return to it.
 */
function takeAsDeployed(world: World, node: Node, username: string): void {
  node.owner = username;
  const release = findOsRelease(world, "");
  node.osystem = release?.osystem ?? "custom";
  node.distroSeries = release?.series ?? "custom";
  settle(world, node, "deployed");
  recordNodeEvent(world, node, "Deployed", "created as deployed", username);
}

function accept(world: World, machines: readonly Node[]): Node[] {
  const wrong = machines.find(
    ({ status }) => !acceptable.includes(status) && !alreadyAccepted.includes(status),
  );
  if (wrong !== undefined) throw wrongState("accept", wrong);
  const accepted = machines.filter((node) => acceptable.includes(node.status));
  const options = { scripts: defaultScripts(world), skipNetworking: false, skipStorage: false };
  for (const node of accepted) startCommissioning(world, node, options);
  return accepted;
}
