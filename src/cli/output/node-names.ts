import { escapeLine } from "./escape.ts";
import type { NodeNames, ShownColumn } from "./shape.ts";

/** The rows of a table with host names in the place of system ids, in the columns that hold those. */
export async function withNodeNames(
  columns: readonly ShownColumn[],
  rows: readonly (readonly string[])[],
  namesOf: NodeNames | undefined,
): Promise<readonly (readonly string[])[]> {
  const isNode = columns.map(({ as }) => as === "node");
  if (namesOf === undefined || !isNode.includes(true)) return rows;
  const ids = rows.flatMap((cells) =>
    cells.flatMap((cell, at) => (isNode[at] && cell !== "-" ? cell.split(",") : [])),
  );
  if (ids.length === 0) return rows;
  const names = await namesOf([...new Set(ids)]);
  const named = (cell: string) =>
    cell
      .split(",")
      .map((id) => escapeLine(names.get(id) ?? id))
      .join(",");
  return rows.map((cells) => cells.map((cell, at) => (isNode[at] ? named(cell) : cell)));
}
