import Table from "cli-table3";
import { gap } from "./fit.ts";

const edges = [
  "top",
  "top-mid",
  "top-left",
  "top-right",
  "bottom",
  "bottom-mid",
  "bottom-left",
  "bottom-right",
  "left",
  "left-mid",
  "mid",
  "mid-mid",
  "right",
  "right-mid",
];

/**
 * Rows drawn by cli-table3 without borders; the cells fit their columns already. In a file of its own, loaded
 * when it is needed, for a bundler keeps the names of such a package only where they are imported statically.
 */
export function drawTable(rows: readonly string[][], widths: readonly number[]): string {
  const table = new Table({
    chars: { ...Object.fromEntries(edges.map((edge) => [edge, ""])), middle: " ".repeat(gap) },
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0, compact: true },
    colWidths: [...widths],
  });
  table.push(...rows);
  return table
    .toString()
    .split("\n")
    .map((text) => text.trimEnd())
    .join("\n");
}
