import type { CellForm } from "../../../catalogue/operation.ts";
import { escapeLine } from "../../output/escape.ts";
import type { Palette } from "../../output/palette.ts";
import { foldText, type TextMeasure } from "../../output/text-width.ts";

export interface PageLine {
  readonly label?: string;
  readonly text: string;
  readonly as?: CellForm | undefined;
  /** The beginning of `text`, coloured like a cell of the form `as`. */
  readonly coloredText?: string | undefined;
  readonly depth?: number;
}

export interface Section {
  readonly title: string;
  readonly lines: readonly PageLine[];
}

export interface PageStyle {
  /** In terminal columns; undefined if lines are not folded. */
  readonly width: number | undefined;
  readonly palette: Palette;
  readonly measure: TextMeasure;
  /** In characters; includes the colon and the space after a label. */
  readonly minLabelWidth?: number;
}

const indentWidth = 2;

export const pageLines = (sections: readonly Section[], style: PageStyle): readonly string[] =>
  sections.flatMap(({ title, lines }) =>
    renderSection({ title: escapeLine(title), lines: lines.map(escapedLine) }, style),
  );

export const textsOf = (sections: readonly Section[]): readonly string[] =>
  sections.flatMap(({ title, lines }) => [title, ...lines.flatMap(({ label = "", text }) => [label, text])]);

const escapedLine = ({ label, text, ...line }: PageLine): PageLine => ({
  ...line,
  ...(label === undefined ? {} : { label: escapeLine(label) }),
  text: escapeLine(text),
});

function renderSection({ title, lines }: Section, style: PageStyle): readonly string[] {
  const { measure, palette, width, minLabelWidth = indentWidth } = style;
  const maxLabelWidth = width === undefined ? Number.POSITIVE_INFINITY : Math.floor(width / 2) - indentWidth;
  const columnWidth = Math.max(
    minLabelWidth,
    ...lines.map(({ label }) => labelWidthOf(label, measure)).filter((each) => each <= maxLabelWidth),
  );
  return [
    ...foldText(title, style, 0, indentWidth).map((each) => palette.header(each)),
    ...lines.flatMap((line) => renderLine(line, columnWidth, style)),
  ];
}

/** Includes the colon and the space after the label. */
const labelWidthOf = (label: string | undefined, { widthOf }: TextMeasure): number =>
  label === undefined ? 0 : widthOf(label) + 2;

/** A label too wide for its column goes above its text. */
function renderLine(
  { label, text, as, coloredText, depth = 0 }: PageLine,
  columnWidth: number,
  style: PageStyle,
) {
  const { measure, palette } = style;
  const indent = indentWidth * (depth + 1);
  const [labelIndent, textIndent] = [" ".repeat(indent), " ".repeat(indent + columnWidth)];
  if (label === undefined) {
    const unindentedText = text.trimStart();
    const start = labelIndent + text.slice(0, text.length - unindentedText.length);
    const hangingIndent = `${start}${" ".repeat(indentWidth)}`;
    const folded = foldText(unindentedText, style, start.length, hangingIndent.length);
    return folded.map((each, at) => (at === 0 ? start : hangingIndent) + each);
  }
  const labelWidth = labelWidthOf(label, measure);
  const foldedLines = foldText(text, style, indent + columnWidth, indent + columnWidth).map((line) =>
    coloredText !== undefined && line.startsWith(coloredText)
      ? palette.cell(as, coloredText)(coloredText) + line.slice(coloredText.length)
      : line,
  );
  if (labelWidth > columnWidth)
    return [
      ...foldText(`${label}:`, style, indent, indent).map((each) => labelIndent + each),
      ...foldedLines.map((each) => textIndent + each),
    ];
  const [first = "", ...others] = foldedLines;
  const start = `${labelIndent}${label}:${" ".repeat(columnWidth - labelWidth + 1)}`;
  return [`${start}${first}`.trimEnd(), ...others.map((other) => textIndent + other)];
}
