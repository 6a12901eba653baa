import { createHash } from "node:crypto";
import { isSecretName } from "../core/secrets/names.ts";
import type { LoadedKind } from "./kinds.ts";
import { normalText } from "./normal-text.ts";

export interface ObjectName {
  /** Equal for all spellings of the same key. */
  readonly key: string;
  readonly name: string;
}

/** The host name that a first part and a domain make: `@` stands for the domain itself. */
export const fullName = (first: string, domain: string): string => {
  const host = first.trim().replace(/\.$/, "");
  return host === "@" || host === "" ? domain : `${host}.${domain}`;
};

/** The same taken apart again, by the longest domain that is known, else at the first dot. */
export function splitName(full: string, domains: readonly string[]): readonly [string, string] {
  const plain = normalText(full, "host");
  const known = domains
    .map((domain) => normalText(domain, "host"))
    .filter((domain) => plain === domain || plain.endsWith(`.${domain}`))
    .sort((a, b) => b.length - a.length)[0];
  if (known !== undefined) return [plain === known ? "@" : plain.slice(0, -known.length - 1), known];
  const dot = plain.indexOf(".");
  return dot === -1 ? [plain, ""] : [plain.slice(0, dot), plain.slice(dot + 1)];
}

/**
 * The key and the name that the texts of its key fields give an object. Fields that are parts of one name count as
 * that name, be they given whole or apart. The text of a key that is itself long or secret is not in the name.
 */
export function nameOf(
  { kind, fields }: Pick<LoadedKind, "kind" | "fields">,
  text: (field: string) => string | undefined,
  whole?: string,
): ObjectName | undefined {
  const parts = kind.joinedFields;
  const [first, second] = (parts?.fields ?? []).map((field) => text(field));
  const full = whole ?? (first === undefined || second === undefined ? undefined : fullName(first, second));
  if (parts !== undefined && full === undefined) return undefined;
  const others = kind.key.filter((field) => parts?.fields.includes(field) !== true);
  const texts = others.map((field) => text(field));
  if (texts.some((each) => each === undefined)) return undefined;
  const shown = others.map((field, index) => shownKey(field, texts[index] ?? "", { kind, fields }));
  const normal = others.map((field, index) => normalText(texts[index] ?? "", kind.comparisons?.[field]));
  return {
    key: [...(full === undefined ? [] : [normalText(full, "host")]), ...normal].join("\0"),
    name: [...(full === undefined ? [] : [normalText(full, "host")]), ...shown].join("/"),
  };
}

const digest = (text: string | Buffer) => createHash("sha256").update(text);

/** How a text of a key is shown: keys by their fingerprints, as those who use them know them. */
function shownKey(
  field: string,
  text: string,
  { kind, fields }: Pick<LoadedKind, "kind" | "fields">,
): string {
  if (kind.comparisons?.[field] === "sshKey") {
    const [, data = ""] = normalText(text, "sshKey").split(" ");
    return `SHA256:${digest(Buffer.from(data, "base64")).digest("base64").replace("=", "")}`;
  }
  const isSecret = fields.get(field)?.field.secret === true || isSecretName(field);
  if (isSecret) return `sha256:${digest(normalText(text)).digest("hex").slice(0, 16)}`;
  return text.trim();
}
