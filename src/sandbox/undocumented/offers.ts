import { text } from "../../catalogue/field.ts";
import type { Field, Operation, PathParameter, Permission } from "../../catalogue/operation.ts";
import { resource as operationsOf, withName } from "../../catalogue/resource.ts";
import { type Tagged, taggingHandlers } from "../groups/path-nodes.ts";
import { type Actions, type Resource, resource } from "../groups/resource.ts";
import type { Handler } from "../wire/call.ts";

/** An undocumented operation and its handler. */
interface Offer {
  readonly operation: Operation;
  readonly handler: Handler;
}

/** By operation id. */
export type Offers = Readonly<Record<string, Offer>>;

type Facts = Partial<Omit<Operation, "options" | "fields">>;
type Make = (
  who: Permission,
  summary: string,
  handler: Handler,
  fields?: readonly Field[],
  facts?: Facts,
) => Offers;
type MakeNamed = (name: string, ...offer: Parameters<Make>) => Offers;

/** Operation ids begin with `resource`. */
export function offersAt(resource: string, path: string, parameters: readonly PathParameter[] = []) {
  const operations = operationsOf(path, parameters);
  const offering =
    (kind: keyof typeof operations, name: string, usual: Facts = {}): Make =>
    (who, summary, handler, fields = [], facts = {}) => ({
      [`${resource}.${name}`]: {
        operation: withName(operations[kind](who, summary, { ...usual, ...facts, fields }), name),
        handler,
      },
    });
  const named =
    (kind: "get" | "post"): MakeNamed =>
    (name, ...offer) =>
      offering(kind, name)(...offer);
  return {
    list: offering("list", "list"),
    create: offering("create", "create"),
    read: offering("read", "read"),
    update: offering("update", "update"),
    remove: offering("remove", "delete", { success: 204 }),
    get: named("get"),
    post: named("post"),
  };
}

export interface Description {
  /** Paths of the list and of one row. */
  readonly paths: readonly [all: string, one: string];
  readonly parameters: readonly PathParameter[];
  /** Singular with its article, and plural. */
  readonly words: readonly [one: string, several: string];
  /** Required only by create. */
  readonly fields?: readonly Field[];
  readonly removalFields?: readonly Field[];
  readonly removal?: string;
}

/** Offers each action present: everybody reads, administrators change. */
export function offerResource<Row, Values>(
  ids: readonly [plural: string, single: string],
  { paths, parameters, words, fields = [], removalFields = [], removal = "" }: Description,
  actions: Resource<Row, Values> & Partial<Actions<Row, Values>>,
): Offers {
  const [plural, single] = ids;
  const [all, one] = [offersAt(plural, paths[0]), offersAt(single, paths[1], parameters)];
  const [word, several] = words;
  const handlers: Readonly<Record<string, Handler>> = resource(ids, actions);
  const changes = fields.map(({ required: _required, default: _default, ...field }) => field);
  const offered = (
    make: Make,
    id: string,
    who: Permission,
    summary: string,
    fields?: readonly Field[],
  ): Offers => {
    const handler = handlers[id];
    return handler === undefined ? {} : make(who, summary, handler, fields);
  };
  return {
    ...offered(all.list, `${plural}.list`, "anyone", `List the ${several}`),
    ...offered(all.create, `${plural}.create`, "admin", `Create ${word}`, fields),
    ...offered(one.read, `${single}.read`, "anyone", `Show ${word}`),
    ...offered(one.update, `${single}.update`, "admin", `Change ${word}`, changes),
    ...offered(one.remove, `${single}.delete`, "admin", `Delete ${word}${removal}`, removalFields),
  };
}

/** Offers to tag what a node has, whatever the status of the node. */
export function offerTags<Row extends { tags: string[] }>(
  one: ReturnType<typeof offersAt>,
  who: Permission,
  word: string,
  tagged: Tagged<Row>,
): Offers {
  const handlers = taggingHandlers("row", tagged);
  const fields = [text("tag", "tag", { required: true })];
  return {
    ...one.post("add_tag", who, `Add a tag to ${word}`, handlers["row.add_tag"], fields),
    ...one.post("remove_tag", who, `Remove a tag from ${word}`, handlers["row.remove_tag"], fields),
  };
}
