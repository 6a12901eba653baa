/** Keeps at most `length` lines, and adds one that counts the rest. */
export function cutList(lines: readonly string[], length: number): readonly string[] {
  const rest = lines.length - length;
  return rest > 0 ? [...lines.slice(0, length), `and ${rest} more`] : lines;
}

/** Joins texts by semicolons; undefined if there are none. */
export const joinTexts = (...texts: readonly (string | undefined)[]): string | undefined =>
  texts.filter((text) => text !== undefined).join("; ") || undefined;

export const maxListedNames = 10;

/** Joins at most `length` names, and counts the rest. */
export function nameList(names: readonly string[], separator = ", ", length = maxListedNames): string {
  const rest = names.length - length;
  const visibleNames = names.slice(0, length).join(separator);
  return rest > 0 ? `${visibleNames} and ${rest} more` : visibleNames;
}

/** Keeps the first lines, and counts the rest in one more line. */
export function firstLines(lines: readonly string[], maxCount: number): readonly string[] {
  const rest = lines.length - maxCount;
  return rest > 0 ? [...lines.slice(0, maxCount), `and ${rest} more`] : lines;
}
