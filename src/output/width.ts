import stringWidth from "string-width";

/** Loads the string-width package: text of ASCII alone is measured by `text-width.ts` without it. */
const plain = /^[\x20-\x7e]*$/;

/** Marks that stand before what they enclose and take a column of their own. */
const signs = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/gu;

let segmenter: Intl.Segmenter | undefined;

/** How many columns of a terminal the text takes; it holds no control characters. */
export function widthOf(text: string): number {
  if (plain.test(text)) return text.length;
  return stringWidth(text) + (text.match(signs)?.length ?? 0);
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
    const next = widthOf(segment);
    if (used + next > width) break;
    kept += segment;
    used += next;
  }
  return kept;
}
