import { emptyTable } from "./table.ts";

/** A network side with nothing in it; fabrics and domains count from 0, as deployed services do. */
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
  /** The SOA serial of all zones. */
  zoneSerial: 1,
  defaultDomainId: 0,
  /** The subnet that machines of the fleet boot from. */
  fleetSubnetId: 0,
  nextInterfaceId: 1,
  nextLinkId: 1,
  nextRevisionId: 1,
});

/** The network side of the state: plain data, each table read and changed by the file of its name. */
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

/** A host that a rack controller has seen on a network. */
export interface Neighbour {
  readonly ip: string;
  readonly mac: string;
  /** As it announced itself (mDNS); null where it did not, or where that was cleared. */
  hostname: string | null;
  readonly organization: string | null;
  /** The system id of the rack controller that saw it. */
  observer: string | null;
  /** Simulated milliseconds since the epoch. */
  lastSeen: number;
}

export interface Neighbours {
  rows: Neighbour[];
  /** When the running scan ends; null where none has run. */
  scanEndsAt: number | null;
}

export type RangeType = "dynamic" | "reserved";

/** Addresses kept out of what the service gives to machines; both ends belong to it. */
export interface IpRange {
  readonly id: number;
  readonly subnetId: number;
  readonly type: RangeType;
  startIp: string;
  endIp: string;
  /** The username of its maker. */
  readonly owner: string | null;
  comment: string;
}

/** One value that a snippet has had. */
export interface Revision {
  readonly id: number;
  readonly value: string;
  /** Simulated milliseconds since the epoch. */
  readonly created: number;
}

/** A piece of DHCP server configuration: global, or of one node, subnet or range of a subnet. */
export interface Snippet {
  readonly id: number;
  name: string;
  description: string;
  enabled: boolean;
  /** A system id. */
  node: string | null;
  subnetId: number | null;
  rangeId: number | null;
  /** Newest first; the first is the value in use. */
  history: Revision[];
}

/** A set of VLANs that may talk to each other. */
export interface Space {
  readonly id: number;
  name: string;
  /** Left out where nobody has given one. */
  description?: string;
}

export interface Subnet {
  readonly id: number;
  name: string;
  description: string;
  vlanId: number;
  /** The canonical block; see `blockOf`. */
  cidr: string;
  gatewayIp: string | null;
  dnsServers: string[];
  rdnsMode: number;
  allowDns: boolean;
  allowProxy: boolean;
  readonly activeDiscovery: boolean;
  /** Otherwise only what its reserved ranges hold is given out. */
  managed: boolean;
  /** Left out where nobody has disabled any. */
  disabledBootArchitectures?: string[];
}

/** How machines of one subnet reach another. */
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
  /** The VLAN id on the wire, 0 for untagged traffic. */
  vid: number;
  name: string;
  description: string;
  mtu: number;
  /** Null: the undefined space. */
  spaceId: number | null;
  dhcpOn: boolean;
  /** System ids of rack controllers. */
  primaryRack: string | null;
  secondaryRack: string | null;
  relayVlanId: number | null;
}

/** What an address is taken for; numbers and names as the answers carry them. */
export const addressKinds = {
  auto: { id: 0, name: "Automatic" },
  static: { id: 1, name: "Static" },
  userReserved: { id: 4, name: "User reserved" },
  dhcp: { id: 5, name: "DHCP" },
  observed: { id: 6, name: "Observed" },
} as const;

export type AddressKind = keyof typeof addressKinds;

/** One taken address. Nothing else in the state decides whether an address is free. */
export interface TakenAddress {
  readonly id: number;
  readonly ip: string;
  readonly kind: AddressKind;
  readonly subnetId: number;
  /** The username of whoever reserved it. */
  readonly owner: string | null;
  /** The interface that has it. */
  systemId: string | null;
  interfaceId: number | null;
  /** The MAC address it was reserved for, where no node has that. */
  readonly mac: string | null;
  /** It was made for a DNS resource and goes with the last one. */
  readonly forDns: boolean;
  /** Simulated milliseconds since the epoch. */
  readonly created: number;
}

export interface AddressBook {
  nextId: number;
  /** By canonical text: the index that keeps an address from being taken twice. */
  byIp: Record<string, TakenAddress>;
  /** By subnet: no address that is given out below this one is free. */
  firstMaybeFree: Record<number, string>;
  /** By dynamic range: no address of it below this one is free. */
  firstMaybeLeased: Record<number, string>;
}

/** A name in a domain, with an A or AAAA record for each address. */
export interface DnsResource {
  readonly id: number;
  name: string;
  domainId: number;
  /** Seconds; null for the domain's. */
  addressTtl: number | null;
  ips: string[];
}

/** Any other record of a DNS resource. */
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
  /** Name servers asked where the service is not authoritative. */
  forwardServers: string[];
}
