import { resultUnless } from "../state/service-error.ts";
import { removeRow, requireRow, rowsOf, type Table } from "../state/table.ts";
import type { World } from "../state/world.ts";
import { type Answer, empty, json } from "../wire/answers.ts";
import type { AnonymousCall, Call, Handler } from "../wire/call.ts";
import { type FieldRule, type FormReader, readForm } from "../wire/form-reader.ts";

export interface Resource<Row, Values> {
  find(call: Call): Row;
  serialize(world: World, row: Row, call: Call): unknown;
  /** Throws if the caller may not create a row, or may not change or remove `current`. */
  readonly permit?: (call: Call, current?: Row) => unknown;
  /** Rules that are not in the catalogue. */
  readonly rules?: readonly FieldRule[] | ((call: Call, current?: Row) => readonly FieldRule[]);
  /** Returns the values of a new row or the changes of `current`. */
  readonly read?: (form: FormReader, call: Call, current?: Row) => Values;
  readonly createdStatus?: 200 | 201;
  /** Deleting an unknown row answers 204 instead of 404. */
  readonly mayBeAbsent?: true;
}

export interface Actions<Row, Values> {
  rows(call: Call): readonly Row[];
  create(call: Call, values: Values): Row;
  update(call: Call, row: Row, values: Values): unknown;
  remove(world: World, row: Row, call: Call): void;
}

interface Ids<Plural extends string, Singular extends string> {
  readonly find: `${Singular}.read`;
  readonly rows: `${Plural}.list`;
  readonly create: `${Plural}.create`;
  readonly update: `${Singular}.update`;
  readonly remove: `${Singular}.delete`;
}

type HandlersFor<Plural extends string, Singular extends string, Definition> = {
  readonly [Name in keyof Definition & keyof Ids<Plural, Singular> as Ids<Plural, Singular>[Name]]: Handler;
};

export function resource<
  Plural extends string,
  Singular extends string,
  Row,
  Values,
  Definition extends Partial<Actions<Row, Values>>,
>(
  [plural, singular]: readonly [Plural, Singular],
  definition: Resource<Row, Values> & Definition,
): HandlersFor<Plural, Singular, Definition & Resource<Row, Values>> {
  const { find, serialize, permit, rules, read, createdStatus, mayBeAbsent }: Resource<Row, Values> =
    definition;
  const { rows, create, update, remove }: Partial<Actions<Row, Values>> = definition;
  const readValues = (call: Call, current?: Row): Values => {
    permit?.(call, current);
    if (read === undefined) return undefined as Values;
    const fieldRules = typeof rules === "function" ? rules(call, current) : rules;
    return readValidValues(call, (form) => read(form, call, current), fieldRules);
  };
  const answer = (call: Call, row: Row, status?: 200 | 201) => json(serialize(call.world, row, call), status);
  const handlers: Record<string, Handler> = { [`${singular}.read`]: (call) => answer(call, find(call)) };
  if (rows !== undefined)
    handlers[`${plural}.list`] = (call) => json(rows(call).map((row) => serialize(call.world, row, call)));
  if (create !== undefined)
    handlers[`${plural}.create`] = (call) => answer(call, create(call, readValues(call)), createdStatus);
  if (update !== undefined)
    handlers[`${singular}.update`] = (call) => {
      const row = find(call);
      update(call, row, readValues(call, row));
      return answer(call, row);
    };
  if (remove !== undefined)
    handlers[`${singular}.delete`] = (call) => {
      const row = mayBeAbsent ? resultUnless("notFound", () => find(call)) : find(call);
      if (row === undefined) return empty(204);
      permit?.(call, row);
      remove(call.world, row, call);
      return empty(204);
    };
  return handlers as HandlersFor<Plural, Singular, Definition & Resource<Row, Values>>;
}

/** Reports all errors of a form together, before anything changes. */
export function readValidValues<Values>(
  call: AnonymousCall,
  read: (form: FormReader) => Values,
  rules?: readonly FieldRule[],
): Values {
  const form = readForm(call, rules);
  const values = read(form);
  form.throwErrors();
  return values;
}

export const assign = <Row extends object>(_call: Call, row: Row, values: Partial<Row>): Row =>
  Object.assign(row, values);

export const withoutContent =
  (act: (call: Call) => void): Handler =>
  (call) => {
    act(call);
    return empty(204);
  };

type TagChange = (tags: readonly string[], tag: string) => string[];

export function tagHandlers<Singular extends string>(
  singular: Singular,
  change: (call: Call, changeTags: TagChange) => Answer,
): Readonly<Record<`${Singular}.${"add_tag" | "remove_tag"}`, Handler>> {
  const add: Handler = (call) => change(call, (tags, tag) => [...new Set([...tags, tag])]);
  const remove: Handler = (call) => change(call, (tags, tag) => tags.filter((each) => each !== tag));
  return { [`${singular}.add_tag`]: add, [`${singular}.remove_tag`]: remove } as ReturnType<
    typeof tagHandlers<Singular>
  >;
}

/** Rows are found by their ids, or also by their names with `requireNamedRow`. */
export const tableAccess = <Row extends { readonly id: number }>(
  tableOf: (world: World) => Table<Row>,
  type: string,
  requireInTable: (table: Table<Row>, id: string | undefined, type: string) => Row = requireRow,
) => ({
  rows: ({ world }: Call): Row[] => rowsOf(tableOf(world)),
  find: ({ world, path }: Call): Row => requireInTable(tableOf(world), path.id, type),
  remove: (world: World, { id }: Row): void => removeRow(tableOf(world), id),
});
