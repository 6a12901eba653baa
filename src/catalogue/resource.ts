import type { Method, Operation, PathParameter, Permission } from "./operation.ts";
import type { OptionSpec } from "./option-spec.ts";

/** What an operation adds to its shape, or states in its place. */
type Facts = Partial<Omit<Operation, "options">>;

/** An operation whose options stay literal types: reading an option that it does not have does not compile. */
type Offered<Options> = Omit<Operation, "options"> & { readonly options?: Options };

/** Makes an operation of who may carry it out, its summary, and what else is true of it. */
type Constructor<Before extends readonly unknown[] = []> = <
  const Options extends readonly OptionSpec[] = never[],
>(
  ...facts: [...Before, who: Permission, summary: string, facts?: Facts & { readonly options?: Options }]
) => Offered<NoInfer<Options>>;

/** The operations that a path offers, in the shapes that most of them have. */
interface Resource {
  readonly list: Constructor;
  readonly create: Constructor;
  readonly read: Constructor;
  readonly update: Constructor;
  readonly remove: Constructor;
  /** `GET .../op-<name>`. */
  readonly get: Constructor<[name: string]>;
  /** `POST .../op-<name>`. */
  readonly post: Constructor<[name: string]>;
}

/**
 * The constructors for the operations of one path, which have `shared` in common. Where it has parameters, an
 * operation fails with 404, and a named one with 403 too, unless its facts say otherwise.
 */
export function resource(
  path: string,
  parameters: readonly PathParameter[] = [],
  { answersWith = "id", ...shared }: Facts = {},
): Resource {
  const isNamed = parameters.length > 0;
  const shape = {
    path,
    ...(isNamed ? { parameters, errors: [404] } : {}),
    success: 200,
    result: "json",
    ...shared,
  } as const;
  const namesNode = parameters.at(-1)?.kind !== undefined;
  const verb =
    (verb: string, method: Method, own: Facts = {}): Constructor =>
    (who, summary, facts) => ({ ...shape, ...own, verb, method, who, summary, ...facts });
  const named =
    (method: Method): Constructor<[name: string]> =>
    (name, who, summary, facts) => ({
      ...shape,
      ...(isNamed ? { errors: [403, 404] } : {}),
      path: `${path}op-${name}`,
      verb: name.replaceAll("_", "-"),
      method,
      who,
      summary,
      ...facts,
    });
  return {
    list: verb("list", "GET"),
    create: verb("create", "POST", { answersWith }),
    read: verb("get", "GET"),
    update: verb("update", "PUT", namesNode ? {} : { answersWith }),
    remove: verb("delete", "DELETE", { result: "none", confirm: "destroys" }),
    get: named("GET"),
    post: named("POST"),
  };
}
