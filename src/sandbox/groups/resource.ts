import { requireNamedRow, requireRow, rowsOf, type Table } from "../state/table.ts";
import type { World } from "../state/world.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, Handler } from "../wire/call.ts";
import { type FieldRule, type FormReader, readForm } from "../wire/form-reader.ts";

export interface Resource<Row, Values> {
  /** The row of the path; not found where it does not exist. */
  find(call: Call): Row;
  serialize(world: World, row: Row, call: Call): unknown;
  /** Refuses callers and states that what follows is not for: a creation, or a change of `own`. */
  readonly permit?: (call: Call, own?: Row) => unknown;
  /** What the service knows of the fields beyond the catalogue. */
  readonly rules?: readonly FieldRule[] | ((call: Call, own?: Row) => readonly FieldRule[]);
  /**
   * What the form holds of a new row, or of changes of `own`. What it or the rules find wrong is refused before
   * anything is done.
   */
  readonly read?: (form: FormReader, call: Call, own?: Row) => Values;
  /** The status of `create`, where it is not 200. */
  readonly created?: 200 | 201;
}

/** What the usual operations do, beside finding, reading and answering. */
export interface Actions<Row, Values> {
  /** The rows of the list, in its order. */
  rows(call: Call): readonly Row[];
  create(call: Call, values: Values): Row;
  update(call: Call, row: Row, values: Values): unknown;
  remove(world: World, row: Row, call: Call): void;
}

interface Ids<Plural extends string, Single extends string> {
  readonly find: `${Single}.read`;
  readonly rows: `${Plural}.list`;
  readonly create: `${Plural}.create`;
  readonly update: `${Single}.update`;
  readonly remove: `${Single}.delete`;
}

type HandlersFor<Plural extends string, Single extends string, Given> = {
  readonly [Name in keyof Given & keyof Ids<Plural, Single> as Ids<Plural, Single>[Name]]: Handler;
};

/** The handlers of list, create, read, update and delete: of those of them that are given. */
export function resource<
  Plural extends string,
  Single extends string,
  Row,
  Values,
  Given extends Partial<Actions<Row, Values>>,
>(
  [plural, single]: readonly [Plural, Single],
  given: Resource<Row, Values> & Given,
): HandlersFor<Plural, Single, Given & Resource<Row, Values>> {
  const { find, serialize, permit, rules, read, created }: Resource<Row, Values> = given;
  const { rows, create, update, remove }: Partial<Actions<Row, Values>> = given;
  const valuesOf = (call: Call, own?: Row): Values => {
    permit?.(call, own);
    // Without a reader the action reads what it needs, and takes no values.
    if (read === undefined) return undefined as Values;
    const form = readForm(call, typeof rules === "function" ? rules(call, own) : rules);
    const values = read(form, call, own);
    form.check();
    return values;
  };
  const answer = (call: Call, row: Row, status?: 200 | 201) => json(serialize(call.world, row, call), status);
  const made: Record<string, Handler> = { [`${single}.read`]: (call) => answer(call, find(call)) };
  if (rows !== undefined)
    made[`${plural}.list`] = (call) => json(rows(call).map((row) => serialize(call.world, row, call)));
  if (create !== undefined)
    made[`${plural}.create`] = (call) => answer(call, create(call, valuesOf(call)), created);
  if (update !== undefined)
    made[`${single}.update`] = (call) => {
      const row = find(call);
      update(call, row, valuesOf(call, row));
      return answer(call, row);
    };
  if (remove !== undefined)
    made[`${single}.delete`] = (call) => {
      const row = find(call);
      permit?.(call, row);
      remove(call.world, row, call);
      return empty(204);
    };
  return made as HandlersFor<Plural, Single, Given & Resource<Row, Values>>;
}

/** Changes of which each replaces the member of its name. */
export const assign = <Row extends object>(_call: Call, row: Row, values: Partial<Row>): Row =>
  Object.assign(row, values);

/** The handler of an operation that answers with nothing. */
export const withoutContent =
  (act: (call: Call) => void): Handler =>
  (call) => {
    act(call);
    return empty(204);
  };

/** The rows of a table, each found by the path's `id`, which may be a name. */
export const inNamedTable = <Row extends { readonly name: string }>(
  tableOf: (world: World) => Table<Row>,
  type: string,
) => ({
  rows: ({ world }: Call): Row[] => rowsOf(tableOf(world)),
  find: ({ world, path }: Call): Row => requireNamedRow(tableOf(world), path.id, type),
});

/** The rows of a table, each found by the path's `id`. */
export const inTable = <Row>(tableOf: (world: World) => Table<Row>, type: string) => ({
  rows: ({ world }: Call): Row[] => rowsOf(tableOf(world)),
  find: ({ world, path }: Call): Row => requireRow(tableOf(world), path.id, type),
});
