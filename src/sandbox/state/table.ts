import { requireFound } from "./service-error.ts";

/** Simulated milliseconds since the epoch. */
export type SimulatedTime = number;
export type SystemId = string;
export type Username = string;

/** Rows by id. Ids are never reused. */
export interface Table<Row> {
  nextId: number;
  rows: Record<number, Row>;
}

export const emptyTable = <Row>(firstId = 1): Table<Row> => ({ nextId: firstId, rows: {} });

export function insert<Row>(table: Table<Row>, make: (id: number) => Row): Row {
  const id = table.nextId++;
  const row = make(id);
  table.rows[id] = row;
  return row;
}

export const rowsOf = <Row>(table: Table<Row>): Row[] => Object.values(table.rows);

export function findRow<Row>(table: Table<Row>, id: number | string | null | undefined): Row | undefined {
  const text = String(id);
  return /^\d{1,15}$/.test(text) ? table.rows[Number(text)] : undefined;
}

export const findNamedRow = <Row extends { readonly name: string }>(
  table: Table<Row>,
  idOrName: string | undefined,
): Row | undefined => findRow(table, idOrName) ?? rowsOf(table).find(({ name }) => name === idOrName);

export const requireNamedRow = <Row extends { readonly name: string }>(
  table: Table<Row>,
  idOrName: string | undefined,
  type: string,
): Row => requireFound(findNamedRow(table, idOrName), type);

export const requireRow = <Row>(table: Table<Row>, id: number | string | undefined, type: string): Row =>
  requireFound(findRow(table, id), type);

export const requireById = <Item extends { readonly id: number }>(
  items: readonly Item[],
  id: string | undefined,
  type: string,
): Item =>
  requireFound(
    items.find((each) => String(each.id) === id),
    type,
  );

/**
 * Returns the revision `to` and the older ones, which is a revision id or a negative number of steps back; undefined if there is no
 * such revision.
 */
export function revisionsUntil<Revision extends { readonly id: number }>(
  newestFirst: readonly Revision[],
  to: number,
): Revision[] | undefined {
  const index = to < 0 ? -to : newestFirst.findIndex(({ id }) => id === to);
  return newestFirst[index] === undefined ? undefined : newestFirst.slice(index);
}

export function removeRow<Row>(table: Table<Row>, id: number): void {
  delete table.rows[id];
}

export function removeFrom<Item>(list: Item[], item: Item): void {
  list.splice(list.indexOf(item), 1);
}

/** The first unused name of `<stem>0`, `<stem>1` and so on. */
export function nextName(rows: readonly { readonly name: string }[], stem: string): string {
  let number = 0;
  while (rows.some(({ name }) => name === `${stem}${number}`)) number += 1;
  return `${stem}${number}`;
}
