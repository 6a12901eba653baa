import { createHash } from "node:crypto";
import { isIPv4, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";
import type { Kind, TextForm } from "../catalogue/group.ts";
import { parseExact, stringifyExact } from "../client/json/exact.ts";
import { readMac, withoutTrailingDot } from "../client/names/names.ts";
import { isRecord } from "../core/json-record.ts";
import { fingerprintOf, maskedFingerprint } from "../core/secrets/fingerprint.ts";
import { isSecretName } from "../core/secrets/names.ts";
import type { LoadedKind } from "./kinds.ts";

export const withUnixLineEnds = (text: string): string =>
  text.includes("\r") ? text.replaceAll("\r\n", "\n") : text;

/**
 * Trims the text as services do and normalizes line ends and addresses; `textComparison` selects another normal form.
 */
export function normalText(text: string, textComparison?: TextForm): string {
  const plain = withUnixLineEnds(text).trim();
  switch (textComparison) {
    case "host":
      return withoutTrailingDot(plain).toLowerCase();
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
      return String(roundedBytes(plain) ?? plain);
    case undefined:
      return normalAddress(plain) ?? plain;
  }
}

function normalJson(text: string): string {
  try {
    return sortedJson(parseExact(text));
  } catch {
    return text;
  }
}

/** Keeps every digit of long integers. */
export const sortedJson = (value: unknown): string => stringifyExact(withSortedMembers(value));

function withSortedMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedMembers);
  if (!isRecord(value)) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, withSortedMembers(member)]));
}

function secondsOf(text: string): string {
  const parts = /^(?:(\d{1,6}):(\d{1,2}):)?(\d{1,9})$/.exec(text);
  if (parts === null) return text;
  const [hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0));
  return String((hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0));
}

/** Services round sizes on disks down to a multiple of this. */
const extentBytes = 4 * 1024 * 1024;

function roundedBytes(text: string): number | undefined {
  const [, digits = "", unit = ""] = /^(\d{1,15}(?:\.\d{1,9})?)([KMGT]?)$/i.exec(text) ?? [];
  if (digits === "") return undefined;
  const bytes = Math.round(
    Number(digits) * 1000 ** (unit === "" ? 0 : "KMGT".indexOf(unit.toUpperCase()) + 1),
  );
  return bytes < extentBytes ? bytes : bytes - (bytes % extentBytes);
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

interface ObjectName {
  readonly key: string;
  readonly name: string;
}

/** `@` means the domain itself. */
const fullName = (first: string, domain: string): string => {
  const host = first.trim().replace(/\.$/, "");
  return host === "@" || host === "" ? domain : `${host}.${domain}`;
};

export function splitName(full: string, domains: readonly string[]): readonly [string, string] {
  const plain = normalText(full, "host");
  const matchingDomain = domains
    .map((domain) => normalText(domain, "host"))
    .filter((domain) => plain === domain || plain.endsWith(`.${domain}`))
    .sort((a, b) => b.length - a.length)[0];
  if (matchingDomain !== undefined)
    return [plain === matchingDomain ? "@" : plain.slice(0, -matchingDomain.length - 1), matchingDomain];
  const dot = plain.indexOf(".");
  return dot === -1 ? [plain, ""] : [plain.slice(0, dot), plain.slice(dot + 1)];
}

export function nameOf(
  { spec, fields }: Pick<LoadedKind, "spec" | "fields">,
  textAt: (field: string) => string | undefined,
  joinedName?: string,
): ObjectName | undefined {
  const parts = spec.joinedFields;
  const [first, second] = (parts?.fields ?? []).map((field) => textAt(field));
  const full =
    joinedName ?? (first === undefined || second === undefined ? undefined : fullName(first, second));
  if (parts !== undefined && full === undefined) return undefined;
  const otherFields = spec.key.filter((field) => parts?.fields.includes(field) !== true);
  const texts = otherFields.map((field) => textAt(field));
  if (texts.some((each) => each === undefined)) return undefined;
  const keyTexts = otherFields.map((field, index) => displayKey(field, texts[index] ?? "", { spec, fields }));
  const normal = otherFields.map((field, index) => normalText(texts[index] ?? "", spec.comparisons?.[field]));
  const hosts = full === undefined ? [] : [normalText(full, "host")];
  return { key: [...hosts, ...normal].join("\0"), name: [...hosts, ...keyTexts].join("/") };
}

export function alternativeNameOf(
  { otherKeys = [], otherKeyConditions, comparisons }: Kind,
  textAt: (field: string) => string | undefined,
): ObjectName | undefined {
  const [field] = otherKeys;
  const name = field === undefined || otherKeyConditions?.[field] === undefined ? undefined : textAt(field);
  return name === undefined || name === ""
    ? undefined
    : { key: `\0${normalText(name, comparisons?.[field ?? ""])}`, name };
}

function displayKey(
  field: string,
  text: string,
  { spec, fields }: Pick<LoadedKind, "spec" | "fields">,
): string {
  if (spec.comparisons?.[field] === "sshKey") {
    const [, data = ""] = normalText(text, "sshKey").split(" ");
    return `SHA256:${createHash("sha256").update(Buffer.from(data, "base64")).digest("base64").replace("=", "")}`;
  }
  const isSecret = fields.get(field)?.definition.secret === true || isSecretName(field);
  // In a copy of a site, a mask with the fingerprint replaces the key.
  return isSecret ? (maskedFingerprint(text) ?? fingerprintOf(text)) : text.trim();
}
