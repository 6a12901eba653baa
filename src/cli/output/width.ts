import stringWidth from "string-width";

const printableAscii = /^[\x20-\x7e]*$/;

/** Number signs of Arabic and other scripts, which take one column before the digits. */
const numberSigns = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/gu;

let segmenter: Intl.Segmenter | undefined;

const cachedWidths = new Map<string, number>();
const maxCachedWidths = 5000;
/** In UTF-16 code units; longer characters are not cached. */
const maxCachedLength = 12;

export function widthOf(text: string): number {
  if (printableAscii.test(text)) return text.length;
  segmenter ??= new Intl.Segmenter();
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += widthOfCharacter(segment);
  return width;
}

function widthOfCharacter(character: string): number {
  const cachedWidth = cachedWidths.get(character);
  if (cachedWidth !== undefined) return cachedWidth;
  const width = stringWidth(character) + (character.match(numberSigns)?.length ?? 0);
  // A service can send endless combining marks: do not cache them.
  if (character.length > maxCachedLength) return width;
  if (cachedWidths.size >= maxCachedWidths) cachedWidths.clear();
  cachedWidths.set(character, width);
  return width;
}

/** A text that is cut ends in an ellipsis. Characters are not split. */
export function cutTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  if (width < 1) return "";
  return `${startOf(text, width - 1)}…`;
}

export function startOf(text: string, width: number): string {
  let result = "";
  let usedWidth = 0;
  segmenter ??= new Intl.Segmenter();
  for (const { segment } of segmenter.segment(text)) {
    const characterWidth = widthOfCharacter(segment);
    if (usedWidth + characterWidth > width) break;
    result += segment;
    usedWidth += characterWidth;
  }
  return result;
}
