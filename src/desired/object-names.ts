import { createHash } from "node:crypto";
import type { Kind } from "../catalogue/kind.ts";
import { fingerprintOf, maskedFingerprint } from "../core/secrets/fingerprint.ts";
import { isSecretName } from "../core/secrets/names.ts";
import type { LoadedKind } from "./kinds.ts";
import { normalText } from "./normal-text.ts";

export interface ObjectName {
  readonly key: string;
  readonly name: string;
}

/** `@` means the domain itself. */
export const fullName = (first: string, domain: string): string => {
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
  { kind, fields }: Pick<LoadedKind, "kind" | "fields">,
  text: (field: string) => string | undefined,
  joinedName?: string,
): ObjectName | undefined {
  const parts = kind.joinedFields;
  const [first, second] = (parts?.fields ?? []).map((field) => text(field));
  const full =
    joinedName ?? (first === undefined || second === undefined ? undefined : fullName(first, second));
  if (parts !== undefined && full === undefined) return undefined;
  const otherFields = kind.key.filter((field) => parts?.fields.includes(field) !== true);
  const texts = otherFields.map((field) => text(field));
  if (texts.some((each) => each === undefined)) return undefined;
  const keyTexts = otherFields.map((field, index) => displayKey(field, texts[index] ?? "", { kind, fields }));
  const normal = otherFields.map((field, index) => normalText(texts[index] ?? "", kind.comparisons?.[field]));
  return {
    key: [...(full === undefined ? [] : [normalText(full, "host")]), ...normal].join("\0"),
    name: [...(full === undefined ? [] : [normalText(full, "host")]), ...keyTexts].join("/"),
  };
}

export function alternativeNameOf(
  { otherKeys = [], otherKeyConditions, comparisons }: Kind,
  text: (field: string) => string | undefined,
): ObjectName | undefined {
  const [field] = otherKeys;
  const name = field === undefined || otherKeyConditions?.[field] === undefined ? undefined : text(field);
  return name === undefined || name === ""
    ? undefined
    : { key: `\0${normalText(name, comparisons?.[field ?? ""])}`, name };
}

function displayKey(
  field: string,
  text: string,
  { kind, fields }: Pick<LoadedKind, "kind" | "fields">,
): string {
  if (kind.comparisons?.[field] === "sshKey") {
    const [, data = ""] = normalText(text, "sshKey").split(" ");
    return `SHA256:${createHash("sha256").update(Buffer.from(data, "base64")).digest("base64").replace("=", "")}`;
  }
  const isSecret = fields.get(field)?.field.secret === true || isSecretName(field);
  // In a copy of a site, a mask with the fingerprint replaces the key.
  return isSecret ? (maskedFingerprint(text) ?? fingerprintOf(text)) : text.trim();
}
