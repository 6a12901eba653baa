import { lookup } from "node:dns/promises";

/** One address of a host. */
export interface Address {
  readonly address: string;
  readonly family: "IPv4" | "IPv6";
}

/** Of more addresses than a name may sensibly have, the first ones are looked at. */
const maxAddresses = 16;

/** Every address of a host, by the way that connections take too. Rejects with the error of the system. */
export async function lookUp(host: string): Promise<readonly Address[]> {
  const found = await lookup(host, { all: true });
  const byAddress = new Map(found.map(({ address, family }) => [address, family]));
  return [...byAddress]
    .slice(0, maxAddresses)
    .map(([address, family]) => ({ address, family: family === 6 ? "IPv6" : "IPv4" }));
}
