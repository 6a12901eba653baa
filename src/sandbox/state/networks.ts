import { emptyTable } from "./table.ts";

/** Fabrics and domains count from 0, as at deployed services. */
export const emptyNetworks = () => ({
  fabrics: emptyTable<Fabric>(0),
  vlans: emptyTable<Vlan>(),
  spaces: emptyTable<Space>(),
  subnets: emptyTable<Subnet>(),
  ranges: emptyTable<IpRange>(),
  addresses: emptyAddressBook(),
  domains: emptyTable<Domain>(0),
  dnsResources: emptyTable<DnsResource>(),
  dnsRecords: emptyTable<DnsRecord>(),
  snippets: emptyTable<Snippet>(),
  staticRoutes: emptyTable<StaticRoute>(),
  neighbours: noNeighbours(),
  /** SOA serial of all zones. */
  zoneSerial: 1,
  defaultDomainId: 0,
  fleetSubnetId: 0,
  nextInterfaceId: 1,
  nextLinkId: 1,
  nextRevisionId: 1,
});

/** Plain data; the file named after a table reads and changes it. */
export type Networks = ReturnType<typeof emptyNetworks>;

const emptyAddressBook = (): AddressBook => ({
  nextId: 1,
  byIp: {},
  firstMaybeFree: {},
  firstMaybeLeased: {},
});

const noNeighbours = (): Neighbours => ({ rows: [], scanEndsAt: null });

export interface Fabric {
  readonly id: number;
  name: string;
  description: string;
  classType: string | null;
}

/** A host that a rack controller has seen. */
export interface Neighbour {
  readonly ip: string;
  readonly mac: string;
  /** Announced by mDNS; null if not announced or cleared. */
  hostname: string | null;
  readonly organization: string | null;
  /** System id of the rack controller. */
  observer: string | null;
  /** Simulated milliseconds since the epoch. */
  lastSeen: number;
}

export interface Neighbours {
  rows: Neighbour[];
  /** End of the running scan in simulated milliseconds; null if none has run. */
  scanEndsAt: number | null;
}

export type RangeType = "dynamic" | "reserved";

/** Never assigned to machines; both ends included. */
export interface IpRange {
  readonly id: number;
  readonly subnetId: number;
  readonly type: RangeType;
  startIp: string;
  endIp: string;
  /** Username. */
  readonly owner: string | null;
  comment: string;
}

export interface Revision {
  readonly id: number;
  readonly value: string;
  /** Simulated milliseconds since the epoch. */
  readonly created: number;
}

/** DHCP server configuration: global, or for a node, subnet or range. */
export interface Snippet {
  readonly id: number;
  name: string;
  description: string;
  enabled: boolean;
  /** System id. */
  node: string | null;
  subnetId: number | null;
  rangeId: number | null;
  /** Newest first; the first is in use. */
  history: Revision[];
}

/** A group of VLANs that can reach each other. */
export interface Space {
  readonly id: number;
  name: string;
  description?: string;
}

export interface Subnet {
  readonly id: number;
  name: string;
  description: string;
  vlanId: number;
  /** Canonical; see `blockOf`. */
  cidr: string;
  gatewayIp: string | null;
  dnsServers: string[];
  rdnsMode: number;
  allowDns: boolean;
  allowProxy: boolean;
  readonly activeDiscovery: boolean;
  /** If false, only addresses of reserved ranges are assigned. */
  managed: boolean;
  disabledBootArchitectures?: string[];
}

export interface StaticRoute {
  readonly id: number;
  sourceId: number;
  destinationId: number;
  gatewayIp: string;
  metric: number;
}

export interface Vlan {
  readonly id: number;
  readonly fabricId: number;
  /** 0 for untagged traffic. */
  vid: number;
  name: string;
  description: string;
  mtu: number;
  /** Null for the undefined space. */
  spaceId: number | null;
  dhcpOn: boolean;
  /** System ids of rack controllers. */
  primaryRack: string | null;
  secondaryRack: string | null;
  relayVlanId: number | null;
}

/** Numbers and names as in answers. */
export const addressKinds = {
  auto: { id: 0, name: "Automatic" },
  static: { id: 1, name: "Static" },
  userReserved: { id: 4, name: "User reserved" },
  dhcp: { id: 5, name: "DHCP" },
  observed: { id: 6, name: "Observed" },
} as const;

export type AddressKind = keyof typeof addressKinds;

/** The only record of whether an address is in use. */
export interface TakenAddress {
  readonly id: number;
  readonly ip: string;
  readonly kind: AddressKind;
  /** Null for an address of a DNS resource that is in no known subnet. */
  readonly subnetId: number | null;
  /** Username. */
  readonly owner: string | null;
  systemId: string | null;
  interfaceId: number | null;
  /** Reserved MAC address that belongs to no node. */
  readonly mac: string | null;
  /** Simulated milliseconds since the epoch. */
  readonly created: number;
}

export interface AddressBook {
  nextId: number;
  /** Index by canonical text. */
  byIp: Record<string, TakenAddress>;
  /** By subnet: no assignable address below this one is free. */
  firstMaybeFree: Record<number, string>;
  /** By dynamic range: no address below this one is free. */
  firstMaybeLeased: Record<number, string>;
}

/** Has an A or AAAA record for each address. */
export interface DnsResource {
  readonly id: number;
  name: string;
  domainId: number;
  /** Seconds; null for the domain's TTL. */
  addressTtl: number | null;
  ips: string[];
}

/** Any record but A and AAAA. */
export interface DnsRecord {
  readonly id: number;
  readonly resourceId: number;
  rrtype: string;
  rrdata: string;
  ttl: number | null;
}

export interface Domain {
  readonly id: number;
  name: string;
  authoritative: boolean;
  /** Seconds; null for the server's default. */
  ttl: number | null;
  /** Servers that a domain forwards to if it is not authoritative. */
  forwardServers: string[];
}
