import type { TextOutput } from "../../context.ts";

export const defaultWidth = 80;

export const terminalWidth = ({ isTTY, columns }: TextOutput): number | undefined =>
  isTTY === true ? columns || defaultWidth : undefined;

export interface TextMeasure {
  /** The text must hold no control characters. */
  widthOf(text: string): number;
  /** A text that is cut ends in an ellipsis. */
  cutTo(text: string, width: number): string;
  /** The beginning of a text, up to this width. */
  startOf(text: string, width: number): string;
}

const printableAscii = /^[\x20-\x7e]*$/;

export const asciiMeasure: TextMeasure = {
  widthOf: (text) => text.length,
  cutTo: (text, width) => (text.length <= width ? text : width < 1 ? "" : `${text.slice(0, width - 1)}…`),
  startOf: (text, width) => text.slice(0, Math.max(0, width)),
};

export async function measureFor(texts: Iterable<readonly string[]>): Promise<TextMeasure> {
  for (const line of texts)
    if (!line.every((text) => printableAscii.test(text))) return await import("./width.ts");
  return asciiMeasure;
}

/** Long words are broken after these characters if possible. */
const separators = /[-./:,_@=]/;

const maxFoldedWidth = 2000;

/** With `keepsWords`, a word that is longer than a line stays unbroken. */
export function fold(text: string, width: number, measure: TextMeasure, keepsWords = false) {
  if (measure.widthOf(text) <= width) return [text];
  return foldLines(keepsWords ? text : measure.cutTo(text, maxFoldedWidth), () => width, measure, keepsWords);
}

const minTextWidth = 16;

/** Folds at spaces and breaks long words if `width` is given. The first line begins at column `firstIndent`, later ones at `hangingIndent`. */
export function foldText(
  text: string,
  { width, measure }: { readonly width: number | undefined; readonly measure: TextMeasure },
  firstIndent: number,
  hangingIndent: number,
): readonly string[] {
  if (width === undefined) return [text];
  const widthOfLine = (line: number) =>
    Math.max(minTextWidth, width - (line === 0 ? firstIndent : hangingIndent));
  return foldLines(text, widthOfLine, measure);
}

function foldLines(
  text: string,
  widthOfLine: (line: number) => number,
  measure: TextMeasure,
  keepsWords = false,
): readonly string[] {
  const lines: string[] = [];
  const fits = (line: string) => measure.widthOf(line) <= widthOfLine(lines.length);
  let line = "";
  for (const word of text.split(" ")) {
    const extendedLine = line === "" ? word : `${line} ${word}`;
    if (fits(extendedLine)) {
      line = extendedLine;
      continue;
    }
    if (line !== "") lines.push(line.trimEnd());
    line = word;
    while (!keepsWords && !fits(line)) {
      const start = measure.startOf(line, widthOfLine(lines.length));
      const piece = start === "" ? firstCharacter(line) : upToSeparator(start);
      lines.push(piece);
      line = line.slice(piece.length);
    }
  }
  return line === "" && lines.length > 0 ? lines : [...lines, line];
}

const firstCharacter = (text: string): string => String.fromCodePoint(text.codePointAt(0) ?? 0);

function upToSeparator(start: string): string {
  for (let end = start.length; end > start.length / 2; end -= 1)
    if (separators.test(start[end - 1] ?? "")) return start.slice(0, end);
  return start;
}
