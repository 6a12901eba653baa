export const maxNamed = 10;

/** At most ten names; the rest are counted. */
export function nameList(names: readonly string[], separator = ", "): string {
  const rest = names.length - maxNamed;
  const visibleNames = names.slice(0, maxNamed).join(separator);
  return rest > 0 ? `${visibleNames} and ${rest} more` : visibleNames;
}
