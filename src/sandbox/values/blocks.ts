import { isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

export interface Address {
  readonly version: 4 | 6;
  readonly value: bigint;
  readonly text: string;
}

export interface Block {
  readonly version: 4 | 6;
  readonly first: bigint;
  readonly last: bigint;
  readonly prefix: number;
  readonly text: string;
}

const addressBits = { 4: 32, 6: 128 } as const;

/** IPv4 addresses in this form, which are the most frequent, are parsed faster. */
const dottedDecimal = /^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/;

function parseDottedDecimal(text: string): Address | undefined {
  const parts = dottedDecimal.exec(text)?.slice(1).map(Number);
  if (parts === undefined || parts.some((part) => part > 255)) return undefined;
  return { version: 4, value: BigInt(parts.reduce((sum, part) => sum * 256 + part, 0)), text };
}

export function parseAddress(text: string): Address | undefined {
  const decimal = parseDottedDecimal(text);
  if (decimal !== undefined) return decimal;
  if (!isIPv6(text) || text.includes("%")) return undefined;
  const bytes = ipaddr.parse(withoutDottedEnd(text)).toByteArray();
  const value = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return { version: 6, value, text: formatAddress(6, value) };
}

/** The library treats every IPv6 address with a dotted end as a mapped IPv4 address. */
function withoutDottedEnd(text: string): string {
  const at = text.lastIndexOf(":") + 1;
  const parts = text.slice(at).split(".").map(Number);
  if (parts.length !== 4) return text;
  const [a = 0, b = 0, c = 0, d = 0] = parts;
  return `${text.slice(0, at)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

export function formatAddress(version: 4 | 6, value: bigint): string {
  if (version === 4) {
    const bits = Number(value);
    return `${bits >>> 24}.${(bits >>> 16) & 255}.${(bits >>> 8) & 255}.${bits & 255}`;
  }
  const bytes: number[] = [];
  for (let shift = BigInt(addressBits[version] - 8); shift >= 0n; shift -= 8n)
    bytes.push(Number((value >> shift) & 255n));
  return ipaddr.fromByteArray(bytes).toString();
}

export function parseBlock(text: string): Block | undefined {
  const match = /^([^/]+)\/(\d{1,3})$/.exec(text);
  const address = parseAddress(match?.[1] ?? "");
  const prefix = Number(match?.[2]);
  if (address === undefined || prefix > addressBits[address.version]) return undefined;
  const size = 1n << BigInt(addressBits[address.version] - prefix);
  const first = address.value - (address.value % size);
  const { version } = address;
  return {
    version,
    first,
    last: first + size - 1n,
    prefix,
    text: `${formatAddress(version, first)}/${prefix}`,
  };
}

export const blockContains = (block: Block, address: Address): boolean =>
  block.version === address.version && block.first <= address.value && address.value <= block.last;

export const blocksOverlap = (a: Block, b: Block): boolean =>
  a.version === b.version && a.first <= b.last && b.first <= a.last;

export function netmaskOf(block: Block): string {
  const width = addressBits[block.version];
  const allBits = (1n << BigInt(width)) - 1n;
  return formatAddress(block.version, allBits - ((1n << BigInt(width - block.prefix)) - 1n));
}
