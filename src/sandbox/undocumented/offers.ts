import type { Field, Operation, PathParameter, Permission } from "../../catalogue/operation.ts";
import { resource as operationsOf, withName } from "../../catalogue/resource.ts";
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
  const offeringNamed =
    (kind: "get" | "post"): MakeNamed =>
    (name, ...offer) =>
      offering(kind, name)(...offer);
  return {
    list: offering("list", "list"),
    create: offering("create", "create"),
    read: offering("read", "read"),
    update: offering("update", "update"),
    remove: offering("remove", "delete", { success: 204 }),
    get: offeringNamed("get"),
    post: offeringNamed("post"),
  };
}
