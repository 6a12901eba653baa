import { isIPv4, isIPv6 } from "node:net";
import type { TextComparison } from "../catalogue/kind.ts";
import { plainName, readMac } from "../client/names/names.ts";

/** Trimmed, as services do, with plain line ends and canonical addresses, and as `likeness` says. */
export function normalText(text: string, likeness?: TextComparison): string {
  const plain = text.replaceAll("\r\n", "\n").trim();
  switch (likeness) {
    case "host":
      return plainName(plain).toLowerCase();
    case "mac":
      return readMac(plain) ?? plain.toLowerCase();
    case "word":
      return plain.toLowerCase();
    case "architecture":
      return plain === "" || plain.includes("/") ? plain : `${plain}/generic`;
    case "sshKey":
      return plain.split(/\s+/, 2).join(" ");
    case undefined:
      return normalAddress(plain) ?? plain;
  }
}

/** Accepts all words that services take; undefined for other text. */
export function normalBoolean(text: string): "true" | "false" | undefined {
  if (/^(?:true|yes|on|t|y|1)$/i.test(text.trim())) return "true";
  return /^(?:false|no|off|f|n|0)$/i.test(text.trim()) ? "false" : undefined;
}

/** Without redundant zeros and signs; undefined for other text. */
export function normalNumber(text: string): string | undefined {
  const plain = text.trim();
  if (/^[+-]?\d+$/.test(plain)) return String(BigInt(plain.replace(/^\+/, "")));
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(plain) ? String(Number(plain)) : undefined;
}

/** Canonical IP address or block such as `10.0.0.0/24`; undefined for other text. */
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

/** The platform's parser writes IPv6 in canonical form. */
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
