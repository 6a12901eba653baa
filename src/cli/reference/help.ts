import type { Block, Page, Row } from "./page.ts";

export const helpText = (page: Page, width: number): string =>
  layOut(
    [
      `${page.summary}.`,
      { line: `Usage: ${page.usage}` },
      ...(page.aliases.length === 0 ? [] : [{ line: `Also: ${page.aliases.join(", ")}` }]),
      ...page.sections,
      ...(page.notes.length === 0
        ? []
        : [{ title: "Notes", rows: page.notes.map((note): Row => ["", note]) }]),
      ...(page.preparation === undefined ? [] : [{ command: page.preparation, label: "Prepare" }]),
      ...(page.example === undefined ? [] : [{ command: page.example, label: "Example" }]),
      `Options that every command takes: svc --help${page.readsSites ? "; several sites: -p east,west" : ""}`,
    ],
    width,
  );

/** A line whose folded parts are indented, or a command that stays valid in a shell when folded. */
export type HelpBlock =
  | Block
  | { readonly line: string }
  | { readonly command: string; readonly label: string };

export function layOut(blocks: readonly HelpBlock[], width: number): string {
  const columns = Math.max(40, Math.min(width, 110));
  return `${blocks.map((block) => layOutBlock(block, columns)).join("\n\n")}\n`;
}

function layOutBlock(block: HelpBlock, columns: number): string {
  if (typeof block === "string") return fold(block, columns).join("\n");
  if ("line" in block) return fold(block.line, columns, 7).join("\n");
  if ("command" in block)
    return `${block.label}: ${foldCommand(block.command, columns - 9).join("\n         ")}`;
  return [`${block.title}:`, ...table(block.rows, columns)].join("\n");
}

const widestTerm = 32;

function table(rows: readonly Row[], columns: number): readonly string[] {
  if (rows.every(([, meaning]) => meaning === ""))
    return fold(rows.map(([term]) => term).join(", "), columns - 2).map((line) => `  ${line}`);
  const widest = Math.max(...rows.map(([term]) => term.length));
  const indent = widest === 0 ? 2 : Math.min(widestTerm, Math.floor(columns / 2), widest) + 4;
  return rows.flatMap(([term, meaning]) => {
    if (term === "") return fold(meaning, columns - indent, 2).map((line) => " ".repeat(indent) + line);
    const [first = "", ...others] = fold(meaning, columns - indent);
    const following = others.map((line) => " ".repeat(indent) + line);
    const start = `  ${term}`;
    return start.length + 2 > indent
      ? [
          ...fold(term, columns - 2, 2).map((line) => `  ${line}`),
          ...(first === "" ? [] : [" ".repeat(indent) + first]),
          ...following,
        ]
      : [(start.padEnd(indent) + first).trimEnd(), ...following];
  });
}

/** Folds at spaces or between `words`; of longer words, only lists of choices break. */
function fold(
  text: string,
  columns: number,
  hanging = 0,
  words = text.split(" ").flatMap((word) => (word.length > columns ? word.split(/(?<=\|)/) : [word])),
): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    const space = line === "" || /[^ ]\|$/.test(line) ? "" : " ";
    if (line !== "" && line.length + space.length + word.length > columns) {
      lines.push(line);
      line = " ".repeat(hanging) + word;
    } else {
      line += space + word;
    }
  }
  return [...lines, line];
}

export function foldCommand(command: string, columns: number): readonly string[] {
  const lines = fold(command, columns - 2, 2, command.match(/(?:'[^']*'|[^\s'])+/g) ?? []);
  return lines.map((line, index) => (index < lines.length - 1 ? `${line} \\` : line));
}
