import { escapeLine } from "./escape.ts";

/**
 * One record of CSV (RFC 4180), its line end a bare line feed as other tools of the shell write it. A value
 * that a spreadsheet would take for a formula is left alone: the data stays what the service sent.
 */
export function csvRecord(values: readonly string[], isTerminal: boolean): string {
  // Readers of CSV skip an empty line.
  if (values.length === 1 && values[0] === "") return '""\n';
  const fields = values.map((value) => {
    const text = isTerminal ? escapeLine(value) : value;
    return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${fields.join(",")}\n`;
}

const tsvEscapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/**
 * One record of TSV: tabs, line ends and backslashes in a value as `\t`, `\n`, `\r` and `\\`, so that a line
 * is a record.
 */
export function tsvRecord(values: readonly string[], isTerminal: boolean): string {
  const fields = values.map((value) => {
    const text = value.replace(/[\\\t\n\r]/g, (character) => tsvEscapes[character] ?? character);
    return isTerminal ? escapeLine(text) : text;
  });
  return `${fields.join("\t")}\n`;
}
