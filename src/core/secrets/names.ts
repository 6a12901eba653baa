/** What stands in the place of a secret, in every form of output. */
export const mask = "********";

/** Parts of names that say it by themselves, wherever they stand. */
const secretParts =
  /passw(?:or)?d|passphrase|passcode|secret|credential|private(?!_(?:ip|address|network|subnet|cidr|zone))|(?:^|_)k_g(?:_|$)|^oauth_signature$/;

/** Last words of names of secrets: `power_pass`, `auth_token`. */
const secretEndings: ReadonlySet<string> = new Set(["pass", "pwd", "psk", "token", "tokens", "cookie"]);

/** What a name ending in `key` begins with where the key is public, or an identifier. */
const publicKeys: ReadonlySet<string> = new Set([
  "ssh",
  "public",
  "pub",
  "token",
  "consumer",
  "host",
  "sort",
]);

const known = new Map<string, boolean>();
/** Names come from answers too: a service cannot make the memory of them grow. */
const maxKnown = 5000;

/**
 * True for the name of a field, member, configuration item, header or variable whose value is a secret, in
 * whatever way its words are joined. `key` alone is a secret in some places and public in others: the
 * catalogue says which.
 */
export function isSecretName(name: string): boolean {
  const before = known.get(name);
  if (before !== undefined) return before;
  const words = name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const is = secretParts.test(words.join("_")) || endsAsSecret(words);
  if (known.size >= maxKnown) known.clear();
  known.set(name, is);
  return is;
}

function endsAsSecret(words: readonly string[]): boolean {
  const last = words.at(-1) ?? "";
  const before = words.at(-2) ?? "";
  if (secretEndings.has(last)) return true;
  if (last === "key" || last === "keys") return before !== "" && !publicKeys.has(before);
  return /(?:api|access|auth|license|encryption|shared|master|signing)keys?$/.test(last);
}

/** True for a header whose value opens something, besides those of a secret name. */
export function isSecretHeader(name: string): boolean {
  return isSecretName(name) || /(?:^|-)(?:authorization|cookie)$/i.test(name);
}

interface NamedText {
  readonly name: string;
  readonly value: unknown;
  readonly secret?: true;
}

/**
 * True for a part of a form that is shown as a mask: by its mark, by its name, or as the `value` of the
 * configuration item that the part `name` names.
 */
export function isSecretPart(part: NamedText, parts: readonly NamedText[]): boolean {
  if (part.secret === true || isSecretName(part.name)) return true;
  const item = part.name === "value" ? parts.find(({ name }) => name === "name")?.value : undefined;
  return typeof item === "string" && isSecretName(item);
}

/**
 * The texts that are secret in a request: values in its form and its query by their marks and names, and
 * passwords in URLs among the others.
 */
export function secretsOf(request: {
  readonly url: string;
  readonly parts?: readonly NamedText[];
}): readonly string[] {
  const query = request.url.includes("?") ? [...new URL(request.url).searchParams] : [];
  return [request.parts ?? [], query.map(([name, value]) => ({ name, value }))].flatMap((items) =>
    items.flatMap((item) => {
      if (typeof item.value !== "string") return [];
      return isSecretPart(item, items) ? [item.value] : passwordsIn(item.value);
    }),
  );
}

/** Characters that end the authority of a URL. */
const authorityEnds: ReadonlySet<string> = new Set([..."/?#\"'<>()[]{},;|\\^` \t\r\n"]);
const maxAuthority = 2048;
const maxPassword = 256;

/** The text with the user names and passwords of its URLs masked: `http://********@proxy:3128`. */
export function maskUserInfo(text: string): string {
  let shown = "";
  let from = 0;
  for (const { start, end } of userInfosIn(text)) {
    shown += text.slice(from, start) + mask;
    from = end;
  }
  return from === 0 ? text : shown + text.slice(from);
}

function passwordsIn(text: string): readonly string[] {
  return [...userInfosIn(text)].map(({ start, end }) => {
    const userInfo = text.slice(start, end);
    return userInfo.slice(userInfo.indexOf(":") + 1);
  });
}

/** Where what may hold a password stands before the host of a URL. */
function* userInfosIn(text: string): Iterable<{ readonly start: number; readonly end: number }> {
  for (let at = text.indexOf("://"); at !== -1; at = text.indexOf("://", at)) {
    const start = at + 3;
    let end = start;
    let sign = -1;
    while (end < text.length && end - start < maxAuthority && !authorityEnds.has(text.charAt(end))) {
      if (text[end] === "@") sign = end;
      end += 1;
    }
    if (sign === -1) sign = signAfter(text, start, end);
    const isSecret =
      sign > start && mayHoldPassword(text.slice(start, sign), text.slice(Math.max(0, at - 8), at));
    if (isSecret) yield { start, end: sign };
    at = end;
  }
}

/** A password whose `/`, `?` or `#` is not encoded ends the authority before the host: no port looks like it. */
function signAfter(text: string, start: number, end: number): number {
  const colon = text.indexOf(":", start);
  if (colon === -1 || colon >= end - 1 || /^\d+$/.test(text.slice(colon + 1, end))) return -1;
  const rest = /^[^\s"'<>]*@/.exec(text.slice(end, end + maxPassword));
  return rest === null ? -1 : end + rest[0].length - 1;
}

/** Over SSH a name alone is only that (`qemu+ssh://ubuntu@host`); elsewhere it may be a token. */
function mayHoldPassword(userInfo: string, scheme: string): boolean {
  return !scheme.toLowerCase().endsWith("ssh") || /:|%3a/i.test(userInfo);
}
