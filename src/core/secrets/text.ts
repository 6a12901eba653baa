import { isUtf8 } from "node:buffer";
import {
  isSecretName,
  isSecretPart,
  mask,
  maskNamedValues,
  maskUserInfo,
  type NamedText,
  type TextKind,
} from "./names.ts";

export type Redactor = (text: string, kind?: TextKind) => string;

/** An API key, plain or percent-encoded, also with quotes or white space around its parts. */
const apiKey =
  /(?<![A-Za-z0-9])[A-Za-z0-9]{12,}["'\\ \t\r\n]{0,4}(?::|%3A)["'\\ \t\r\n]{0,4}[A-Za-z0-9]{12,}["'\\ \t\r\n]{0,4}(?::|%3A)["'\\ \t\r\n]{0,4}[A-Za-z0-9]{16,}/gi;
/** JSON web tokens, keys of the tool age, tokens of code hosts and chat services, and password hashes as in /etc/shadow. */
const knownTokens =
  /\b(?:eyJ[\w-]{8,4096}\.[\w-]{8,}\.[\w-]{8,}|AGE-SECRET-KEY-1[A-Z0-9]{20,}|(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-)[\w-]{16,})|\$(?:[1567y]|2[aby])\$[\w./$=,-]{16,}/g;
/** The secret in a key statement of a DHCP server, also as text in JSON. */
const keyStatement =
  /((?:^|[\n;{}#*/"]|\\n)(?:[ \t]|\\[rt]){0,64}secret(?:[ \t]|\\t){1,64})(?:\\{0,7}"[^"\n]*"|(?:[^\s";\\]|\\(?![nrt]))+)(?=[ \t]{0,8};)/g;
const authScheme = /\b(bearer|basic)[ ]+[A-Za-z0-9+/._~=-]{8,}/gi;

/** Masks secrets by their form and by their names. Takes linear time, whatever a service sends. */
export function redactText(text: string, kind: TextKind = "message"): string {
  const masked = maskNamedValues(maskByForm(text), kind);
  return masked.replace(authScheme, `$1 ${mask}`);
}

/** True if the whole word looks like an API key: three parts with colons, which may be shorter than in `apiKey`. */
export const isKeyLike = (word: string): boolean => /^[\w.~-]{3,}:[\w.~-]{3,}:[\w.~-]{3,}$/.test(word);

export function maskByForm(text: string): string {
  return maskNamedValues(maskUserInfo(maskPrivateKeys(text)), "words")
    .replace(keyStatement, `$1${mask}`)
    .replace(apiKey, mask)
    .replace(knownTokens, mask);
}

/** False if the JSON (decoded as Latin-1) cannot contain a secret. Takes a fraction of the time of masking. */
export const mayHoldSecret = (json: string): boolean => nameTraces.test(json) || formTraces.test(json);

// Parts of secret names, also with escapes between their words. Spelling out both cases takes a quarter of the time
// of the flag `i`.
const nameTraces =
  /[kK](?:[eE][yYnN]|[iI][eE]|(?:[^a-zA-Z0-9"\\]|\\u[0-9a-fA-F]{4}|\\[^ukK])+[gG]|G)|[pP](?:[aA][sS][sS](?!ed")|[wW]["dD=]|[sS][kK]|[eE][mM]|[rR][iI][vV][aAkK_])|[sS](?:[eE][cC][rR]|[nN][mM][pP])|[cC][rR][eE][dD]|[jJ][wW][tT]|[zZ][aA][tT]|[hH](?:[^a-zA-Z0-9"\\]|\\u[0-9a-fA-F]{4}|\\[^uhH])*[sS][iI][gG]/;

// The second colon of an API key in JSON follows a word; the colon after the quote of a member name does not count.
const formTraces =
  /:(?:\\?\/|(?<=(?:\\"|[\w'\\ ]):)(?:\\[nrt]?|["'\s])*[A-Za-z0-9]{16})|-----B|yJ|AGE-|gh[a-z]_|hub_pat|glpat|xox|\$[0-9y]|\\[uU]00|%3[aA]/;

/** Returns a field's value without secrets. Base64 that contains secrets, such as user data, is masked as a whole. */
export function displayValueOf(
  part: NamedText & { readonly value: string },
  parts: readonly NamedText[],
): string {
  const { value } = part;
  if (isSecretPart(part, parts)) return mask;
  const isBase64 = value.length >= minBase64Length && base64Pattern.test(value);
  const decoded = isBase64 ? Buffer.from(value, "base64") : undefined;
  const encodesSecret = decoded !== undefined && isUtf8(decoded) && holdsSecret(decoded.toString("utf8"));
  return encodesSecret ? mask : redactText(value, "document");
}

const minBase64Length = 16;
const base64Pattern = /^[A-Za-z0-9+/\s]+={0,2}$/;

const holdsSecret = (text: string): boolean => redactText(text, "document") !== text;

export function createRedactor(secrets: readonly string[]): Redactor {
  const secretForms = secrets.flatMap(formsOf);
  return (text, kind) => redactText(maskTruncatedSecret(maskKnown(text, secretForms), secretForms), kind);
}

const maxLabelLength = 80;
/** Spaces may be percent-encoded. A message may lack the dashes before the label, or have underscores after it. */
const privateKeyLabel = /^BEGIN(?: |\+|%20)[A-Z0-9 +%]*PRIVATE(?: |\+|%20)KEY[A-Z +%]*[-_]{3,5}/;

/** Masks the text between BEGIN and END (PEM). Without END, masks up to the closing quote or the end of the text. */
function maskPrivateKeys(text: string): string {
  const opening = "BEGIN";
  const endAfter = forwardFinder(text, "-----END");
  const quoteAfter = forwardFinder(text, '"');
  let masked = "";
  let from = 0;
  for (let at = text.indexOf(opening); at !== -1; at = text.indexOf(opening, at)) {
    const label = privateKeyLabel.exec(text.slice(at, at + maxLabelLength));
    at += label === null ? opening.length : label[0].length;
    if (label === null) continue;
    masked += text.slice(from, at) + mask;
    from = Math.min(endAfter(at), quoteAfter(at));
    at = from;
  }
  return from === 0 ? text : masked + text.slice(from);
}

/** Returns a function that finds `part` at or after a position; positions must not decrease. Searches the text once. */
function forwardFinder(text: string, part: string): (from: number) => number {
  let position = -1;
  return (from) => {
    if (position < from) {
      const next = text.indexOf(part, from);
      position = next === -1 ? text.length : next;
    }
    return position;
  };
}

const maxUnauthorizedLength = 4096;

/** Masks the body of a 401 answer. It may quote the secret that the service *expected*, which svc does not know. */
export function redactUnauthorized(text: string): string {
  const start = text.slice(0, maxUnauthorizedLength);
  const expected = /\bexpected\b/i.exec(start);
  let end = expected?.index ?? start.length;
  while (expected !== null && end > 0 && " \t\r\n,;:.(".includes(start[end - 1] as string)) end -= 1;
  return redactText(start.slice(0, end))
    .replace(/[A-Za-z0-9%&=+/_~-]{16,}/g, mask)
    .trim();
}

export function redactUrl(url: string): string {
  const query = url.indexOf("?");
  if (query === -1) return maskByForm(url);
  const items = url
    .slice(query + 1)
    .split("&")
    .map((item) => {
      const name = item.slice(0, Math.max(0, item.indexOf("=")));
      return name !== "" && isSecretName(name) ? `${name}=${mask}` : item;
    });
  return maskByForm(`${url.slice(0, query)}?${items.join("&")}`);
}

function formsOf(secret: string): readonly string[] {
  const html = secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return [
    ...new Set([
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
      html,
      html.replaceAll('"', "&quot;").replaceAll("'", "&#39;"),
      html.replaceAll('"', "&quot;").replaceAll("'", "&#x27;"),
    ]),
  ];
}

export function maskKnown(text: string, secrets: Iterable<string>): string {
  let masked = text;
  for (const secret of secrets) if (secret !== "") masked = masked.replaceAll(secret, mask);
  return masked;
}

/** A text may end by chance with the first few letters of a secret. */
const minTruncatedLength = 8;

function maskTruncatedSecret(text: string, secrets: readonly string[]): string {
  for (const secret of secrets) {
    for (let length = secret.length - 1; length >= minTruncatedLength; length -= 1) {
      if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + mask;
    }
  }
  return text;
}

export type KnownSecrets = ReturnType<typeof createKnownSecrets>;

/** Shorter secrets occur in ordinary words. Of longer ones, such as private keys, only the lines are remembered. */
const minSecretLength = 6;
const maxSecretLength = 4096;
/** How many lines of a secret document are remembered, each at least `minLineLength` long. */
const maxLines = 200;
const minLineLength = 16;

/** All secrets that svc has seen in this run, masked in every text of any origin. */
export function createKnownSecrets() {
  const forms = new Set<string>();
  const addOne = (secret: string) => {
    if (secret.length < minSecretLength || secret.length > maxSecretLength) return;
    for (const form of formsOf(secret)) forms.add(form);
  };
  return {
    add(secret: string) {
      addOne(secret.trim());
      const lines = secret.slice(0, maxLines * maxSecretLength).split(/\r?\n/, maxLines);
      if (lines.length > 1)
        for (const line of lines) if (line.trim().length >= minLineLength) addOne(line.trim());
    },
    mask: (text: string) => maskKnown(text, forms),
    /** Also masks texts with the form of a secret, such as API keys. */
    redact: (text: string) => maskByForm(maskKnown(text, forms)),
  };
}
