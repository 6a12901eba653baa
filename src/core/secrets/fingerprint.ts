import { createHash } from "node:crypto";
import { mask } from "./names.ts";

/** Makes secrets comparable: `sha256:` and 16 hexadecimal digits, the same for CRLF and LF. */
export function fingerprintOf(secret: string): string {
  const digest = createHash("sha256").update(secret.replaceAll("\r\n", "\n").trim());
  return `sha256:${digest.digest("hex").slice(0, 16)}`;
}

export const maskWithFingerprint = (secret: string): string => `${mask} ${fingerprintOf(secret)}`;

export function maskedFingerprint(text: string): string | undefined {
  const fingerprint = text.startsWith(`${mask} `) ? text.slice(mask.length + 1) : "";
  return /^sha256:[0-9a-f]{16}$/.test(fingerprint) ? fingerprint : undefined;
}
