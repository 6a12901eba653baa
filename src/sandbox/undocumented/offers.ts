import type { Field, Operation, PathParameter } from "../../catalogue/operation.ts";
import { resource as operationsOf } from "../../catalogue/resource.ts";
import { type Actions, type Resource, resource } from "../groups/resource.ts";
import type { Handler } from "../wire/call.ts";

/** An operation that the documents do not describe, and what answers it. */
interface Offer {
  readonly operation: Operation;
  readonly handler: Handler;
}

/** By the id of the operation. */
export type Offers = Readonly<Record<string, Offer>>;

export const offer = (operation: Operation, handler: Handler): Offer => ({ operation, handler });

interface Description {
  /** The path of the list, and that of one row. */
  readonly paths: readonly [all: string, one: string];
  readonly parameters: readonly PathParameter[];
  /** One row, with its article, and several. */
  readonly words: readonly [one: string, several: string];
  /** Of a new row; an update takes the same ones, and requires none. */
  readonly fields?: readonly Field[];
  readonly removalFields?: readonly Field[];
  /** What else a deletion does. */
  readonly removal?: string;
}

/**
 * The usual operations of a resource, in one row: everybody reads, administrators change. What is offered are the
 * actions that there are.
 */
export function offerResource<Row, Values>(
  ids: readonly [plural: string, single: string],
  { paths, parameters, words, fields = [], removalFields = [], removal = "" }: Description,
  actions: Resource<Row, Values> & Partial<Actions<Row, Values>>,
): Offers {
  const [plural, single] = ids;
  const [all, one] = [operationsOf(paths[0]), operationsOf(paths[1], parameters)];
  const [word, several] = words;
  const changes = fields.map(({ required: _required, default: _default, ...field }) => field);
  const operations: Readonly<Record<string, Operation>> = {
    [`${plural}.list`]: all.list("anyone", `List the ${several}`),
    [`${plural}.create`]: all.create("admin", `Create ${word}`, { fields }),
    [`${single}.read`]: one.read("anyone", `Show ${word}`),
    [`${single}.update`]: one.update("admin", `Change ${word}`, { fields: changes }),
    [`${single}.delete`]: one.remove("admin", `Delete ${word}${removal}`, {
      fields: removalFields,
      success: 204,
    }),
  };
  const handlers: Readonly<Record<string, Handler>> = resource(ids, actions);
  return Object.fromEntries(
    Object.entries(operations).flatMap(([id, operation]) => {
      const handler = handlers[id];
      return handler === undefined ? [] : [[id, offer(operation, handler)]];
    }),
  );
}
