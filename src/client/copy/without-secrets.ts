import { isUtf8 } from "node:buffer";
import { isRecord } from "../../core/json-record.ts";
import { maskWithFingerprint } from "../../core/secrets/fingerprint.ts";
import { isSecretName, mask } from "../../core/secrets/names.ts";
import { maskByForm, maskKnown, redactText } from "../../core/secrets/text.ts";

export interface SecretRules {
  /** Members that the catalogue marks as secret; `true` for all members. */
  readonly sensitive: true | readonly string[] | undefined;
  /** True if texts may be whole documents, perhaps in Base64. */
  readonly mayHoldDocuments: boolean;
  /** The parts of the API key in use, which are masked in every text. */
  readonly keyParts: readonly string[];
  /** If true, masks contain fingerprints, so that different secrets can be told apart. */
  readonly hasFingerprints?: boolean;
}

const alwaysMaskedNames: ReadonlySet<string> = new Set(["user_data", "userdata"]);

/** Replaces each secret by a mask. Returns the same value if it contains none. */
export const withoutSecrets = (value: unknown, rules: SecretRules): unknown =>
  maskSecrets(value, rules, rules.sensitive === true);

function maskSecrets(value: unknown, rules: SecretRules, isSecret: boolean): unknown {
  if (typeof value === "string") {
    if (value === "" || !isSecret) return maskText(value, rules);
    return rules.hasFingerprints === true ? maskWithFingerprint(value) : mask;
  }
  if (typeof value === "number") return isSecret ? mask : value;
  if (Array.isArray(value)) {
    const items = value.map((item) => maskSecrets(item, rules, isSecret));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isRecord(value)) return value;
  let changed: Record<string, unknown> | undefined;
  for (const [name, member] of Object.entries(value)) {
    const maskedMember = maskSecrets(member, rules, isSecret || isSecretMember(name, rules));
    if (maskedMember === member) continue;
    changed ??= { ...value };
    changed[name] = maskedMember;
  }
  return changed ?? value;
}

const isSecretMember = (name: string, { sensitive }: SecretRules): boolean =>
  isSecretName(name) ||
  alwaysMaskedNames.has(name) ||
  (sensitive !== undefined && sensitive !== true && sensitive.includes(name));

function maskText(text: string, { mayHoldDocuments, keyParts }: SecretRules): string {
  const masked = maskByForm(maskKnown(text, keyParts));
  if (!mayHoldDocuments) return masked;
  const content = decodeBase64Text(masked);
  if (content === undefined) return redactText(masked, "document");
  const plain = maskKnown(redactText(content, "document"), keyParts);
  return plain === content ? masked : Buffer.from(plain).toString("base64");
}

const minBase64 = 16;

function decodeBase64Text(text: string): string | undefined {
  if (text.length < minBase64 || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text))
    return undefined;
  const bytes = Buffer.from(text, "base64");
  return isUtf8(bytes) ? bytes.toString("utf8") : undefined;
}
