interface Position {
  readonly line: number;
  readonly column: number;
}

interface Cell extends Position {
  readonly text: string;
}

type CsvRow = { readonly cells: readonly Cell[] } | (Position & { readonly fault: string });

export const firstLine = (text: string): string => /^(?![ \t]*(?:#|$)).*/m.exec(text)?.[0] ?? "";

export const separatorOf = (text: string): string => /[,;\t]/.exec(firstLine(text))?.[0] ?? ",";

/**
 * Reads separated values as in RFC 4180. Skips empty rows and lines that begin with #; trims cells. Lines end with a
 * line feed. Stops at the first fault, because the rest would be misread.
 */
export function* csvRows(text: string, separator: string): Generator<CsvRow> {
  const endOfCell = new RegExp(`[${separator}\n]|$`, "g");
  let [at, line, lineStart] = [0, 1, 0];
  while (at < text.length) {
    const cells: Cell[] = [];
    do {
      while (text[at] === " ") at += 1;
      const position = { line, column: at - lineStart + 1 };
      const isComment = cells.length === 0 && text[at] === "#";
      const quoted: string[] = [];
      while (text[at] === '"') {
        const quote = text.indexOf('"', at + 1);
        if (quote === -1) return yield { fault: "a quoted cell is not closed", ...position };
        const piece = text.slice(at + 1, quote);
        for (const { index } of piece.matchAll(/\n/g)) [line, lineStart] = [line + 1, at + index + 2];
        quoted.push(piece);
        at = quote + 1;
      }
      const endPattern = isComment ? /\n|$/g : endOfCell;
      endPattern.lastIndex = at;
      const end = endPattern.exec(text)?.index ?? text.length;
      const rest = isComment ? "" : text.slice(at, end).trim();
      if (quoted.length > 0 && rest !== "") {
        const fault = 'text follows the closing quote of a cell; inside a cell, write a quote as ""';
        return yield { fault, ...position };
      }
      cells.push({ text: quoted.length > 0 ? quoted.join('"') : rest, ...position });
      at = end + 1;
    } while (text[at - 1] === separator);
    if (cells.some((cell) => cell.text !== "")) yield { cells };
    [line, lineStart] = [line + 1, at];
  }
}
