import { requireNamedRow, requireRow, rowsOf, type Table } from "../state/table.ts";
import type { World } from "../state/world.ts";
import { empty, json } from "../wire/answers.ts";
import type { Call, Handler } from "../wire/call.ts";

interface Resource<Row> {
  /** The row of the path; not found where it does not exist. */
  find(call: Call): Row;
  serialize(world: World, row: Row, call: Call): unknown;
  /** The status of `create`, where it is not 200. */
  readonly created?: 200 | 201;
}

/** What the usual operations do, beside finding and answering. */
interface Actions<Row> {
  /** The rows of the list, in its order. */
  rows(call: Call): readonly Row[];
  create(call: Call): Row;
  update(call: Call, row: Row): void;
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
  Given extends Partial<Actions<Row>>,
>(
  [plural, single]: readonly [Plural, Single],
  given: Resource<Row> & Given,
): HandlersFor<Plural, Single, Given & Resource<Row>> {
  const { find, serialize, created }: Resource<Row> = given;
  const { rows, create, update, remove }: Partial<Actions<Row>> = given;
  const made: Record<string, Handler> = {
    [`${single}.read`]: (call) => json(serialize(call.world, find(call), call)),
  };
  if (rows !== undefined)
    made[`${plural}.list`] = (call) => json(rows(call).map((row) => serialize(call.world, row, call)));
  if (create !== undefined)
    made[`${plural}.create`] = (call) => json(serialize(call.world, create(call), call), created);
  if (update !== undefined)
    made[`${single}.update`] = (call) => {
      const row = find(call);
      update(call, row);
      return json(serialize(call.world, row, call));
    };
  if (remove !== undefined)
    made[`${single}.delete`] = (call) => {
      remove(call.world, find(call), call);
      return empty(204);
    };
  return made as HandlersFor<Plural, Single, Given & Resource<Row>>;
}

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
