import type { World } from "../world.ts";
import type { AddressBook } from "./addresses.ts";
import type { DnsRecord, DnsResource } from "./dns.ts";
import type { Domain } from "./domains.ts";
import type { Fabric } from "./fabrics.ts";
import type { Neighbours } from "./neighbours.ts";
import type { IpRange } from "./ranges.ts";
import type { Snippet } from "./snippets.ts";
import type { Space, Subnet } from "./subnets.ts";
import { emptyTable, type Table } from "./table.ts";
import type { Vlan } from "./vlans.ts";

/** The network side of the state: plain data, each table read and changed by the file of its name. */
export interface Networks {
  readonly fabrics: Table<Fabric>;
  readonly vlans: Table<Vlan>;
  readonly spaces: Table<Space>;
  readonly subnets: Table<Subnet>;
  readonly ranges: Table<IpRange>;
  readonly addresses: AddressBook;
  readonly domains: Table<Domain>;
  readonly dnsResources: Table<DnsResource>;
  readonly dnsRecords: Table<DnsRecord>;
  readonly snippets: Table<Snippet>;
  readonly neighbours: Neighbours;
  /** The SOA serial of all zones. */
  zoneSerial: number;
  defaultDomainId: number;
  /** The subnet that machines of the fleet boot from. */
  fleetSubnetId: number;
  nextInterfaceId: number;
  nextLinkId: number;
  nextRevisionId: number;
}

/** A network side with nothing in it; fabrics and domains count from 0, as deployed services do. */
export const emptyNetworks = (): Networks => ({
  fabrics: emptyTable(0),
  vlans: emptyTable(),
  spaces: emptyTable(),
  subnets: emptyTable(),
  ranges: emptyTable(),
  addresses: { nextId: 1, byIp: {}, firstMaybeFree: {}, firstMaybeLeased: {} },
  domains: emptyTable(0),
  dnsResources: emptyTable(),
  dnsRecords: emptyTable(),
  snippets: emptyTable(),
  neighbours: { rows: [], scanEndsAt: null },
  zoneSerial: 1,
  defaultDomainId: 0,
  fleetSubnetId: 0,
  nextInterfaceId: 1,
  nextLinkId: 1,
  nextRevisionId: 1,
});

/** The subnet that machines of the fleet boot from. */
export const fleetSubnetId = (world: World): number => world.state.networks.fleetSubnetId;
