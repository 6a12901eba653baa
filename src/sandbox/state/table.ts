import { requireFound } from "./domain-error.ts";

/** Rows by their number; numbers are given out once. */
export interface Table<Row> {
  nextId: number;
  rows: Record<number, Row>;
}

export const emptyTable = <Row>(firstId = 1): Table<Row> => ({ nextId: firstId, rows: {} });

/** Adds the row that `make` builds for the next number. */
export function insert<Row>(table: Table<Row>, make: (id: number) => Row): Row {
  const id = table.nextId++;
  const row = make(id);
  table.rows[id] = row;
  return row;
}

export const rowsOf = <Row>(table: Table<Row>): Row[] => Object.values(table.rows);

/** The row of that number; undefined for any text that is not the number of a row. */
export function findRow<Row>(table: Table<Row>, id: number | string | null | undefined): Row | undefined {
  const text = String(id);
  return /^\d{1,15}$/.test(text) ? table.rows[Number(text)] : undefined;
}

/** As `requireRow`, of rows that may be called by their names too; a number comes first. */
export const requireNamedRow = <Row extends { readonly name: string }>(
  table: Table<Row>,
  idOrName: string | undefined,
  type: string,
): Row => requireFound(findRow(table, idOrName) ?? rowsOf(table).find(({ name }) => name === idOrName), type);

/** The row that a path names; not found where it does not exist. `type` is the word for one of the rows. */
export const requireRow = <Row>(table: Table<Row>, id: number | string | undefined, type: string): Row =>
  requireFound(findRow(table, id), type);

/** The item of a list that a path names; not found where it does not exist. */
export const requireItem = <Item extends { readonly id: number }>(
  items: readonly Item[],
  id: string | undefined,
  type: string,
): Item =>
  requireFound(
    items.find((each) => String(each.id) === id),
    type,
  );

export function removeRow<Row>(table: Table<Row>, id: number): void {
  delete table.rows[id];
}

export function removeFrom<Item>(list: Item[], item: Item): void {
  list.splice(list.indexOf(item), 1);
}
