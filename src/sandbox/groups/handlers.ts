import { integer, integerId } from "../../catalogue/field.ts";
import { vlanGroup } from "../../catalogue/groups/networks.ts";
import { loadAllOperations, type OperationId } from "../../catalogue/index.ts";
import type { Operation } from "../../catalogue/operation.ts";
import { liveOnly, resource } from "../../catalogue/resource.ts";
import { errorAnswer, plainJson } from "../wire/answers.ts";
import type { Handler, ServedOperation } from "../wire/call.ts";
import { account } from "./account.ts";
import { addresses } from "./addresses.ts";
import type { Description } from "./description.ts";
import { controllers, devices } from "./devices-and-controllers.ts";
import { dhcpSnippets } from "./dhcp-snippets.ts";
import { dns } from "./dns.ts";
import { fabricsVlansAndSpaces, vlansById } from "./fabrics.ts";
import { images } from "./images.ts";
import { interfaces } from "./interfaces.ts";
import { machine } from "./machine.ts";
import { machines } from "./machines.ts";
import { nodeDevices } from "./node-devices.ts";
import { nodeHistory } from "./node-history.ts";
import { nodes } from "./nodes.ts";
import { scripts } from "./scripts.ts";
import { settings } from "./settings.ts";
import { blockDevices } from "./storage-devices.ts";
import { storageGroups } from "./storage-groups.ts";
import { networks, subnets } from "./subnets.ts";
import { pods, vmClusters, vmHosts } from "./vm-hosts.ts";
import { zonesPoolsAndTags } from "./zones-and-pools.ts";

export const handlers: Record<OperationId, Handler> = {
  ...account,
  ...machines,
  ...machine,
  ...nodes,
  ...devices,
  ...images,
  ...blockDevices,
  ...storageGroups,
  ...fabricsVlansAndSpaces,
  ...networks,
  ...addresses,
  ...dns,
  ...dhcpSnippets,
  ...nodeHistory,
  ...settings,
  ...zonesPoolsAndTags,
  ...subnets,
  ...interfaces,
  ...controllers,
  ...vmHosts,
  ...pods,
  ...vmClusters,
  ...scripts,
  ...nodeDevices,
};

const vlanById = liveOnly("/vlans/{id}/", [integerId("id", "number of the VLAN")]);

const undocumentedOperations: Readonly<Record<string, Operation>> = {
  "describe.read": resource("/describe/").read("anonymous", "Describe every operation of the service"),
  "vlan-by-id.read": vlanById.read("anyone", "Show a VLAN by its number"),
  "vlan-by-id.update": vlanById.update("admin", "Change a VLAN by its number", {
    fields: [
      ...(vlanGroup.operations["vlan.update"].fields ?? []),
      integer("vid", "VLAN id in its fabric", { min: 0, max: 4094 }),
    ],
  }),
  "vlan-by-id.delete": vlanById.remove("admin", "Delete a VLAN by its number"),
};

const handlersById: Readonly<Record<string, Handler | undefined>> = { ...handlers, ...vlansById };

export async function loadServedOperations(): Promise<readonly ServedOperation[]> {
  const simulatedOperations = (await loadAllOperations())
    .filter(({ id }) => handlersById[id] !== undefined)
    .map(({ id, operation }) => ({ id, operation: withDeployedNames(operation) }));
  return [
    ...simulatedOperations,
    ...Object.entries(undocumentedOperations).map(([id, operation]) => ({ id, operation })),
  ];
}

function withDeployedNames(operation: Operation): Operation {
  const { fields = [] } = operation;
  if (fields.every(({ sentAs }) => sentAs === undefined)) return operation;
  return { ...operation, fields: fields.map((field) => ({ ...field, name: field.sentAs ?? field.name })) };
}

export function handlersFor(served: readonly ServedOperation[], description: Description) {
  const describe: Handler = ({ origin }) => plainJson(description.describeAt(origin));
  const entries = served.flatMap(({ id, operation: { source } }): (readonly [string, Handler])[] => {
    const handler = id === "describe.read" ? describe : handlersById[id];
    return handler === undefined ? [] : [[id, source === "deployed" ? withDeployedErrors(handler) : handler]];
  });
  return Object.fromEntries(entries);
}

/** Only live services have these operations, so field errors are always JSON. */
const withDeployedErrors =
  (handler: Handler): Handler =>
  async (call) => {
    try {
      return await handler(call);
    } catch (error) {
      const answer = errorAnswer(error, true);
      if (answer === undefined) throw error;
      return answer;
    }
  };
