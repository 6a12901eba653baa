export function parseBoolean(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (["true", "1", "t", "y", "yes", "on"].includes(word)) return true;
  return ["false", "0", "f", "n", "no", "off"].includes(word) ? false : undefined;
}

const macPatterns = [
  /^[0-9a-f]{1,2}(:[0-9a-f]{1,2}){5}$/i,
  /^[0-9a-f]{1,2}(-[0-9a-f]{1,2}){5}$/i,
  /^[0-9a-f]{4}(\.[0-9a-f]{4}){2}$/i,
];

export function parseMac(text: string): string | undefined {
  const trimmed = text.trim();
  const patternIndex = macPatterns.findIndex((each) => each.test(trimmed));
  if (patternIndex < 0) return undefined;
  const pairs =
    patternIndex === 2
      ? (trimmed.replaceAll(".", "").match(/../g) ?? [])
      : trimmed.split(/[:-]/).map((digits) => digits.padStart(2, "0"));
  return pairs.join(":").toLowerCase();
}

export const isUuid = (text: string): boolean => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text);

export const isBase64 = (text: string): boolean =>
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text);

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const apiNameCache = new Map<string, string>();

/** The name of a member in answers, in snake case without units: `startIp` becomes `start_ip`, `sizeBytes` `size`. */
export function apiName(name: string): string {
  const cached = apiNameCache.get(name);
  if (cached !== undefined) return cached;
  const snakeCase = name
    .replace(/(?:MiB|MHz|Mbps|Bytes|Seconds)$/, "")
    .replace(/[A-Z]/g, "_$&")
    .toLowerCase();
  apiNameCache.set(name, snakeCase);
  return snakeCase;
}

export type Constraints = ReadonlyMap<string, readonly string[]>;

export const splitValues = (texts: readonly string[]): string[] =>
  texts
    .flatMap((text) => text.split(","))
    .map((text) => text.trim())
    .filter((text) => text !== "");

export function valuesOf(constraints: Constraints, name: string): string[] {
  const texts = constraints.get(name) ?? [];
  if (/^(?:not_)?(?:in_)?tags$/.test(name)) return texts.flatMap(wordsOf);
  return texts.map((text) => text.trim()).filter((text) => text !== "");
}

const constraintsWithCommas: ReadonlySet<string> = new Set(
  ["devices", "storage", "interfaces", "agent_name"].flatMap((name) => [name, `not_${name}`]),
);

export const splitConstraints = (constraints: Constraints): Constraints =>
  new Map(
    [...constraints].map(
      ([name, texts]) => [name, constraintsWithCommas.has(name) ? texts : splitValues(texts)] as const,
    ),
  );

export const wordsOf = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== "");

export function splitPair(text: string, separator: string): readonly [name: string, value: string] {
  const at = text.indexOf(separator);
  return [text.slice(0, Math.max(0, at)).trim(), text.slice(at + 1).trim()];
}

/** Removes undefined members, so that spreading the result keeps earlier values. */
export function withoutUndefined<T extends object>(object: T) {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof T]?: Exclude<T[Name], undefined> };
}
