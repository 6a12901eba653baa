import { none, type Paint, type Palette } from "../../output/palette.ts";
import type { TextWidth } from "../../output/text-width.ts";

/** How texts become lines of the screen. */
export interface ViewStyle {
  readonly palette: Palette;
  readonly measure: TextWidth;
  /** What stays visible without colours too. */
  readonly inverse: Paint;
  readonly dim: Paint;
  /** The end of a text in so many columns. */
  tail(text: string, width: number): string;
}

/** A text and its colour. */
export type Painted = readonly [text: string, paint?: Paint];

export const emptyLine = "";

/** The texts one after the other in at most `width` columns; what does not fit is cut off. */
export function joined(
  parts: readonly Painted[],
  width: number,
  { measure }: Pick<ViewStyle, "measure">,
): string {
  let line = "";
  let left = width;
  for (const [text, paint = none] of parts) {
    if (left <= 0) break;
    const cut = measure.cutTo(text, left);
    line += cut === "" ? "" : paint(cut);
    left -= measure.widthOf(cut);
  }
  return line;
}

/** As many lines as `height`: the ones beyond are left out, missing ones are empty. */
export const filled = (lines: readonly string[], height: number): readonly string[] =>
  Array.from({ length: Math.max(0, height) }, (_, at) => lines[at] ?? emptyLine);
