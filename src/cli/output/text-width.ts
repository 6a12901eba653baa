import type { TextOutput } from "../../context.ts";

/** The width of a terminal that does not report its own. */
export const defaultWidth = 80;

/** The columns of a terminal; undefined for any other output. */
export const terminalWidth = ({ isTTY, columns }: TextOutput): number | undefined =>
  isTTY === true ? columns || defaultWidth : undefined;

/** How texts are measured and cut for a terminal. */
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
