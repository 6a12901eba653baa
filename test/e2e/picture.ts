import xterm, { type IBufferCell } from "@xterm/headless";

/** Text colours of a theme: of no colour, then of the palette's first colours, and of the screen behind them. */
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

interface Run {
  readonly column: number;
  readonly text: string;
  readonly style: string;
  readonly fill: string;
  readonly behind: string | undefined;
}

const cell = { width: 8.4, height: 19, margin: 16, fontSize: 14 };

/** Draws what a terminal of that size shows after `output`, without the empty rows at its end. */
export async function drawScreen(
  output: string,
  { columns, rows }: { readonly columns: number; readonly rows: number },
  theme: Theme,
): Promise<string> {
  const terminal = new xterm.Terminal({ cols: columns, rows, convertEol: true, allowProposedApi: true });
  await new Promise<void>((done) => terminal.write(output, done));
  const { active } = terminal.buffer;
  const lines = Array.from({ length: rows }, (_, row) =>
    runsOf((column) => active.getLine(row)?.getCell(column), columns, theme),
  );
  terminal.dispose();
  const used = lines.slice(0, lines.findLastIndex((line) => line.some(isVisible)) + 1);
  const [width, height] = [columns * cell.width, used.length * cell.height].map(
    (size) => size + 2 * cell.margin,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<rect x="0.5" y="0.5" width="${Number(width) - 1}" height="${Number(height) - 1}" rx="8" fill="${theme.screen}" stroke="${theme.border}"/>`,
    `<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="${cell.fontSize}" xml:space="preserve">`,
    ...used.flatMap((line, row) => line.filter(isVisible).flatMap((run) => elementsOf(run, row))),
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

const isVisible = ({ text, behind }: Run): boolean => behind !== undefined || text.trim() !== "";

function runsOf(
  at: (column: number) => IBufferCell | undefined,
  columns: number,
  theme: Theme,
): readonly Run[] {
  const runs: Run[] = [];
  for (let column = 0; column < columns; column += 1) {
    const found = at(column);
    // The second half of a wide character is empty.
    if (found === undefined || found.getWidth() === 0) continue;
    const next = { column, text: found.getChars() || " ", ...lookOf(found, theme) };
    const last = runs.at(-1);
    if (last === undefined || !isAlike(last, next)) runs.push(next);
    else runs.splice(-1, 1, { ...last, text: last.text + next.text });
  }
  return runs;
}

const isAlike = (one: Run, other: Run): boolean =>
  one.style === other.style && one.fill === other.fill && one.behind === other.behind;

function lookOf(
  found: IBufferCell,
  { text, screen, palette }: Theme,
): Pick<Run, "style" | "fill" | "behind"> {
  const colour = (isOfPalette: boolean, index: number) =>
    isOfPalette ? (palette[index % palette.length] ?? text) : undefined;
  const front = colour(found.isFgPalette(), found.getFgColor()) ?? text;
  const back = colour(found.isBgPalette(), found.getBgColor());
  const isInverse = found.isInverse() !== 0;
  return {
    style: `${found.isBold() ? ' font-weight="bold"' : ""}${found.isDim() ? ' opacity="0.65"' : ""}`,
    fill: isInverse ? (back ?? screen) : front,
    behind: isInverse ? front : back,
  };
}

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

const rounded = (size: number): string => String(Math.round(size * 10) / 10);

/** A run of equal cells; its length is given, as fonts differ in theirs. */
function elementsOf({ column, text, style, fill, behind }: Run, row: number): readonly string[] {
  const blanks = behind === undefined ? text.length - text.trimStart().length : 0;
  const shown = behind === undefined ? text.trim() : text;
  const [x, y] = [cell.margin + (column + blanks) * cell.width, cell.margin + row * cell.height];
  const length = rounded(shown.length * cell.width);
  const words = shown.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign);
  const baseline = rounded(y + 14);
  return [
    ...(behind === undefined
      ? []
      : [
          `<rect x="${rounded(x)}" y="${rounded(y)}" width="${length}" height="${cell.height}" fill="${behind}"/>`,
        ]),
    `<text x="${rounded(x)}" y="${baseline}" textLength="${length}" fill="${fill}"${style}>${words}</text>`,
  ];
}
