import { findDomain } from "../model/networks/domains.ts";
import { createChassis } from "../model/nodes/chassis.ts";
import { startCommissioning } from "../model/nodes/commissioning.ts";
import { createNode, newHostname, readHostname } from "../model/nodes/create.ts";
import { settle, startTransition } from "../model/nodes/lifecycle.ts";
import { readNewMacs } from "../model/nodes/macs.ts";
import { recordNodeEvent } from "../model/nodes/node-events.ts";
import { findOsRelease } from "../model/nodes/os-releases.ts";
import { checkPowerType } from "../model/nodes/power-types.ts";
import { wrongState } from "../model/nodes/status.ts";
import { acceptable, alreadyAccepted } from "../model/nodes/transitions.ts";
import { nodeJson, serializeNode } from "../serialize/nodes.ts";
import { allNodes, fleetSubnetId } from "../state/access.ts";
import { invalidField } from "../state/domain-error.ts";
import type { Node } from "../state/node.ts";
import { json, jsonTexts, text } from "../wire/answers.ts";
import type { Call, HandlersOf, OpenCall } from "../wire/call.ts";
import { readForm } from "../wire/form-reader.ts";
import { readChassis } from "./chassis.ts";
import { readMachines } from "./machines-collection.ts";
import { readArchitecture, readCommissioning, readPowerParameters } from "./node-fields.ts";

/**
 * Document 1, "States and transitions": an administrator's machine is commissioned unless told otherwise, or
 * deployed as it stands; everybody else's waits in New.
 */
function create(call: OpenCall): Node {
  const { world, form, user } = call;
  const reading = readForm(form);
  const commission = reading.boolean("commission");
  const deployed = reading.boolean("deployed") ?? false;
  const isDpu = reading.boolean("is_dpu") ?? false;
  const architecture = readArchitecture(reading);
  const powerType = reading.text("power_type") ?? "";
  checkPowerType(reading, powerType);
  const options = readCommissioning(reading);
  reading.check();
  const macAddresses = readNewMacs(world, form.all("mac_addresses"), "mac_addresses");
  const named = form.get("hostname");
  const { hostname, domainId } = named
    ? readHostname(world, named)
    : { hostname: newHostname(world), domainId: undefined };
  const domain = form.get("domain") ? findDomain(world, form.get("domain") ?? "") : undefined;
  if (form.get("domain") && domain === undefined)
    throw invalidField("domain", "Unable to find specified domain.");
  const chosenDomainId = domain?.id ?? domainId;

  const node = createNode(world, {
    nodeType: "machine",
    hostname,
    macAddresses,
    subnetId: fleetSubnetId(world),
    architecture,
    isDpu,
    description: form.get("description") ?? "",
    minHweKernel: form.get("min_hwe_kernel") ?? "",
    powerType: powerType === "" ? "manual" : powerType,
    powerParameters: readPowerParameters(form),
    powerState: powerType === "" || powerType === "manual" ? "unknown" : "off",
    ...(chosenDomainId === undefined ? {} : { domainId: chosenDomainId }),
  });
  recordNodeEvent(world, node, "New", "", user?.username);
  if (user?.isAdministrator !== true) return node;
  if (deployed) {
    node.owner = user.username;
    // What runs on it the form does not say: it is taken for the default, so that overriding and fixing
    // return to it.
    const release = findOsRelease(world, "");
    node.osystem = release?.osystem ?? "custom";
    node.distroSeries = release?.series ?? "custom";
    settle(world, node, "deployed");
    recordNodeEvent(world, node, "Deployed", "created as deployed", user.username);
  } else if (commission !== false) startCommissioning(world, node, options);
  return node;
}

function accept(call: Call, machines: readonly Node[]): Node[] {
  const wrong = machines.find(
    (node) => !acceptable.includes(node.status) && !alreadyAccepted.includes(node.status),
  );
  if (wrong !== undefined) throw wrongState("accept", wrong);
  const accepted = machines.filter((node) => acceptable.includes(node.status));
  for (const node of accepted) startTransition(call.world, node, "commission");
  return accepted;
}

const answer = (call: Call, nodes: readonly Node[]) => jsonTexts(nodes, (node) => nodeJson(call.world, node));

export const enlistmentHandlers = {
  "machines.create": (call) => json(serializeNode(call.world, create(call))),
  "machines.accept": (call) => answer(call, accept(call, readMachines(call, "machines"))),
  "machines.accept_all": (call) =>
    answer(
      call,
      accept(
        call,
        allNodes(call.world, "machine").filter((node) => node.status === "new"),
      ),
    ),
  "machines.add_chassis"(call) {
    const chassis = readChassis(call);
    createChassis(call.world, chassis, call.user.username);
    return text(`Asking ${chassis.rackController} to add machines from chassis ${chassis.hostname}`);
  },
} satisfies Partial<HandlersOf<"machines">>;
