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
