import { findOsRelease } from "../model/images.ts";
import { findDomain } from "../model/networks/dns.ts";
import { bridgeInterfaces } from "../model/networks/interface-changes.ts";
import { requireMayChange } from "../model/nodes/access.ts";
import { isReleased, releasableStatuses, startCommissioning, startRelease } from "../model/nodes/actions.ts";
import { createNode, newHostname, newMac, readNewMacs } from "../model/nodes/create.ts";
import { describeMismatch, findCandidates } from "../model/nodes/filters.ts";
import { defaultMinKernel, enterLastingStatus, startTransition } from "../model/nodes/lifecycle.ts";
import { checkPowerType, isPowerAddressUsed } from "../model/nodes/power.ts";
import { defaultScripts } from "../model/nodes/scripts.ts";
import { acceptedStatuses, allocateNode, wrongState } from "../model/nodes/transitions.ts";
import { serializeNode } from "../serialize/nodes.ts";
import type { Node } from "../state/node.ts";
import {
  conflict,
  conflictToRetry,
  invalidField,
  notFound,
  requiredMessage,
} from "../state/service-error.ts";
import { allNodes, fleetSubnetId, recordNodeEvent, usesDeployedStyle, type World } from "../state/world.ts";
import { withoutUndefined } from "../values/spellings.ts";
import { json, text } from "../wire/answers.ts";
import type { AnonymousCall, Call, HandlersOf } from "../wire/call.ts";
import { type FieldRule, readForm } from "../wire/form-reader.ts";
import {
  bridgeRules,
  readArchitecture,
  readBridges,
  readCommissioning,
  readEraseMethod,
  readNewNames,
  readPowerParameters,
  readZoneAndPool,
} from "./node-fields.ts";
import {
  actorOf,
  answerIsInProgress,
  answerNodes,
  answerPowerParameters,
  listNodes,
  nodeHandlers,
  readMachines,
} from "./nodes.ts";
import { readValidValues } from "./resource.ts";

export const machines = {
  ...nodeHandlers("machine", "machine"),
  "machines.list_allocated"(call) {
    const isOwn = (node: Node) => node.owner === call.user.username;
    return answerNodes(call, listNodes(call, "machine").filter(isOwn));
  },
  "machines.is_action_in_progress": answerIsInProgress,
  "machines.power_parameters"(call) {
    if (call.query.all("id").length === 0) throw invalidField("id", requiredMessage);
    return answerPowerParameters(call, "machine");
  },
  "machines.allocate": allocate,
  "machines.release": (call) => json(releaseAll(call).map((node) => node.systemId)),
  "machines.create": async (call) => json(serializeNode(call.world, await createMachine(call))),
  "machines.accept": (call) => answerNodes(call, acceptMachines(call.world, readMachines(call, "machines"))),
  "machines.accept_all"(call) {
    const machines = allNodes(call.world, "machine").filter((node) => node.status === "new");
    return answerNodes(call, acceptMachines(call.world, machines));
  },
  "machines.add_chassis"(call) {
    const { hostname, rackController } = addChassis(call);
    return text(`Asking ${rackController} to add machines from chassis ${hostname}`);
  },
} satisfies Partial<HandlersOf<"machines">>;

function releaseAll(call: Call): Node[] {
  const { world, user } = call;
  const machines = readMachines(call, "machines");
  const reason = "You don't have the required permission to release the following machine(s).";
  for (const node of machines) requireMayChange(world, user, node, "change", reason);
  const machinesToRelease = machines.filter((node) => !isReleased(node));
  const unreleasable = machinesToRelease.filter((node) => !releasableStatuses.includes(node.status));
  if (unreleasable.length > 0) {
    const list = unreleasable.map((node) => `${node.systemId} ('${node.status}')`).join(", ");
    throw conflict(`Machine(s) cannot be released in their current state: ${list}.`);
  }
  const rules: readonly FieldRule[] = [{ name: "machines", type: "list" }];
  const erase = readValidValues(call, (form) => readEraseMethod(world, form), rules);
  for (const node of machinesToRelease) startRelease(world, node, erase, actorOf(call));
  return machinesToRelease;
}

/** Typed as strings, because the service also accepts numbers such as `2.0`. */
const allocationRules: readonly FieldRule[] = [
  { name: "cpu_count", type: "string" },
  { name: "mem", type: "string" },
];

function allocate(call: Call) {
  const { world, form } = call;
  const reader = readForm(call, [...allocationRules, ...bridgeRules]);
  const bridges = readBridges(reader);
  reader.throwErrors();
  const [candidate] = findCandidates(world, form.values, reader.boolean("verbose") ?? false);
  if (candidate === undefined) throw conflict(describeMismatch(form.values));
  const { node, matches } = candidate;
  if (!reader.boolean("dry_run")) {
    allocateNode(world, node, actorOf(call), form.get("agent_name") ?? "");
    if (bridges !== undefined) bridgeInterfaces(world, node, bridges);
  }
  return json({ ...serializeNode(world, node), constraints_by_type: matches });
}

async function createMachine(call: AnonymousCall): Promise<Node> {
  const { world, form, user } = call;
  const reader = readForm(call);
  const architecture = readArchitecture(reader);
  const powerType = reader.text("power_type") || "manual";
  checkPowerType(reader, powerType);
  const powerParameters = readPowerParameters(form, reader);
  const commissioning = readCommissioning(world, reader);
  reader.throwErrors();
  const macAddresses = readNewMacs(world, form.all("mac_addresses"), "mac_addresses");
  const { hostname, domainId } = readNewNames(call);
  const zoneAndPool = readZoneAndPool(call);
  await refuseUsedPowerAddress(world, powerType, powerParameters);
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
    ...withoutUndefined({ domainId }),
    ...zoneAndPool,
  });
  recordNodeEvent(world, node, "New", user);
  if (user?.isAdministrator !== true) return node;
  if (reader.boolean("deployed")) markDeployed(world, node, user.username);
  else if (reader.boolean("commission") !== false) startCommissioning(world, node, commissioning);
  return node;
}

/** How long, in simulated time, the service retries before it fails. */
const conflictDelayMs = 15_000;

async function refuseUsedPowerAddress(
  world: World,
  type: string,
  parameters: Node["powerParameters"],
): Promise<void> {
  if (!usesDeployedStyle(world, "power-address") || !isPowerAddressUsed(world, type, parameters)) return;
  await world.clock.wait(conflictDelayMs);
  throw conflictToRetry("The service failed to process your request: it conflicts with another one.", 5);
}

/** The form does not name the operating system, so the default release is assumed. */
function markDeployed(world: World, node: Node, username: string): void {
  node.owner = username;
  const release = findOsRelease(world, "");
  node.osystem = release?.osystem ?? "custom";
  node.distroSeries = release?.series ?? "custom";
  enterLastingStatus(world, node, "deployed");
  recordNodeEvent(world, node, "Deployed", { comment: "created as deployed", username });
}

function acceptMachines(world: World, machines: readonly Node[]): Node[] {
  const unacceptable = machines.find(({ status }) => status !== "new" && !acceptedStatuses.includes(status));
  if (unacceptable !== undefined) throw wrongState("accept", unacceptable);
  const acceptableMachines = machines.filter((node) => node.status === "new");
  const options = { scripts: defaultScripts(world), skipNetworking: false, skipStorage: false };
  for (const node of acceptableMachines) startCommissioning(world, node, options);
  return acceptableMachines;
}

interface ChassisType {
  readonly needsLogin?: true;
  readonly optionalFields?: readonly string[];
  readonly powerType?: string;
}

const chassisTypes: Readonly<Record<string, ChassisType>> = {
  hmcz: { needsLogin: true, optionalFields: ["prefix_filter"] },
  mscm: { needsLogin: true },
  ocs: { needsLogin: true, optionalFields: ["port"] },
  powerkvm: { optionalFields: ["prefix_filter"], powerType: "virsh" },
  vmplatform: { optionalFields: ["prefix_filter"], powerType: "vmware" },
  recs_box: { needsLogin: true, optionalFields: ["port"] },
  sm15k: { needsLogin: true, optionalFields: ["power_control"] },
  ucsm: { needsLogin: true },
  virsh: { optionalFields: ["prefix_filter"] },
  vmmgr: { needsLogin: true, optionalFields: ["port", "prefix_filter", "protocol"], powerType: "vmware" },
};

function readChassis(call: Call) {
  const form = readForm(call);
  const type = form.text("chassis_type") ?? "";
  const rule = Object.hasOwn(chassisTypes, type) ? chassisTypes[type] : undefined;
  const { needsLogin, optionalFields = [], powerType = type } = rule ?? {};
  const hasToken = form.text("token_name") && form.text("token_secret");
  if (needsLogin && !hasToken) for (const name of ["username", "password"]) form.required(name);
  if (rule !== undefined)
    for (const name of ["port", "power_control", "prefix_filter", "protocol"])
      if (form.text(name) && !optionalFields.includes(name))
        form.addError(name, `${name} is not used by chassis type ${type}.`);
  if (rule === undefined && type !== "")
    form.addError("chassis_type", `${type} is not one of ${Object.keys(chassisTypes).join(", ")}.`);
  if (form.text("password") && form.text("token_secret"))
    form.addError("token_secret", "Use either a password or a token, not both.");
  const domainName = form.text("domain") ?? "";
  const domain = domainName === "" ? undefined : findDomain(call.world, domainName);
  if (domainName !== "" && domain === undefined)
    form.addError("domain", `Unable to find domain ${domainName}.`);
  form.throwErrors();
  const hostname = form.text("hostname") ?? "";
  return {
    hostname,
    powerType,
    prefix: form.text("prefix_filter") ?? "",
    acceptAll: form.boolean("accept_all") ?? false,
    domainId: domain?.id,
    rackController: findRack(call.world, hostname, form.text("rack_controller") ?? ""),
  };
}

function addChassis(call: Call) {
  const { world, user } = call;
  const chassis = readChassis(call);
  const actor = { comment: `enlisted from chassis ${chassis.hostname}`, username: user.username };
  for (const slot of [1, 2]) {
    const node = createNode(world, {
      nodeType: "machine",
      hostname: `${chassis.prefix}${newHostname(world)}`,
      macAddresses: [newMac(world, 1)],
      subnetId: fleetSubnetId(world),
      powerType: chassis.powerType,
      powerParameters: { power_address: chassis.hostname, power_id: `slot-${slot}` },
      powerState: "off",
      ...withoutUndefined({ domainId: chassis.domainId }),
    });
    recordNodeEvent(world, node, "New", actor);
    if (chassis.acceptAll) startTransition(world, node, "commission");
  }
  return chassis;
}

function findRack(world: World, hostname: string, requestedRack: string): string {
  const rack = allNodes(world, "rackController").find(
    (each) => requestedRack === "" || each.systemId === requestedRack || each.hostname === requestedRack,
  );
  if (rack === undefined) throw notFound(`Unable to find specified rack ${requestedRack}.`);
  if (hostname.endsWith(".invalid"))
    throw notFound(`Unable to find a rack controller with access to ${hostname}.`);
  return rack.hostname;
}
