/** A terminal emulator with `columns` columns. */
export function openScreen(columns: number) {
  const rows: string[] = [""];
  let row = 0;
  let column = 0;
  const moveTo = (newRow: number) => {
    row = newRow;
    column = 0;
    while (rows.length <= row) rows.push("");
  };
  return {
    write: (text: string) => {
      for (const [piece, count = "", command] of text.matchAll(/\u001b\[(\d*)([AJK])|./gs)) {
        const line = rows[row] ?? "";
        if (command === "A") row = Math.max(0, row - Number(count));
        else if (command !== undefined) {
          rows[row] = line.slice(0, column);
          if (command === "J") rows.length = row + 1;
        } else if (piece === "\r") column = 0;
        else if (piece === "\n") moveTo(row + 1);
        else {
          if (column === columns) moveTo(row + 1);
          const before = (rows[row] ?? "").padEnd(column);
          rows[row] = `${before.slice(0, column)}${piece}${before.slice(column + 1)}`;
          column += 1;
        }
      }
    },
    /** The lines on the screen, without empty ones at the end. */
    shown: () => rows.join("\n").trimEnd().split("\n"),
  };
}

/** Wraps a line as a terminal of this width does. */
export const foldedAt = (columns: number, line: string): readonly string[] =>
  line === "" ? [""] : (line.match(new RegExp(`.{1,${columns}}`, "g")) ?? []);
