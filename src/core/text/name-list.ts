export function cutList(lines: readonly string[], length: number): readonly string[] {
  const rest = lines.length - length;
  return rest > 0 ? [...lines.slice(0, length), `and ${rest} more`] : lines;
}

export const joinTexts = (...texts: readonly (string | undefined)[]): string | undefined =>
  texts.filter((text) => text !== undefined).join("; ") || undefined;

export const maxListedNames = 10;

export function nameList(names: readonly string[], separator = ", ", length = maxListedNames): string {
  const rest = names.length - length;
  const visibleNames = names.slice(0, length).join(separator);
  return rest > 0 ? `${visibleNames} and ${rest} more` : visibleNames;
}
