import type { TextOutput } from "../../context.ts";

export const defaultWidth = 80;

export const terminalWidth = ({ isTTY, columns }: TextOutput): number | undefined =>
  isTTY === true ? columns || defaultWidth : undefined;

export interface TextWidth {
  /** The text must hold no control characters. */
  widthOf(text: string): number;
  /** A text that is cut ends in an ellipsis. */
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

/** Long words are broken after these characters if possible. */
const separators = /[-./:,_@=]/;

const maxFoldedWidth = 2000;

/** With `keepsWords`, a word that is longer than a line stays unbroken. */
export function fold(fullText: string, width: number, measure: TextWidth, keepsWords = false) {
  if (measure.widthOf(fullText) <= width) return [fullText];
  const text = keepsWords ? fullText : measure.cutTo(fullText, maxFoldedWidth);
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const extendedLine = line === "" ? word : `${line} ${word}`;
    if (measure.widthOf(extendedLine) <= width) {
      line = extendedLine;
      continue;
    }
    if (line !== "") lines.push(line);
    line = word;
    if (keepsWords) continue;
    for (const piece of breakWord(word, width, measure)) {
      line = piece;
      lines.push(piece);
    }
    line = lines.pop() ?? "";
  }
  return line === "" ? lines : [...lines, line];
}

function* breakWord(word: string, width: number, measure: TextWidth): Generator<string> {
  let rest = word;
  while (measure.widthOf(rest) > width) {
    const start = measure.startOf(rest, width);
    const piece = start === "" ? firstCharacter(rest) : upToSeparator(start);
    yield piece;
    rest = rest.slice(piece.length);
  }
  yield rest;
}

const firstCharacter = (text: string): string => String.fromCodePoint(text.codePointAt(0) ?? 0);

function upToSeparator(start: string): string {
  for (let end = start.length; end > start.length / 2; end -= 1)
    if (separators.test(start[end - 1] ?? "")) return start.slice(0, end);
  return start;
}

const minTextWidth = 16;

/** Folds at spaces and breaks long words if `width` is given. Lines begin at the columns `first` and `hangingIndent`. */
export function foldText(
  text: string,
  { width, measure }: { readonly width: number | undefined; readonly measure: TextWidth },
  firstIndent: number,
  hangingIndent: number,
): readonly string[] {
  if (width === undefined) return [text];
  const lines: string[] = [];
  let line = "";
  const room = () => Math.max(minTextWidth, width - (lines.length === 0 ? firstIndent : hangingIndent));
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
