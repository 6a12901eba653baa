import type { TextWidth } from "./text-width.ts";

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
