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
export function withoutUndefined<T extends object>(
  object: T,
): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof T]?: Exclude<T[Name], undefined> };
}
