import type { OperationId } from "../../catalogue/index.ts";
import type { Handler } from "../wire/call.ts";
import { handlers as account } from "./account.ts";
import { handlers as bcaches } from "./bcaches.ts";
import { handlers as blockDevices } from "./block-devices.ts";
import { handlers as bootResources } from "./boot-resources.ts";
import { handlers as bootSources } from "./boot-sources.ts";
import { handlers as devices } from "./devices.ts";
import { handlers as dhcpSnippets } from "./dhcp-snippets.ts";
import { handlers as discovery } from "./discovery.ts";
import { handlers as dnsresources } from "./dnsresources.ts";
import { handlers as domains } from "./domains.ts";
import { handlers as events } from "./events.ts";
import { handlers as fabrics } from "./fabrics.ts";
import { handlers as installationResults } from "./installation-results.ts";
import { handlers as ipaddresses } from "./ipaddresses.ts";
import { handlers as ipranges } from "./ipranges.ts";
import { collectionHandlers } from "./machines-collection.ts";
import { enlistmentHandlers } from "./machines-enlistment.ts";
import { lifecycleHandlers } from "./machines-lifecycle.ts";
import { settingsHandlers } from "./machines-settings.ts";
import { singleHandlers } from "./machines-single.ts";
import { handlers as networks } from "./networks.ts";
import { handlers as nodes } from "./nodes.ts";
import { handlers as service } from "./service.ts";
import { handlers as stored } from "./stored.ts";
import { handlers as vlans } from "./vlans.ts";

/** What answers each operation. An operation without a handler is an error of the compiler. */
export const handlers: Record<OperationId, Handler> = {
  ...account,
  ...collectionHandlers,
  ...enlistmentHandlers,
  ...singleHandlers,
  ...settingsHandlers,
  ...lifecycleHandlers,
  ...nodes,
  ...bootResources,
  ...bootSources,
  ...devices,
  ...dhcpSnippets,
  ...discovery,
  ...dnsresources,
  ...networks,
  ...domains,
  ...events,
  ...fabrics,
  ...service,
  ...stored,
  ...vlans,
  ...installationResults,
  ...ipaddresses,
  ...ipranges,
  ...bcaches,
  ...blockDevices,
};
