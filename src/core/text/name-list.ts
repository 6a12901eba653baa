export const maxListedNames = 10;

/** Joins at most ten names, and counts the rest. */
export function nameList(names: readonly string[], separator = ", "): string {
  const rest = names.length - maxListedNames;
  const visibleNames = names.slice(0, maxListedNames).join(separator);
  return rest > 0 ? `${visibleNames} and ${rest} more` : visibleNames;
}
