import type { CellForm } from "../../../catalogue/operation.ts";
import { escapeLine } from "../../output/escape.ts";
import type { Palette } from "../../output/palette.ts";
import { foldText, type TextWidth } from "../../output/text-width.ts";

export interface PageLine {
  readonly label?: string;
  readonly text: string;
  readonly as?: CellForm;
  readonly depth?: number;
}

export interface Section {
  readonly title: string;
  readonly lines: readonly PageLine[];
}

interface PageStyle {
  /** In terminal columns; undefined if lines are not folded. */
  readonly width: number | undefined;
  readonly palette: Palette;
  readonly measure: TextWidth;
}

const indentWidth = 2;

export const pageLines = (sections: readonly Section[], style: PageStyle): readonly string[] =>
  sections
    .filter(({ lines }) => lines.length > 0)
    .flatMap(({ title, lines }) =>
      renderSection({ title: escapeLine(title), lines: lines.map(escapedLine) }, style),
    );

const escapedLine = ({ label, text, ...line }: PageLine): PageLine => ({
  ...line,
  ...(label === undefined ? {} : { label: escapeLine(label) }),
  text: escapeLine(text),
});

function renderSection({ title, lines }: Section, style: PageStyle): readonly string[] {
  const { measure, palette, width } = style;
  const widest = width === undefined ? Number.POSITIVE_INFINITY : Math.floor(width / 2) - indentWidth;
  const labelWidth = Math.max(
    0,
    ...lines.map(({ label }) => labelWidthOf(label, measure)).filter((each) => each <= widest),
  );
  return [
    ...foldText(title, style, 0, indentWidth).map((each) => palette.header(each)),
    ...lines.flatMap((line) => renderLine(line, Math.max(labelWidth, indentWidth), style)),
  ];
}

/** Includes the colon and the space after the label. */
const labelWidthOf = (label: string | undefined, { widthOf }: TextWidth): number =>
  label === undefined ? 0 : widthOf(label) + 2;

/** A label too wide for its column goes above its text. */
function renderLine({ label, text, as, depth = 0 }: PageLine, labelWidth: number, style: PageStyle) {
  const { measure, palette } = style;
  const indent = indentWidth * (depth + 1);
  const [labelIndent, textIndent] = [" ".repeat(indent), " ".repeat(indent + labelWidth)];
  const paint = palette.cell(as, text);
  if (label === undefined) {
    const [first = "", ...others] = foldText(text, style, indent, indent + indentWidth);
    const hangingIndent = " ".repeat(indent + indentWidth);
    return [labelIndent + paint(first), ...others.map((other) => hangingIndent + paint(other))];
  }
  const widthOfLabel = labelWidthOf(label, measure);
  const foldedLines = foldText(text, style, indent + labelWidth, indent + labelWidth);
  if (widthOfLabel > labelWidth)
    return [
      ...foldText(`${label}:`, style, indent, indent).map((each) => labelIndent + each),
      ...foldedLines.map((each) => textIndent + paint(each)),
    ];
  const [first = "", ...others] = foldedLines;
  const start = `${labelIndent}${label}:${" ".repeat(labelWidth - widthOfLabel + 1)}`;
  return [`${start}${paint(first)}`.trimEnd(), ...others.map((other) => textIndent + paint(other))];
}
