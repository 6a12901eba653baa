import type { Page, Row } from "./page.ts";

/** Writes a page as help text, `width` columns wide. */
export function helpText(page: Page, width: number): string {
  return layOut(
    [
      `${page.summary}.`,
      `Usage: ${page.usage}`,
      ...page.sections.map(({ title, rows }) => ({ title, rows })),
      ...(page.notes.length === 0 ? [] : [page.notes.join(" ")]),
      ...(page.example === undefined ? [] : [`Example: ${page.example}`]),
      "Options that every command takes: svc --help",
    ],
    width,
  );
}

/** Writes paragraphs and tables of terms, folded to `width` columns with the meanings aligned. */
export function layOut(
  blocks: readonly (string | { readonly title: string; readonly rows: readonly Row[] })[],
  width: number,
): string {
  const columns = Math.max(40, Math.min(width, 110));
  const text = blocks.map((block) =>
    typeof block === "string"
      ? fold(block, columns, block.startsWith("Example: ") || block.startsWith("Usage: ") ? 7 : 0).join("\n")
      : [`${block.title}:`, ...table(block.rows, columns)].join("\n"),
  );
  return `${text.join("\n\n")}\n`;
}

/** Terms wider than this get a line of their own. */
const widestTerm = 32;

function table(rows: readonly Row[], columns: number): readonly string[] {
  const indent =
    Math.min(widestTerm, Math.floor(columns / 2), Math.max(...rows.map(([term]) => term.length))) + 4;
  return rows.flatMap(([term, meaning]) => {
    const [first = "", ...others] = fold(meaning, columns - indent, 0);
    const following = others.map((line) => " ".repeat(indent) + line);
    const start = `  ${term}`;
    return start.length + 2 > indent
      ? [start, ...(first === "" ? [] : [" ".repeat(indent) + first]), ...following]
      : [start.padEnd(indent) + first, ...following];
  });
}

/** Folds at spaces; a word longer than the line stays whole. */
function fold(text: string, columns: number, hanging: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = " ".repeat(hanging) + word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
