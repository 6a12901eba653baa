import { attempt } from "../failure.ts";

export const mask = "********";

const secretPattern =
  /pass_?w(?:or)?d|pass_?phrase|pass_?code|secret|credential|private(?!_(?:ip|address|network|subnet|cidr|zone))|priv_?key|key_(?:pem|data)|(?:^|_)k_g(?:_|$)|snmp_community|^oauth_signature$/;

const secretEndings: ReadonlySet<string> = new Set(
  "pass pwd pw psk token tokens cookie pem jwt authorization".split(" "),
);

/** Words before `key` in names of public keys or identifiers, such as `ssh_key`. */
const publicKeyWords: ReadonlySet<string> = new Set("ssh public pub token consumer host sort".split(" "));

const secretNameCache = new Map<string, boolean>();
/** The cache has a limit because names also come from answers, and a service must not exhaust memory. */
const maxCachedNames = 5000;
const maxCachedNameLength = 200;

/** Accepts names in any case style. A plain `key` is not secret: the catalogue marks the fields where it is. */
export function isSecretName(name: string): boolean {
  const cached = secretNameCache.get(name);
  if (cached !== undefined) return cached;
  // Only ASCII letters count: the lower case of the Kelvin sign is a `k` that `mayHoldSecret` would not find.
  const words = name
    .replace(/([a-z0-9])([A-Z])|[^ -~]/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const isSecret = secretPattern.test(words.join("_")) || hasSecretEnding(words);
  if (secretNameCache.size >= maxCachedNames) secretNameCache.clear();
  if (name.length <= maxCachedNameLength) secretNameCache.set(name, isSecret);
  return isSecret;
}

function hasSecretEnding(words: readonly string[]): boolean {
  const last = words.at(-1) ?? "";
  const wordBefore = words.at(-2) ?? "";
  if (secretEndings.has(last)) return true;
  if (last === "key" || last === "keys") return wordBefore !== "" && !publicKeyWords.has(wordBefore);
  return /(?:api|access|auth|license|encryption|shared|master|signing)keys?$|(?:user|admin|root|bmc|ipmi|ldap|db|key)pass$|keypem$/.test(
    last,
  );
}

export interface NamedText {
  readonly name: string;
  readonly value: unknown;
  readonly secret?: true;
}

/** True if the part is marked as secret, has a secret name, or is the `value` of a config item with a secret `name`. */
export function isSecretPart(part: NamedText, parts: readonly NamedText[]): boolean {
  if (part.secret === true || isSecretName(part.name)) return true;
  const item = part.name === "value" ? parts.find(({ name }) => name === "name")?.value : undefined;
  return typeof item === "string" && isSecretName(item);
}

/** Returns the secret values of the form and the query, and the passwords in URLs in other values and in the path. */
export function secretsOf(request: {
  readonly url: string;
  readonly parts?: readonly NamedText[];
}): readonly string[] {
  const query = request.url.includes("?") ? [...new URL(request.url).searchParams] : [];
  const secretValues = [request.parts ?? [], query.map(([name, value]) => ({ name, value }))].flatMap(
    (items) =>
      items.flatMap((item) => {
        if (typeof item.value !== "string") return [];
        return isSecretPart(item, items) ? [item.value] : passwordsIn(item.value);
      }),
  );
  const urlsInPath = request.url.match(encodedUrl) ?? [];
  return [...secretValues, ...urlsInPath.flatMap((url) => passwordsIn(decoded(url) ?? ""))];
}

const authorityEnds: ReadonlySet<string> = new Set([..."/?#\"'<>()[]{},;|\\^` \t\r\n"]);
const maxAuthorityLength = 2048;
const maxPasswordLength = 256;

const encodedUrl = /[\w+.-]{0,8}%3A%2F%2F(?:[\w.~!*'()-]|%[0-9a-f]{2})+/gi;

const decoded = (text: string): string | undefined => attempt(() => decodeURIComponent(text));

/** Masks the user name and password in URLs: `http://********@proxy:3128`, also in percent-encoded ones. */
export function maskUserInfo(text: string): string {
  return maskPlainUserInfo(text).replace(encodedUrl, (url) => {
    const decodedUrl = decoded(url);
    const masked = decodedUrl === undefined ? mask : maskPlainUserInfo(decodedUrl);
    return masked === decodedUrl ? url : encodeURIComponent(masked);
  });
}

function maskPlainUserInfo(text: string): string {
  let masked = "";
  let from = 0;
  for (const { start, end } of userInfosIn(text)) {
    masked += text.slice(from, start) + mask;
    from = end;
  }
  return from === 0 ? text : masked + text.slice(from);
}

function passwordsIn(text: string): readonly string[] {
  return [...userInfosIn(text)].map(({ start, end }) => {
    const userInfo = text.slice(start, end);
    return userInfo.slice(userInfo.indexOf(":") + 1);
  });
}

function* userInfosIn(text: string): Iterable<{ readonly start: number; readonly end: number }> {
  for (let at = text.indexOf(":/"); at !== -1; at = text.indexOf(":/", at)) {
    // Services that merge slashes quote an address as `http:/user:password@host`.
    const isMerged = text[at + 2] !== "/";
    const start = isMerged ? at + 2 : at + 3;
    let end = start;
    let atSign = -1;
    while (end < text.length && end - start < maxAuthorityLength && !authorityEnds.has(text.charAt(end))) {
      if (text[end] === "@") atSign = end;
      end += 1;
    }
    if (atSign === -1) atSign = atSignAfter(text, start, end);
    const scheme = text.slice(Math.max(0, at - 8), at);
    // A user name alone is public over SSH (`qemu+ssh://ubuntu@host`); elsewhere it may be a token.
    const isUserPublic = isMerged ? !/https?$/i.test(scheme) : /ssh$/i.test(scheme);
    if (atSign > start && (!isUserPublic || /:|%3a/i.test(text.slice(start, atSign))))
      yield { start, end: atSign };
    at = end;
  }
}

/** Finds the `@` after a password that has an unencoded `/`, `?` or `#` at `end`; -1 if a host and port end there. */
function atSignAfter(text: string, start: number, end: number): number {
  const colon = text.indexOf(":", start);
  if (colon === -1 || colon >= end - 1 || /^\d+$/.test(text.slice(colon + 1, end))) return -1;
  const rest = /^[^\s"'<>]*@/.exec(text.slice(end, end + maxPasswordLength));
  return rest === null ? -1 : end + rest[0].length - 1;
}

/**
 * In a `document`, the text after a secret name is masked up to the end of the line; in a `message`, one word of it. In
 * `words`, such as a command line, only `name=value` is masked.
 */
export type TextKind = "message" | "document" | "words";

interface NameSpan {
  readonly name: string;
  readonly start: number;
  readonly isQuoted: boolean;
  readonly beginsLine: boolean;
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly isUnquoted?: true;
}

/** Masks values after a secret name and `:`, `=` or `%3D`, in linear time. */
export function maskNamedValues(text: string, kind: TextKind): string {
  let masked = "";
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const separator = text[at];
    const isEncoded = separator === "%" && text[at + 1] === "3" && /[Dd]/.test(text[at + 2] ?? "");
    if (separator !== "=" && !isEncoded && (separator !== ":" || kind === "words")) continue;
    const nameSpan = nameBefore(text, at, from);
    if (nameSpan === undefined || !isSecretName(nameSpan.name)) continue;
    const separatorEnd = isEncoded ? at + 2 : at;
    const value =
      kind === "words" ? wordAfter(text, separatorEnd) : valueAfter(text, separatorEnd, nameSpan, kind);
    if (value === undefined || value.end <= value.start) continue;
    masked += text.slice(from, value.start) + (value.isUnquoted ? `"${mask}"` : mask);
    from = value.end;
    at = from - 1;
  }
  return from === 0 ? text : masked + text.slice(from);
}

const maxNameLength = 128;
const maxIndent = 64;

function nameBefore(text: string, separator: number, from: number): NameSpan | undefined {
  let end = separator;
  while (end > from && separator - end < 8 && isSpace(text[end - 1])) end -= 1;
  const quote = text[end - 1];
  const isQuoted = quote === '"' || quote === "'";
  if (isQuoted) end -= 1;
  while (isQuoted && end > from && text[end - 1] === "\\") end -= 1;
  let start = end;
  while (start > from && end - start < maxNameLength && isNameCharacter(text.charCodeAt(start - 1)))
    start -= 1;
  if (text[start - 1] === "%") start = Math.min(start + 2, end);
  if (start === end) return undefined;
  let lineStart = start;
  while (lineStart > from && start - lineStart < maxIndent && isIndent(text[lineStart - 1])) lineStart -= 1;
  return {
    name: text.slice(start, end),
    start,
    isQuoted,
    beginsLine: lineStart === 0 || text[lineStart - 1] === "\n",
  };
}

/** The value in a word `name=value` of a query, of kernel options or of shell commands. */
function wordAfter(text: string, separator: number): Span | undefined {
  const start = separator + 1;
  shellVariable.lastIndex = start;
  if (!isNameCharacter(text.charCodeAt(separator - 1)) || shellVariable.test(text)) return undefined;
  valueWord.lastIndex = start;
  return quotedAfter(text, start) ?? (valueWord.test(text) ? { start, end: valueWord.lastIndex } : undefined);
}

/** A variable or a command substitution of a shell, which is not a secret itself. */
const shellVariable = /\\{0,7}["']?\$(?:[({]|(?:[A-Z_][A-Z0-9_]{0,60}|\d)(?!\w))/y;

/** A value may hold `&`, unless another parameter of a query follows, and backslashes. */
const valueWord = /(?:[^&\s"'<>\\]|&(?![\w.-]{1,60}=)|\\(?!\\{0,7}["']))+/y;

function valueAfter(text: string, separator: number, nameSpan: NameSpan, kind: TextKind): Span | undefined {
  let start = separator + 1;
  while (start < text.length && isSpace(text[start])) start += 1;
  const isSameLine = !text.slice(separator, start).includes("\n");
  const quoted = isSameLine || nameSpan.isQuoted ? quotedAfter(text, start) : undefined;
  if (quoted !== undefined) return quoted;
  const opensBrackets = text[start] === "[" || text[start] === "{";
  const mayBeList = nameSpan.isQuoted || (isSameLine && kind === "document");
  if (opensBrackets && mayBeList && !isErrorList(text, start, kind))
    return { start, end: bracketsEnd(text, start), isUnquoted: true };
  if (nameSpan.isQuoted)
    return beginsNumber(text[start]) ? { start, end: wordEnd(text, start), isUnquoted: true } : undefined;
  const isBlock = !isSameLine || "|>&*".includes(text[start] ?? "");
  if (isBlock && kind === "document" && nameSpan.beginsLine)
    return blockAfter(text, separator, nameSpan.start);
  if (isBlock || opensBrackets) return undefined;
  return start === separator + 1
    ? { start, end: wordEnd(text, start) }
    : restOfLine(text, start, nameSpan, kind);
}

/** In a message, a list after a secret name may contain errors about the value, not the value. */
const isErrorList = (text: string, start: number, kind: TextKind): boolean =>
  kind === "message" && text[start] === "[" && holdsSentence(text.slice(start, start + 200));

/** The unquoted value after `name: `: in a document the whole line, in a message a single word. */
function restOfLine(text: string, start: number, { beginsLine }: NameSpan, kind: TextKind): Span | undefined {
  if (!beginsLine) return undefined;
  const lineEnd = text.indexOf("\n", start);
  const line = { start, end: lineEnd === -1 ? text.length : lineEnd };
  if (kind === "document") return line;
  const end = wordEnd(text, start);
  return text.slice(end, line.end).trim() === "" ? { start, end } : undefined;
}

/** Finds the text between quotes, which may be escaped; up to the end of the text if the closing quote is missing. */
function quotedAfter(text: string, at: number): Span | undefined {
  let start = at;
  while (text[start] === "\\") start += 1;
  const openingBackslashes = start - at;
  const quote = text[start];
  if (quote !== '"' && quote !== "'") return undefined;
  start += 1;
  let end = text.indexOf(quote, start);
  while (end !== -1) {
    let backslashes = 0;
    while (end - backslashes > start && text[end - backslashes - 1] === "\\") backslashes += 1;
    if (openingBackslashes === 0 ? backslashes % 2 === 0 : backslashes <= openingBackslashes)
      return { start, end: end - Math.min(backslashes, openingBackslashes) };
    end = text.indexOf(quote, end + 1);
  }
  return { start, end: text.length };
}

function bracketsEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const from = at;
    while (text[at] === "\\") at += 1;
    const character = text[at];
    if (character === '"' || character === "'") {
      const { end } = quotedAfter(text, from) ?? { end: text.length };
      at = text.indexOf(character, end);
      if (at === -1) return text.length;
    } else if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

const holdsSentence = (list: string): boolean => /[a-z] [a-z]/.test(list.slice(0, bracketsEnd(list, 0)));

/** Returns the YAML lines that belong to the name above them: deeper indentation and list items. */
function blockAfter(text: string, separator: number, nameStart: number): Span | undefined {
  const column = nameStart - (text.lastIndexOf("\n", nameStart) + 1);
  let end = separator;
  for (let line = text.indexOf("\n", separator) + 1; line > 0 && line < text.length; ) {
    let at = line;
    while (text[at] === " ") at += 1;
    const isBlank = at === text.length || text[at] === "\n" || text[at] === "\r";
    const belongs = at - line > column || (at - line === column && text[at] === "-");
    if (!isBlank && !belongs) break;
    const next = text.indexOf("\n", at);
    if (!isBlank) end = next === -1 ? text.length : next;
    line = next + 1;
  }
  return end === separator ? undefined : { start: separator + 1, end };
}

function wordEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length && !" \t\r\n,;&\"'<>()[]{}".includes(text[end] as string)) end += 1;
  return end;
}

const isSpace = (character: string | undefined): boolean =>
  character === " " || character === "\t" || character === "\n" || character === "\r";
const isIndent = (character: string | undefined): boolean =>
  character === " " || character === "\t" || character === "-" || character === "<" || character === ">";
const beginsNumber = (character: string | undefined): boolean =>
  character !== undefined && ((character >= "0" && character <= "9") || character === "-");

function isNameCharacter(code: number): boolean {
  const isLetter = (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
  return isLetter || (code >= 0x30 && code <= 0x39) || code === 0x5f || code === 0x2d || code === 0x2e;
}
