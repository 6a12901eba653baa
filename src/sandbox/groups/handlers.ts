import type { NotSimulated } from "../../catalogue/commands/sandbox-limits.ts";
import type { OperationId } from "../../catalogue/index.ts";
import type { Handler } from "../wire/call.ts";
import { handlers as account, users } from "./account.ts";
import { addresses, ranges } from "./addresses.ts";
import { rackControllers, regionControllers } from "./controllers.ts";
import { handlers as devices } from "./devices.ts";
import { handlers as snippets } from "./dhcp-snippets.ts";
import { handlers as discovery } from "./discovery.ts";
import { dnsNames, domainHandlers } from "./dns.ts";
import { handlers as events } from "./events.ts";
import { fabrics, vlans } from "./fabrics.ts";
import { bootResources, bootSources } from "./images.ts";
import { interfaces } from "./interfaces.ts";
import { machine } from "./machine.ts";
import { machines } from "./machines.ts";
import { nodeDevices } from "./node-devices.ts";
import { installationResults, handlers as nodes } from "./nodes.ts";
import { notifications } from "./notifications.ts";
import { packageRepositories } from "./package-repositories.ts";
import { results } from "./results.ts";
import { scripts } from "./scripts.ts";
import { keysScriptsAndFiles, versionAndConfig } from "./settings.ts";
import { blockDevices } from "./storage-devices.ts";
import { bcaches, storageGroups } from "./storage-groups.ts";
import { networks, staticRoutes, subnets } from "./subnets.ts";
import { pods, vmClusters, vmHosts } from "./vm-hosts.ts";
import { resourcePools, spaces, tags, zones } from "./zones-and-pools.ts";

export const handlers: Record<Exclude<OperationId, NotSimulated>, Handler> &
  Partial<Record<OperationId, Handler>> = {
  ...account,
  ...machines,
  ...machine,
  ...nodes,
  ...installationResults,
  ...devices,
  ...bootResources,
  ...bootSources,
  ...bcaches,
  ...blockDevices,
  ...storageGroups,
  ...fabrics,
  ...vlans,
  ...networks,
  ...addresses,
  ...ranges,
  ...domainHandlers,
  ...dnsNames,
  ...snippets,
  ...discovery,
  ...events,
  ...versionAndConfig,
  ...keysScriptsAndFiles,
  ...zones,
  ...resourcePools,
  ...subnets,
  ...spaces,
  ...staticRoutes,
  ...packageRepositories,
  ...interfaces,
  ...rackControllers,
  ...regionControllers,
  ...vmHosts,
  ...pods,
  ...vmClusters,
  ...tags,
  ...users,
  ...notifications,
  ...scripts,
  ...results,
  ...nodeDevices,
};
