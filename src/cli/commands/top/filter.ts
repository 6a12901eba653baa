import { type ColumnId, columns, sortKey, type TopMachine } from "./machines.ts";

/** One word of a typed filter. */
interface Word {
  readonly column: ColumnId | undefined;
  readonly text: string;
  readonly isNegated: boolean;
}

/**
 * The machines that a typed filter means: each of its words has to stand somewhere in the machine. `status:ready` looks
 * in one column alone, and `!` before a word means the machines without it. Case does not count.
 */
export function matching(machines: readonly TopMachine[], filter: string): readonly TopMachine[] {
  const words = wordsIn(filter);
  if (words.length === 0) return machines;
  return machines.filter((machine) =>
    words.every(({ column, text, isNegated }) => {
      const where = column === undefined ? machine.text : machine.cells[column].toLowerCase();
      return where.includes(text) !== isNegated;
    }),
  );
}

function wordsIn(filter: string): readonly Word[] {
  return filter
    .toLowerCase()
    .split(" ")
    .flatMap((typed) => {
      const isNegated = typed.startsWith("!");
      const word = isNegated ? typed.slice(1) : typed;
      const at = word.search(/[:=]/);
      const column = at === -1 ? undefined : columnOf(word.slice(0, at));
      const text = column === undefined ? word : word.slice(at + 1);
      return text === "" ? [] : [{ column, text, isNegated }];
    });
}

/** A column by its header, in the singular or plural. */
const columnOf = (name: string): ColumnId | undefined =>
  columns.find(({ id }) => id === name || id === `${name}s` || `${id}s` === name)?.id;

export interface Order {
  readonly column: ColumnId;
  readonly isDescending: boolean;
}

/** The machines in an order; those that are equal in it by name. */
export function sorted(
  machines: readonly TopMachine[],
  { column, isDescending }: Order,
): readonly TopMachine[] {
  const sign = isDescending ? -1 : 1;
  return machines
    .map((machine) => ({ machine, key: sortKey(machine, column), name: sortKey(machine, "name") }))
    .sort((a, b) => sign * compare(a.key, b.key) || compare(a.name, b.name))
    .map(({ machine }) => machine);
}

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);
