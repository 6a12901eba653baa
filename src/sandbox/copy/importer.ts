import { findRow, rowsOf, type Table } from "../state/table.ts";
import type { World } from "../state/world.ts";
import { type Row, textIn } from "./row.ts";

export interface CopyTarget {
  readonly world: World;
  readonly username: string;
  leaveOut(subject: string, why: string): void;
}

export type Importer = (target: CopyTarget, row: Row, parentId: string) => void;

export type Importers = Readonly<Record<string, Importer>>;

export function putRow<Item>(table: Table<Item>, id: number | undefined, item: (id: number) => Item): void {
  const rowId = id ?? table.nextId;
  table.rows[rowId] = item(rowId);
  table.nextId = Math.max(table.nextId, rowId + 1);
}

export function idOf<Item>(table: Table<Item>, nested: Row): number | undefined {
  const id = nested["id"];
  return typeof id === "number" && findRow(table, id) !== undefined ? id : undefined;
}

export const spaceIdOf = ({ state }: World, row: Row): number | null =>
  rowsOf(state.networks.spaces).find(({ name }) => name === textIn(row, "space"))?.id ?? null;
