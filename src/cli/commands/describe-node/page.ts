import type { CellForm } from "../../../catalogue/operation.ts";
import { escapeLine } from "../../output/escape.ts";
import type { Palette } from "../../output/palette.ts";
import { foldText, type TextWidth } from "../../output/text-width.ts";

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

/** Lays a page out, a line each; nothing is cut. Each text is shown as one line without control characters. */
export function pageLines(sections: readonly Section[], style: PageStyle): readonly string[] {
  return sections
    .filter(({ lines }) => lines.length > 0)
    .flatMap(({ title, lines }) =>
      sectionLines({ title: escapeLine(title), lines: lines.map(shownLine) }, style),
    );
}

const shownLine = ({ label, text, ...line }: PageLine): PageLine => ({
  ...line,
  ...(label === undefined ? {} : { label: escapeLine(label) }),
  text: escapeLine(text),
});

function sectionLines({ title, lines }: Section, style: PageStyle): readonly string[] {
  const { measure, palette, width } = style;
  const widest = width === undefined ? Number.POSITIVE_INFINITY : Math.floor(width / 2) - indentWidth;
  const labelWidth = Math.max(
    0,
    ...lines.map(({ label }) => labelWidthOf(label, measure)).filter((each) => each <= widest),
  );
  return [
    ...foldText(title, style, 0, indentWidth).map((each) => palette.header(each)),
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
    const [first = "", ...others] = foldText(text, style, indent, indent + indentWidth);
    const hanging = " ".repeat(indent + indentWidth);
    return [before + paint(first), ...others.map((other) => hanging + paint(other))];
  }
  const own = labelWidthOf(label, measure);
  const folded = foldText(text, style, indent + labelWidth, indent + labelWidth);
  if (own > labelWidth)
    return [
      ...foldText(`${label}:`, style, indent, indent).map((each) => before + each),
      ...folded.map((each) => after + paint(each)),
    ];
  const [first = "", ...others] = folded;
  const start = `${before}${label}:${" ".repeat(labelWidth - own + 1)}`;
  return [`${start}${paint(first)}`.trimEnd(), ...others.map((other) => after + paint(other))];
}
