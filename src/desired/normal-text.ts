import type { TextComparison } from "../catalogue/kind.ts";
import { plainName, readMac } from "../client/names/names.ts";
import { normalAddress } from "./net-address.ts";

/**
 * The one form that all spellings of a text share: without white space at its ends, which services drop, with plain
 * line ends, IP addresses and blocks in one spelling, and what else the likeness of its field says.
 */
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

/** `true` or `false` for each word that services take for them; undefined for any other text. */
export function normalBoolean(text: string): "true" | "false" | undefined {
  if (/^(?:true|yes|on|t|y|1)$/i.test(text.trim())) return "true";
  return /^(?:false|no|off|f|n|0)$/i.test(text.trim()) ? "false" : undefined;
}

/** A number without the zeros and signs that make no difference; undefined for any other text. */
export function normalNumber(text: string): string | undefined {
  const plain = text.trim();
  if (/^[+-]?\d+$/.test(plain)) return String(BigInt(plain.replace(/^\+/, "")));
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(plain) ? String(Number(plain)) : undefined;
}
