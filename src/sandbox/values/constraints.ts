/** What a caller asks for, by the names of filters or constraints; each may be given several times. */
export type Constraints = ReadonlyMap<string, readonly string[]>;

/** The texts without surrounding space and empty ones; also those that commas separate in one text. */
export const splitValues = (texts: readonly string[]): string[] =>
  texts
    .flatMap((text) => text.split(","))
    .map((text) => text.trim())
    .filter((text) => text !== "");

/** The values of one constraint, without surrounding space and empty ones. */
export const valuesOf = (constraints: Constraints, name: string): string[] =>
  (constraints.get(name) ?? []).map((text) => text.trim()).filter((text) => text !== "");

/** Constraints whose values hold commas of their own. */
const holdCommas: ReadonlySet<string> = new Set(
  ["devices", "storage", "interfaces", "agent_name"].flatMap((name) => [name, `not_${name}`]),
);

/** The constraints with the values apart that commas separate in one. */
export const separated = (constraints: Constraints): Constraints =>
  new Map(
    [...constraints].map(
      ([name, texts]) => [name, holdCommas.has(name) ? texts : splitValues(texts)] as const,
    ),
  );

/** The words of a text, between spaces and commas. */
export const wordsOf = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== "");

/** What stands before the first `separator` and after it; where there is none, all stands after it. */
export function pairOf(text: string, separator: string): readonly [name: string, value: string] {
  const at = text.indexOf(separator);
  return [text.slice(0, Math.max(0, at)).trim(), text.slice(at + 1).trim()];
}

/** The members that have a value: what is undefined is left out, so that it replaces nothing. */
export function defined<T extends object>(object: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const entries = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof T]?: Exclude<T[Name], undefined> };
}
