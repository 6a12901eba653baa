import stringWidth from "string-width";

/** Loads the string-width package: text of ASCII alone is measured by `text-width.ts` without it. */
const plain = /^[\x20-\x7e]*$/;

/** Marks that stand before what they enclose and take a column of their own. */
const signs = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/gu;

let segmenter: Intl.Segmenter | undefined;

/** Characters that have been measured: a text has few of them many times. */
const measured = new Map<string, number>();
const maxMeasured = 5000;
/** Longer ones are measured each time, in UTF-16 code units. */
const maxLength = 12;

/** How many columns of a terminal the text takes; it holds no control characters. */
export function widthOf(text: string): number {
  if (plain.test(text)) return text.length;
  segmenter ??= new Intl.Segmenter();
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += widthOfCharacter(segment);
  return width;
}

function widthOfCharacter(character: string): number {
  const known = measured.get(character);
  if (known !== undefined) return known;
  const width = stringWidth(character) + (character.match(signs)?.length ?? 0);
  // Any number of marks may make one character: what a service sends does not fill the memory.
  if (character.length > maxLength) return width;
  if (measured.size >= maxMeasured) measured.clear();
  measured.set(character, width);
  return width;
}

/** The text in at most `width` columns, an ellipsis at its end where something is cut off; no character is halved. */
export function cutTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  if (width < 1) return "";
  return `${startOf(text, width - 1)}…`;
}

/** The beginning of a text that takes at most `width` columns. */
export function startOf(text: string, width: number): string {
  let kept = "";
  let used = 0;
  segmenter ??= new Intl.Segmenter();
  for (const { segment } of segmenter.segment(text)) {
    const next = widthOfCharacter(segment);
    if (used + next > width) break;
    kept += segment;
    used += next;
  }
  return kept;
}
