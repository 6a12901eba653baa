import { emptyTable, type SimulatedTime, type SystemId, type Username } from "./table.ts";

/** The first fabric and the first domain have id 0, as in live services. */
export const emptyNetworks = () => ({
  fabrics: emptyTable<Fabric>(0),
  vlans: emptyTable<Vlan>(),
  spaces: emptyTable<Space>(),
  subnets: emptyTable<Subnet>(),
  ranges: emptyTable<IpRange>(),
  addresses: {
    nextId: 1,
    byIp: {} as Record<string, TakenAddress>,
    /** By subnet id: no assignable address below this one is free. */
    firstMaybeFree: {} as Record<number, string>,
    /** By dynamic range id: all addresses below this one are leased. */
    firstMaybeLeased: {} as Record<number, string>,
  },
  domains: emptyTable<Domain>(0),
  dnsResources: emptyTable<DnsResource>(),
  dnsRecords: emptyTable<DnsRecord>(),
  snippets: emptyTable<Snippet>(),
  staticRoutes: emptyTable<StaticRoute>(),
  /** `scanEndsAt` is in simulated milliseconds since the epoch; null if no scan is running. */
  neighbours: { rows: [] as Neighbour[], scanEndsAt: null as number | null },
  defaultDomainId: 0,
  fleetSubnetId: 0,
  nextInterfaceId: 1,
  nextLinkId: 1,
  nextRevisionId: 1,
});

export type Networks = ReturnType<typeof emptyNetworks>;

export interface Fabric {
  readonly id: number;
  name: string;
  description: string;
  classType: string | null;
}

export interface Neighbour {
  readonly ip: string;
  readonly mac: string;
  /** Announced by mDNS. Null if not announced, or if it was cleared. */
  hostname: string | null;
  readonly organization: string | null;
  observer: SystemId | null;
  lastSeen: SimulatedTime;
}

export type RangeType = "dynamic" | "reserved";

/** Includes both ends. Automatic addresses do not come from a range, unless the subnet is unmanaged. */
export interface IpRange {
  readonly id: number;
  readonly subnetId: number;
  readonly type: RangeType;
  startIp: string;
  endIp: string;
  readonly owner: Username | null;
  comment: string;
}

export interface Revision {
  readonly id: number;
  readonly value: string;
  readonly created: SimulatedTime;
}

export const snippetDefaults = {
  description: "",
  enabled: true,
  node: null as SystemId | null,
  subnetId: null as number | null,
  rangeId: null as number | null,
};

/** DHCP server configuration for all networks, or for a node, a subnet or a range. */
export type Snippet = typeof snippetDefaults & {
  readonly id: number;
  name: string;
  /** Newest first. The first one is in use. */
  history: Revision[];
};

export interface Space {
  readonly id: number;
  name: string;
  description?: string;
}

export const subnetDefaults = () => ({
  description: "",
  gatewayIp: null as string | null,
  dnsServers: [] as string[],
  rdnsMode: 2,
  allowDns: true,
  allowProxy: true,
  activeDiscovery: false,
  /** If false, only addresses of reserved ranges are assigned. */
  managed: true,
});

export interface Subnet extends ReturnType<typeof subnetDefaults> {
  readonly id: number;
  name: string;
  vlanId: number;
  cidr: string;
  disabledBootArchitectures?: string[];
}

export interface StaticRoute {
  readonly id: number;
  sourceId: number;
  destinationId: number;
  gatewayIp: string;
  metric: number;
}

export const vlanDefaults = {
  description: "",
  mtu: 1500,
  spaceId: null as number | null,
  dhcpOn: false,
  primaryRack: null as SystemId | null,
  secondaryRack: null as SystemId | null,
  relayVlanId: null as number | null,
};

export type Vlan = typeof vlanDefaults & {
  readonly id: number;
  readonly fabricId: number;
  /** 0 for untagged traffic. */
  vid: number;
  name: string;
};

export const addressKinds = {
  auto: { id: 0, name: "Automatic" },
  static: { id: 1, name: "Static" },
  userReserved: { id: 4, name: "User reserved" },
  dhcp: { id: 5, name: "DHCP" },
  observed: { id: 6, name: "Observed" },
} as const;

export type AddressKind = keyof typeof addressKinds;

/** An address is in use if, and only if, it has such a record. */
export interface TakenAddress {
  readonly id: number;
  readonly ip: string;
  readonly kind: AddressKind;
  readonly subnetId: number | null;
  readonly owner: Username | null;
  systemId: SystemId | null;
  interfaceId: number | null;
  /** The MAC address that the address is reserved for, if it belongs to no node. */
  readonly mac: string | null;
  readonly created: SimulatedTime;
}

export const addressesOfSubnet = ({ addresses }: Networks, subnetId: number): TakenAddress[] =>
  Object.values(addresses.byIp).filter((address) => address.subnetId === subnetId);

export interface DnsResource {
  readonly id: number;
  name: string;
  domainId: number;
  /** Seconds; null means the TTL of the domain. */
  addressTtl: number | null;
  ips: string[];
}

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
  /** Seconds; null means the default of the server. */
  ttl: number | null;
  /** Servers to which a domain that is not authoritative forwards queries. */
  forwardServers: string[];
}
