const plain = /^[\x20-\x7e]*$/;
const zero = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
const emoji = /\p{Emoji_Presentation}|\ufe0f|\p{Regional_Indicator}{2}/u;

/** The East Asian wide and full-width ranges of Unicode that terminals show in two columns. */
const wideRanges = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x20000, 0x3fffd],
] as const;

let segmenter: Intl.Segmenter | undefined;

/** How many columns of a terminal the text takes; it holds no control characters. */
export function widthOf(text: string): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const character of charactersOf(text)) width += characterWidth(character);
  return width;
}

/**
 * The text in at most `width` columns, an ellipsis at its end where something is cut off; no character is
 * halved.
 */
export function cutTo(text: string, width: number): string {
  if (text.length <= width && plain.test(text)) return text;
  if (widthOf(text) <= width) return text;
  if (width < 1) return "";
  let kept = "";
  let used = 0;
  for (const character of charactersOf(text)) {
    const next = characterWidth(character);
    if (used + next > width - 1) break;
    kept += character;
    used += next;
  }
  return `${kept}…`;
}

/** The text with spaces after it up to `width` columns. */
export function padTo(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

function* charactersOf(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter();
  for (const { segment } of segmenter.segment(text)) yield segment;
}

function characterWidth(character: string): number {
  if (zero.test(character)) return 0;
  if (emoji.test(character)) return 2;
  const code = character.codePointAt(0) ?? 0;
  return wideRanges.some(([from, to]) => code >= from && code <= to) ? 2 : 1;
}
