/** The types that an `interfaces` constraint knows. */
export const interfaceTypes = ["physical", "vlan", "bond", "bridge", "unknown"] as const;
export type InterfaceType = (typeof interfaceTypes)[number];

/**
 * `auto` takes an address of the subnet when the machine is deployed; `static` keeps one; `link_up` has none.
 */
export type LinkMode = "auto" | "static" | "dhcp" | "link_up";

export interface Link {
  readonly id: number;
  readonly mode: LinkMode;
  readonly subnetId: number | null;
  /** The address in use, which the address book holds too. */
  ip: string | null;
}

/** Plain data, saved with its node. */
export interface Interface {
  readonly id: number;
  name: string;
  readonly type: InterfaceType;
  macAddress: string;
  /** Null: not connected. */
  vlanId: number | null;
  tags: string[];
  enabled: boolean;
  linkConnected: boolean;
  linkSpeedMbps: number;
  interfaceSpeedMbps: number;
  readonly vendor: string | null;
  readonly product: string | null;
  readonly firmwareVersion: string | null;
  readonly numaNode: number | null;
  /** What was configured: the MTU, and what bonds and bridges have. */
  params: Record<string, string | number | boolean>;
  /** Of a bridge that somebody made, which a release leaves in place. */
  isConfigured?: true;
  /** Names of interfaces of the same node. */
  parents: string[];
  children: string[];
  links: Link[];
  /** An address that the interface was seen with while it booted (a DHCP lease). */
  observed: { readonly subnetId: number; readonly ip: string } | null;
}
