import { isIPv4, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";
import type { TextForm } from "../catalogue/kind.ts";
import { plainName, readMac } from "../client/names/names.ts";
import { isRecord } from "../core/json-record.ts";

export const withUnixLineEnds = (text: string): string =>
  text.includes("\r") ? text.replaceAll("\r\n", "\n") : text;

/**
 * Trims the text as services do and normalizes line ends and addresses; `textComparison` selects another normal form.
 */
export function normalText(text: string, textComparison?: TextForm): string {
  const plain = withUnixLineEnds(text).trim();
  switch (textComparison) {
    case "host":
      return plainName(plain).toLowerCase();
    case "mac":
      return readMac(plain) ?? plain.toLowerCase();
    case "word":
      return plain.toLowerCase();
    case "architecture":
      return plain === "" || plain.includes("/") ? plain : `${plain}/generic`;
    case "json":
      return normalJson(plain);
    case "sshKey":
      return plain.split(/\s+/, 2).join(" ");
    case "timeSpan":
      return secondsOf(plain);
    case "bytes":
      return String(allocatedBytes(plain) ?? plain);
    case undefined:
      return normalAddress(plain) ?? plain;
  }
}

function normalJson(text: string): string {
  try {
    return sortedJson(JSON.parse(text));
  } catch {
    return text;
  }
}

export const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_name, each: unknown) =>
    isRecord(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
  );

function secondsOf(text: string): string {
  const parts = /^(?:(\d{1,6}):(\d{1,2}):)?(\d{1,9})$/.exec(text);
  if (parts === null) return text;
  const [hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0));
  return String((hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0));
}

/** Services round sizes on disks down to a multiple of this. */
const allocationBytes = 4 * 1024 * 1024;

function allocatedBytes(text: string): number | undefined {
  const [, digits = "", unit = ""] = /^(\d{1,15}(?:\.\d{1,9})?)([KMGT]?)$/i.exec(text) ?? [];
  if (digits === "") return undefined;
  const bytes = Math.round(
    Number(digits) * 1000 ** (unit === "" ? 0 : "KMGT".indexOf(unit.toUpperCase()) + 1),
  );
  return bytes < allocationBytes ? bytes : bytes - (bytes % allocationBytes);
}

export function normalBoolean(text: string): "true" | "false" | undefined {
  if (/^(?:true|yes|on|t|y|1)$/i.test(text.trim())) return "true";
  return /^(?:false|no|off|f|n|0)$/i.test(text.trim()) ? "false" : undefined;
}

export function normalNumber(text: string): string | undefined {
  const plain = text.trim();
  if (/^[+-]?\d+$/.test(plain)) return String(BigInt(plain.replace(/^\+/, "")));
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(plain) ? String(Number(plain)) : undefined;
}

export function normalAddress(text: string): string | undefined {
  // Excludes names, which most texts are.
  if (!/^[\da-f:.]+(?:\/|$)/i.test(text)) return undefined;
  const [address = "", length, ...rest] = text.split("/");
  if (rest.length > 0 || (!isIPv4(address) && !isIPv6(address)) || address.includes("%")) return undefined;
  if (length === undefined) return ipaddr.parse(address).toString();
  const version = isIPv4(address) ? ipaddr.IPv4 : ipaddr.IPv6;
  if (!/^\d{1,3}$/.test(length) || !version.isValidCIDR(text)) return undefined;
  return `${version.networkAddressFromCIDR(text).toString()}/${Number(length)}`;
}
