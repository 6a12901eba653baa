/** Compares by code units, independent of the locale. */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

let collator: Intl.Collator | undefined;

/** Compares in natural order, independent of the user's locale: `web-2` before `web-10`. */
export function compareNaturally(a: string, b: string): number {
  collator ??= new Intl.Collator("en", { numeric: true });
  return collator.compare(a, b) || compareTexts(a, b);
}
