import { isIPv4, isIPv6 } from "node:net";

/** An IP address, or a block of them as `10.0.0.0/24`, in the one form that all its spellings share; undefined for other text. */
export function normalAddress(text: string): string | undefined {
  const [address = "", length, ...rest] = text.split("/");
  if (rest.length > 0 || (!isIPv4(address) && !isIPv6(address)) || address.includes("%")) return undefined;
  const bits = isIPv4(address) ? 32 : 128;
  if (length === undefined) return bits === 32 ? address : normalIPv6(address);
  if (!/^\d{1,3}$/.test(length) || Number(length) > bits) return undefined;
  const prefix = Number(length);
  const value = bits === 32 ? numberOfIPv4(address) : numberOfIPv6(normalIPv6(address));
  const rest32 = BigInt(bits - prefix);
  const network = (value >> rest32) << rest32;
  return `${bits === 32 ? ipv4Of(network) : `v6:${network.toString(16)}`}/${prefix}`;
}

/** The address parser of the platform writes IPv6 in its canonical form. */
const normalIPv6 = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1);

const numberOfIPv4 = (address: string): bigint =>
  address.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n);

const ipv4Of = (value: bigint): string =>
  [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join(".");

function numberOfIPv6(address: string): bigint {
  const [head = "", tail] = address.split("::");
  const words = (part: string) => (part === "" ? [] : part.split(":"));
  const left = words(head);
  const right = tail === undefined ? [] : words(tail);
  const middle = tail === undefined ? [] : new Array<string>(8 - left.length - right.length).fill("0");
  return [...left, ...middle, ...right].reduce((sum, word) => sum * 65536n + BigInt(`0x${word}`), 0n);
}
