import type { TextOutput } from "../../context.ts";

/** The width of a terminal that does not report its own. */
export const defaultWidth = 80;

/** The columns of a terminal; undefined for any other output. */
export const terminalWidth = ({ isTTY, columns }: TextOutput): number | undefined =>
  isTTY === true ? columns || defaultWidth : undefined;

export interface TextWidth {
  /** The columns that the text takes; it holds no control characters. */
  widthOf(text: string): number;
  /** The text in at most `width` columns, an ellipsis at its end where something is cut off. */
  cutTo(text: string, width: number): string;
  /** The beginning of the text that takes at most `width` columns. */
  startOf(text: string, width: number): string;
}

const ascii = /^[\x20-\x7e]*$/;

/** Text of ASCII takes a column a character. */
export const asciiWidth: TextWidth = {
  widthOf: (text) => text.length,
  cutTo: (text, width) => (text.length <= width ? text : width < 1 ? "" : `${text.slice(0, width - 1)}…`),
  startOf: (text, width) => text.slice(0, Math.max(0, width)),
};

/** The measure for these texts; what knows the widths of all characters is loaded only where it is needed. */
export async function widthFor(texts: Iterable<readonly string[]>): Promise<TextWidth> {
  for (const line of texts) if (!line.every((text) => ascii.test(text))) return await import("./width.ts");
  return asciiWidth;
}

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

/** A text is folded no narrower than this. */
const minTextWidth = 16;

/**
 * Folds a text of one line at its spaces, for a terminal of `width` columns, undefined for one line however long; a
 * word that is longer than a line is broken. The first line begins at the column `first`, the others at `hanging`.
 */
export function foldText(
  text: string,
  { width, measure }: { readonly width: number | undefined; readonly measure: TextWidth },
  first: number,
  hanging: number,
): readonly string[] {
  if (width === undefined) return [text];
  const lines: string[] = [];
  let line = "";
  const room = () => Math.max(minTextWidth, width - (lines.length === 0 ? first : hanging));
  for (let word of text.split(" ")) {
    if (line !== "" && measure.widthOf(line) + 1 + measure.widthOf(word) > room()) {
      lines.push(line.trimEnd());
      line = "";
    }
    while (line === "" && measure.widthOf(word) > room()) {
      const piece = measure.startOf(word, room()) || word.slice(0, 1);
      lines.push(piece);
      word = word.slice(piece.length);
    }
    line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" && lines.length > 0 ? lines : [...lines, line];
}
