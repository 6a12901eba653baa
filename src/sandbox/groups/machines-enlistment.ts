import { type Call, type Handler, json, jsonTexts, Refusal, text } from "../handler.ts";
import { findDomain } from "../networks/domains.ts";
import { readForm } from "../networks/form.ts";
import { fleetSubnetId } from "../networks/networks.ts";
import { readArchitecture } from "../nodes/architectures.ts";
import { createChassis, readChassis } from "../nodes/chassis.ts";
import { readCommissioning, startCommissioning } from "../nodes/commissioning.ts";
import { createNode, newHostname, readHostname } from "../nodes/create.ts";
import { describeNode, nodeText } from "../nodes/describe.ts";
import { settle, startTransition } from "../nodes/lifecycle.ts";
import { readNewMacs } from "../nodes/macs.ts";
import type { Node } from "../nodes/node.ts";
import { allNodes } from "../nodes/nodes.ts";
import { note, wrongState } from "../nodes/notes.ts";
import { checkPowerType, readPowerParameters } from "../nodes/power-types.ts";
import { findRelease } from "../nodes/releases.ts";
import { acceptable, alreadyAccepted } from "../nodes/transitions.ts";
import { requireAdministrator } from "../permissions.ts";
import { readMachines } from "./machines-collection.ts";

/**
 * Document 1, "States and transitions": an administrator's machine is commissioned unless told otherwise, or
 * deployed as it stands; everybody else's waits in New.
 */
function create(call: Call): Node {
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
    throw new Refusal(400, { domain: ["Unable to find specified domain."] });
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
  note(world, node, "New", "", user?.username);
  if (user?.isAdministrator !== true) return node;
  if (deployed) {
    node.owner = user.username;
    // What runs on it the form does not say: it is taken for the default, so that overriding and fixing
    // return to it.
    const release = findRelease(world, "");
    node.osystem = release?.osystem ?? "custom";
    node.distroSeries = release?.series ?? "custom";
    settle(world, node, "deployed");
    note(world, node, "Deployed", "created as deployed", user.username);
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

const answer = (call: Call, nodes: readonly Node[]) => jsonTexts(nodes, (node) => nodeText(call.world, node));

export const enlistmentHandlers = {
  "machines.create": (call) => json(describeNode(call.world, create(call))),
  "machines.accept"(call) {
    requireAdministrator(call);
    return answer(call, accept(call, readMachines(call, "machines")));
  },
  "machines.accept_all"(call) {
    requireAdministrator(call);
    return answer(
      call,
      accept(
        call,
        allNodes(call.world, "machine").filter((node) => node.status === "new"),
      ),
    );
  },
  "machines.add_chassis"(call) {
    const chassis = readChassis(call);
    createChassis(call.world, chassis, requireAdministrator(call).username);
    return text(`Asking ${chassis.rackController} to add machines from chassis ${chassis.hostname}`);
  },
} satisfies Record<string, Handler>;
