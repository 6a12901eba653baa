import xterm, { type IBufferCell } from "@xterm/headless";

/** `palette` has the eight terminal colours, from black to white. */
interface Theme {
  readonly text: string;
  readonly screen: string;
  readonly border: string;
  readonly palette: readonly string[];
}

export const themes = {
  light: {
    ...{ text: "#1f2328", screen: "#ffffff", border: "#d1d9e0" },
    palette: ["#1f2328", "#cf222e", "#116329", "#7d4e00", "#0550ae", "#8250df", "#1b7c83", "#59636e"],
  },
  dark: {
    ...{ text: "#e6edf3", screen: "#0d1117", border: "#3d444d" },
    palette: ["#484f58", "#ff7b72", "#3fb950", "#d29922", "#58a6ff", "#bc8cff", "#39c5cf", "#b1bac4"],
  },
} as const satisfies Record<string, Theme>;

/** Adjacent cells of a row with the same style. */
interface Run {
  readonly column: number;
  readonly text: string;
  readonly color: string;
  readonly background: string | undefined;
  readonly style: string;
}

const cellWidth = 8.4;
const cellHeight = 19;
const fontSize = 14;
const margin = 16;

/** Draws the screen after `output` as SVG, without empty rows at the end. */
export async function drawScreen(
  output: string,
  { columns, rows }: { readonly columns: number; readonly rows: number },
  theme: Theme,
): Promise<string> {
  const terminal = new xterm.Terminal({ cols: columns, rows, convertEol: true, allowProposedApi: true });
  await new Promise<void>((done) => terminal.write(output, done));
  const { active } = terminal.buffer;
  const lines = Array.from({ length: rows }, (_, row) => {
    const cells = Array.from({ length: columns }, (_, column) => active.getLine(row)?.getCell(column));
    return runsOf(cells, theme).filter(isVisible);
  });
  terminal.dispose();
  const height = lines.findLastIndex((line) => line.length > 0) + 1;
  const [svgWidth, svgHeight] = [columns * cellWidth + 2 * margin, height * cellHeight + 2 * margin];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${svgWidth} ${svgHeight}" width="${svgWidth}" height="${svgHeight}">`,
    `<rect x="0.5" y="0.5" width="${svgWidth - 1}" height="${svgHeight - 1}" rx="8" fill="${theme.screen}" stroke="${theme.border}"/>`,
    `<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="${fontSize}">`,
    ...lines.flatMap((line, row) => line.flatMap((run) => elementsOf(run, row))),
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

const isVisible = ({ text, background }: Run): boolean => background !== undefined || text.trim() !== "";

function runsOf(cells: readonly (IBufferCell | undefined)[], theme: Theme): readonly Run[] {
  const runs: Run[] = [];
  for (const [column, cell] of cells.entries()) {
    // The second cell of a wide character is empty.
    if (cell === undefined || cell.getWidth() === 0) continue;
    const run = { column, text: cell.getChars() || " ", ...lookOf(cell, theme) };
    const last = runs.at(-1);
    if (last === undefined || !isAlike(last, run)) runs.push(run);
    else runs.splice(-1, 1, { ...last, text: last.text + run.text });
  }
  return runs;
}

const isAlike = (one: Run, other: Run): boolean =>
  one.style === other.style && one.color === other.color && one.background === other.background;

function lookOf(cell: IBufferCell, { text, screen, palette }: Theme): Omit<Run, "column" | "text"> {
  const color = cell.isFgPalette() ? (palette[cell.getFgColor() % palette.length] ?? text) : text;
  const background = cell.isBgPalette() ? palette[cell.getBgColor() % palette.length] : undefined;
  const isInverse = cell.isInverse() !== 0;
  return {
    color: isInverse ? (background ?? screen) : color,
    background: isInverse ? color : background,
    style: `${cell.isBold() ? ' font-weight="bold"' : ""}${cell.isDim() ? ' opacity="0.65"' : ""}`,
  };
}

const escapes: Readonly<Record<string, string>> = { " ": "\u00a0", "&": "&amp;", "<": "&lt;", ">": "&gt;" };

const rounded = (size: number): string => String(Math.round(size * 10) / 10);

/**
 * Each text has an explicit length, because fonts differ in width. Spaces are non-breaking, because browsers
 * and site generators would collapse them.
 */
function elementsOf({ column, text, style, color, background }: Run, row: number): readonly string[] {
  const blanks = background === undefined ? text.length - text.trimStart().length : 0;
  const visibleText = background === undefined ? text.trim() : text;
  const x = rounded(margin + (column + blanks) * cellWidth);
  const y = margin + row * cellHeight;
  const width = rounded(visibleText.length * cellWidth);
  const content = visibleText.replace(/[ &<>]/g, (sign) => escapes[sign] ?? sign);
  const element = `<text x="${x}" y="${y + fontSize}" textLength="${width}" fill="${color}"${style}>${content}</text>`;
  if (background === undefined) return [element];
  return [`<rect x="${x}" y="${y}" width="${width}" height="${cellHeight}" fill="${background}"/>`, element];
}
