import type { TextWidth } from "./text-width.ts";

/** After these a word is broken rather than in the middle of its parts. */
const partEnds = /[-./:,_@=]/;

/** A text is shown up to this many columns in all where its words are broken. */
const maxFoldedWidth = 2000;

/**
 * The text in lines of at most `width` columns, folded at spaces. A word that is longer is broken, behind a
 * separator such as `-` or `.` where one stands late enough in the line; with `keepsWords` it stays as it is.
 */
export function fold(
  whole: string,
  width: number,
  measure: TextWidth,
  keepsWords = false,
): readonly string[] {
  if (measure.widthOf(whole) <= width) return [whole];
  const text = keepsWords ? whole : measure.cutTo(whole, maxFoldedWidth);
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const joined = line === "" ? word : `${line} ${word}`;
    if (measure.widthOf(joined) <= width) {
      line = joined;
      continue;
    }
    if (line !== "") lines.push(line);
    line = word;
    if (keepsWords) continue;
    for (const piece of pieces(word, width, measure)) {
      line = piece;
      lines.push(piece);
    }
    line = lines.pop() ?? "";
  }
  return line === "" ? lines : [...lines, line];
}

/** A word in pieces of at most `width` columns; a character that is wider than that is a piece. */
function* pieces(word: string, width: number, measure: TextWidth): Generator<string> {
  let rest = word;
  while (measure.widthOf(rest) > width) {
    const start = measure.startOf(rest, width);
    const piece = start === "" ? firstCharacter(rest) : upToPart(start);
    yield piece;
    rest = rest.slice(piece.length);
  }
  yield rest;
}

const firstCharacter = (text: string): string => String.fromCodePoint(text.codePointAt(0) ?? 0);

/** The beginning up to its last separator, where that leaves more than half of it. */
function upToPart(start: string): string {
  for (let end = start.length; end > start.length / 2; end -= 1)
    if (partEnds.test(start[end - 1] ?? "")) return start.slice(0, end);
  return start;
}
