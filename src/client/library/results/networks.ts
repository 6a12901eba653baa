import type { JsonObject, NamedResource, NumberedResource, Resource } from "./resource.ts";

export interface Domain extends NamedResource {
  readonly authoritative: boolean;
  readonly ttl: number | null;
  readonly is_default: boolean;
  readonly resource_record_count: number;
}

export interface Vlan extends NamedResource {
  readonly vid: number;
  readonly fabric: string;
  readonly fabric_id: number;
  readonly mtu: number;
  readonly dhcp_on: boolean;
  readonly space: string;
  readonly primary_rack: string | null;
  readonly secondary_rack: string | null;
  readonly relay_vlan: unknown;
  readonly external_dhcp: string | null;
}

export interface Fabric extends NamedResource {
  readonly class_type: string | null;
  readonly vlans: readonly Vlan[];
}

export interface Subnet extends NamedResource {
  readonly cidr: string;
  readonly vlan: Vlan;
  readonly gateway_ip: string | null;
  readonly dns_servers: readonly string[];
  readonly managed: boolean;
}

/** VLANs that can reach each other. The space named `undefined` contains the VLANs that are in no space. */
export interface Space extends NamedResource {
  readonly description: string;
  readonly vlans: readonly Vlan[];
  readonly subnets: readonly Subnet[];
}

export interface StaticRoute extends NumberedResource {
  readonly source: Subnet;
  readonly destination: Subnet;
  readonly gateway_ip: string;
  readonly metric: number;
}

/** An IP address that is in use in a subnet. */
export interface SubnetAddress {
  readonly ip: string;
  /** 0 is automatic, 1 static, 4 reserved by a user, 5 DHCP, 6 discovered. */
  readonly alloc_type: number;
  readonly created: string;
  readonly updated: string;
  readonly user?: string;
  readonly node_summary?: JsonObject;
}

export interface SubnetRange {
  readonly start: string;
  readonly end: string;
  readonly num_addresses: number;
  readonly purpose?: readonly string[];
}

export interface SubnetStatistics {
  readonly num_available: number;
  readonly num_unavailable: number;
  readonly largest_available: number;
  readonly total_addresses: number;
  /** Between 0 and 1. */
  readonly usage: number;
  readonly first_address: string;
  readonly last_address: string;
  readonly ranges?: readonly SubnetRange[];
}

export interface Link {
  readonly id: number;
  readonly mode: string;
  readonly subnet?: Subnet;
  readonly ip_address?: string | null;
}

export interface Interface extends NamedResource {
  readonly type: string;
  readonly mac_address: string;
  readonly system_id: string;
  readonly enabled: boolean;
  readonly link_connected: boolean;
  /** In Mbit/s. */
  readonly interface_speed: number;
  /** In Mbit/s. */
  readonly link_speed: number;
  readonly effective_mtu: number;
  readonly tags: readonly string[];
  readonly links: readonly Link[];
  readonly vlan: Vlan | null;
  readonly parents: readonly string[];
  readonly children: readonly string[];
}

/** A device that was observed on a network. */
export interface Discovery extends Resource {
  readonly discovery_id: string;
  readonly ip: string;
  readonly mac_address: string;
  readonly mac_organization: string | null;
  readonly hostname: string | null;
  readonly fabric_name: string;
  readonly vid: number | null;
  readonly last_seen: string;
  readonly observer: JsonObject;
}

export interface DnsResourceRecord extends NumberedResource {
  readonly fqdn: string;
  readonly rrtype: string;
  readonly rrdata: string;
  readonly ttl: number | null;
}

/** A DNS name with its addresses and records. */
export interface DnsResource extends NumberedResource {
  readonly fqdn: string;
  readonly address_ttl: number | null;
  readonly ip_addresses: readonly IpAddress[];
  readonly resource_records: readonly DnsResourceRecord[];
}

export interface IpAddress extends Resource {
  readonly ip: string;
  readonly alloc_type: number;
  readonly alloc_type_name: string;
  readonly created: string;
  readonly owner: unknown;
  readonly interface_set?: readonly Interface[];
  readonly subnet: Subnet;
}

export interface IpRange extends NumberedResource {
  readonly type: string;
  readonly start_ip: string;
  readonly end_ip: string;
  readonly comment: string | null;
  readonly user: JsonObject | null;
  readonly subnet: Subnet;
}

export interface DhcpSnippet extends NamedResource {
  readonly description: string;
  readonly value: string;
  readonly enabled: boolean;
  readonly global_snippet: boolean;
  readonly node: unknown;
  readonly subnet: Subnet | null;
  readonly history: readonly JsonObject[];
}

/** The legacy representation of a subnet. */
export interface Network extends Resource {
  readonly name: string;
  readonly ip: string;
  readonly netmask: string;
  readonly vlan_tag: number | null;
  readonly description: string;
  readonly default_gateway: string | null;
  readonly dns_servers: readonly string[];
}
