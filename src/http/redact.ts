import type { Credentials } from "./call.ts";

/** Replaces what must never be shown. */
export type Redactor = (text: string) => string;

export const mask = "***";

/** Names of fields whose values are secrets, in requests and answers alike. */
const secretName = /pass(word|wd|phrase)?$|_pass$|secret|k_g(_|$)|^k_g|private|license_key|api_?key/i;

/** True for a name whose value is shown as a mask. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/** An API key wherever it stands in a text. */
const apiKey = /\b[A-Za-z0-9]{12,}:[A-Za-z0-9]{12,}:[A-Za-z0-9]{16,}\b/g;
const signatureParameter = /(oauth_signature(?:%3D|=)"?)[^"&,\s]+/gi;
/** A name and text value in JSON; the text may be cut off by a bound. */
const jsonText = /"((?:[^"\\]|\\.)*)"(\s*:\s*)"((?:[^"\\]|\\.)*)("|\\?$)/g;

/**
 * A redactor that knows the key in use; it also takes out signatures, other keys and JSON values with secret
 * names.
 */
export function createRedactor(credentials: Credentials | undefined): Redactor {
  const known = credentials === undefined ? [] : [credentials.tokenSecret];
  return (text) => {
    const without = known.reduce((rest, secret) => rest.replaceAll(secret, mask), text);
    return without
      .replace(apiKey, mask)
      .replace(signatureParameter, `$1${mask}`)
      .replace(jsonText, (whole, name: string, colon: string, _value, end: string) =>
        isSecretName(name) ? `"${name}"${colon}"${mask}${end}` : whole,
      );
  };
}

/**
 * The body of a 401, of which nothing that could be a secret is left: one service's text has been seen to
 * contain the *expected* secret, which no redactor can know (field notes, "Authentication").
 */
export function redactUnauthorised(text: string): string {
  return text
    .replace(/[,;:.(]?\s*\bexpected\b.*$/is, "")
    .replace(/[A-Za-z0-9%&=+/_~-]{16,}/g, mask)
    .trim();
}
