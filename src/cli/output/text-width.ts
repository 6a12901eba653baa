import type { TextOutput } from "../../context.ts";

export const defaultWidth = 80;

export const terminalWidth = ({ isTTY, columns }: TextOutput): number | undefined =>
  isTTY === true ? columns || defaultWidth : undefined;

export interface TextWidth {
  /** The text must hold no control characters. */
  widthOf(text: string): number;
  /** Ends in an ellipsis if cut. */
  cutTo(text: string, width: number): string;
  startOf(text: string, width: number): string;
}

const ascii = /^[\x20-\x7e]*$/;

export const asciiWidth: TextWidth = {
  widthOf: (text) => text.length,
  cutTo: (text, width) => (text.length <= width ? text : width < 1 ? "" : `${text.slice(0, width - 1)}…`),
  startOf: (text, width) => text.slice(0, Math.max(0, width)),
};

export async function widthFor(texts: Iterable<readonly string[]>): Promise<TextWidth> {
  for (const line of texts) if (!line.every((text) => ascii.test(text))) return await import("./width.ts");
  return asciiWidth;
}

/** Long words break after these characters. */
const partEnds = /[-./:,_@=]/;

const maxFoldedWidth = 2000;

/**
 * Folds at spaces. Breaks a longer word, after a separator late in the line if any; `keepsWords` leaves it
 * whole.
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
    const extended = line === "" ? word : `${line} ${word}`;
    if (measure.widthOf(extended) <= width) {
      line = extended;
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

/** A character wider than `width` is a piece. */
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

function upToPart(start: string): string {
  for (let end = start.length; end > start.length / 2; end -= 1)
    if (partEnds.test(start[end - 1] ?? "")) return start.slice(0, end);
  return start;
}

const minTextWidth = 16;

/**
 * Folds at spaces, breaking long words; undefined width: one line. The first line begins at the column
 * `first`, others at `hanging`.
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
