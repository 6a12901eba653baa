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
