import type { OperationId } from "../api/index.ts";
import { handlers as bcacheCacheSets } from "./groups/bcache-cache-sets.ts";
import { handlers as bcaches } from "./groups/bcaches.ts";
import { handlers as blockDevices } from "./groups/block-devices.ts";
import { handlers as bootResources } from "./groups/boot-resources.ts";
import { handlers as bootSourceSelections } from "./groups/boot-source-selections.ts";
import { handlers as bootSources } from "./groups/boot-sources.ts";
import { handlers as commissioningScripts } from "./groups/commissioning-scripts.ts";
import { handlers as config } from "./groups/config.ts";
import { handlers as devices } from "./groups/devices.ts";
import { handlers as dhcpSnippets } from "./groups/dhcp-snippets.ts";
import { handlers as discovery } from "./groups/discovery.ts";
import { handlers as dnsresourceRecords } from "./groups/dnsresource-records.ts";
import { handlers as dnsresources } from "./groups/dnsresources.ts";
import { handlers as domains } from "./groups/domains.ts";
import { handlers as events } from "./groups/events.ts";
import { handlers as fabrics } from "./groups/fabrics.ts";
import { handlers as files } from "./groups/files.ts";
import { handlers as installationResults } from "./groups/installation-results.ts";
import { handlers as ipaddresses } from "./groups/ipaddresses.ts";
import { handlers as ipranges } from "./groups/ipranges.ts";
import { handlers as licenseKeys } from "./groups/license-keys.ts";
import { handlers as machines } from "./groups/machines.ts";
import { handlers as networks } from "./groups/networks.ts";
import { handlers as nodes } from "./groups/nodes.ts";
import { handlers as partitions } from "./groups/partitions.ts";
import { handlers as sshkeys } from "./groups/sshkeys.ts";
import { handlers as sslkeys } from "./groups/sslkeys.ts";
import { handlers as tokens } from "./groups/tokens.ts";
import { handlers as version } from "./groups/version.ts";
import { handlers as vlans } from "./groups/vlans.ts";
import type { Handler } from "./handler.ts";

/** What answers each operation. An operation without a handler is an error of the compiler. */
export const handlers: Record<OperationId, Handler> = {
  ...machines,
  ...nodes,
  ...tokens,
  ...sshkeys,
  ...sslkeys,
  ...bootResources,
  ...bootSources,
  ...bootSourceSelections,
  ...commissioningScripts,
  ...devices,
  ...dhcpSnippets,
  ...discovery,
  ...dnsresourceRecords,
  ...dnsresources,
  ...networks,
  ...domains,
  ...events,
  ...fabrics,
  ...vlans,
  ...files,
  ...installationResults,
  ...ipaddresses,
  ...ipranges,
  ...licenseKeys,
  ...config,
  ...bcacheCacheSets,
  ...bcaches,
  ...blockDevices,
  ...partitions,
  ...version,
};
