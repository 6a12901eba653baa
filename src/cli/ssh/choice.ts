import { BlockList } from "node:net";
import { Failure } from "../../core/failure.ts";
import { type Family, familyOf, type NodeAddress } from "./addresses.ts";

/** Conditions for the address; svc chooses the best that meets them. */
export interface AddressPreference {
  readonly family?: Family | undefined;
  /** An address, a network such as `10.0.0.0/8`, or the name of a subnet or interface. */
  readonly place?: string | undefined;
}

export function chooseAddress(
  addresses: readonly NodeAddress[],
  preference: AddressPreference,
): NodeAddress | undefined {
  const isInPlace = preference.place === undefined ? () => true : placeTest(preference.place);
  return addresses.find(
    (address) =>
      (preference.family === undefined || address.family === preference.family) && isInPlace(address),
  );
}

/** Throws a usage `Failure` for a condition that no address can meet. */
export function checkPreference({ place, family }: AddressPreference): void {
  if (place === undefined) return;
  if (place.trim() === "") throw new Failure("usage", "--address is empty");
  const network = networkOf(place);
  if (place.includes("/") && network === undefined)
    throw new Failure("usage", `--address: '${place}' is not a network such as 10.0.0.0/8`);
  const placeFamily = network?.family ?? familyOf(place);
  if (family !== undefined && placeFamily !== undefined && placeFamily !== family)
    throw new Failure("usage", `--address ${place} is not ${family === "ipv4" ? "IPv4" : "IPv6"}`);
}

function placeTest(place: string): (address: NodeAddress) => boolean {
  const exactFamily = familyOf(place);
  const network = networkOf(place);
  if (exactFamily === undefined && network === undefined)
    return ({ interfaceName, subnetName }) => interfaceName === place || subnetName === place;
  const block = new BlockList();
  if (network !== undefined) block.addSubnet(network.address, network.prefix, network.family);
  else if (exactFamily !== undefined) block.addAddress(place, exactFamily);
  return ({ ip, family }) => block.check(ip, family);
}

function networkOf(
  text: string,
): { readonly address: string; readonly prefix: number; readonly family: Family } | undefined {
  const [address = "", digits = "", ...others] = text.split("/");
  const family = familyOf(address);
  const prefix = Number(digits);
  if (family === undefined || others.length > 0 || !/^\d{1,3}$/.test(digits)) return undefined;
  return prefix > (family === "ipv4" ? 32 : 128) ? undefined : { address, prefix, family };
}
