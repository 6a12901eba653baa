import type { CellForm } from "../../../api/operation.ts";
import type { Palette } from "../../../output/palette.ts";
import type { TextWidth } from "../../../output/text-width.ts";

/** One line of a page: a fact with its label, or a text at some depth. */
export interface PageLine {
  readonly label?: string;
  readonly text: string;
  /** What the text is, for its colour. */
  readonly as?: CellForm;
  /** Levels of indentation below the section's own. */
  readonly depth?: number;
}

/** A part of a page under a title; one without lines is left out. */
export interface Section {
  readonly title: string;
  readonly lines: readonly PageLine[];
}

export interface PageStyle {
  /** Columns of the terminal; undefined: lines are as long as they are. */
  readonly width: number | undefined;
  readonly palette: Palette;
  readonly measure: TextWidth;
}

const indentWidth = 2;
/** A text is folded no narrower than this. */
const minTextWidth = 16;

/** Lays a page out, a line each; nothing is cut. All texts are one line, safe to show. */
export function pageLines(sections: readonly Section[], style: PageStyle): readonly string[] {
  return sections.filter(({ lines }) => lines.length > 0).flatMap((section) => sectionLines(section, style));
}

function sectionLines({ title, lines }: Section, style: PageStyle): readonly string[] {
  const { measure, palette, width } = style;
  const widest = width === undefined ? Number.POSITIVE_INFINITY : Math.floor(width / 2) - indentWidth;
  const labelWidth = Math.max(
    0,
    ...lines.map(({ label }) => labelWidthOf(label, measure)).filter((each) => each <= widest),
  );
  return [
    ...fold(title, style, 0, indentWidth).map((each) => palette.header(each)),
    ...lines.flatMap((line) => lineLines(line, Math.max(labelWidth, indentWidth), style)),
  ];
}

/** With the colon and the space behind it. */
const labelWidthOf = (label: string | undefined, { widthOf }: TextWidth): number =>
  label === undefined ? 0 : widthOf(label) + 2;

/** One line folded; a label that is too long for its column stands above its text. */
function lineLines(
  { label, text, as, depth = 0 }: PageLine,
  labelWidth: number,
  style: PageStyle,
): readonly string[] {
  const { measure, palette } = style;
  const indent = indentWidth * (depth + 1);
  const [before, after] = [" ".repeat(indent), " ".repeat(indent + labelWidth)];
  const paint = palette.cell(as, text);
  if (label === undefined) {
    const [first = "", ...others] = fold(text, style, indent, indent + indentWidth);
    const hanging = " ".repeat(indent + indentWidth);
    return [before + paint(first), ...others.map((other) => hanging + paint(other))];
  }
  const own = labelWidthOf(label, measure);
  const folded = fold(text, style, indent + labelWidth, indent + labelWidth);
  if (own > labelWidth)
    return [
      ...fold(`${label}:`, style, indent, indent).map((each) => before + each),
      ...folded.map((each) => after + paint(each)),
    ];
  const [first = "", ...others] = folded;
  const start = `${before}${label}:${" ".repeat(labelWidth - own + 1)}`;
  return [`${start}${paint(first)}`.trimEnd(), ...others.map((other) => after + paint(other))];
}

/** Folds at spaces; a word that is longer than a line is broken. */
function fold(
  text: string,
  { width, measure }: PageStyle,
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
