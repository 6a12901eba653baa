import { findRow, rowsOf, type Table } from "../state/table.ts";
import type { World } from "../state/world.ts";
import { type Row, textIn } from "./row.ts";

export interface Filling {
  readonly world: World;
  readonly username: string;
  /** Reports objects that the copy cannot have, such as `machines`, and why. */
  leaveOut(subject: string, why: string): void;
}

/** Puts one element of an answer into the state; `of` is the id of the object that it belongs to. */
export type Fill = (filling: Filling, row: Row, of: string) => void;

export type Fills = Readonly<Record<string, Fill>>;

export function put<Item>(table: Table<Item>, id: number | undefined, item: (id: number) => Item): void {
  const used = id ?? table.nextId;
  table.rows[used] = item(used);
  table.nextId = Math.max(table.nextId, used + 1);
}

/** The id of the row that a nested object refers to; undefined for none. */
export function idOf<Item>(table: Table<Item>, nested: Row): number | undefined {
  const id = nested["id"];
  return typeof id === "number" && findRow(table, id) !== undefined ? id : undefined;
}

export const spaceIdOf = ({ state }: World, row: Row): number | null =>
  rowsOf(state.networks.spaces).find(({ name }) => name === textIn(row, "space"))?.id ?? null;
