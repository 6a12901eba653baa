import type { Operation, PathParameter } from "./operation.ts";
import type { OptionSpec } from "./option-spec.ts";

/** What an operation adds to its shape, or states in its place. */
type Facts = Partial<Omit<Operation, "options">> & Pick<Operation, "who" | "summary">;

/** An operation whose options stay literal types: reading an option that it does not have does not compile. */
type Offered<Options> = Omit<Operation, "options"> & { readonly options?: Options };

type Constructor = <const Options extends readonly OptionSpec[] = never[]>(
  facts: Facts & { readonly options?: Options },
) => Offered<NoInfer<Options>>;

type NamedConstructor = <const Options extends readonly OptionSpec[] = never[]>(
  name: string,
  facts: Facts & { readonly options?: Options },
) => Offered<NoInfer<Options>>;

/** The operations that a path offers, in the shapes that most of them have. */
interface Resource {
  readonly list: Constructor;
  readonly create: Constructor;
  readonly read: Constructor;
  readonly update: Constructor;
  readonly remove: Constructor;
  /** `GET .../op-<name>`. */
  readonly get: NamedConstructor;
  /** `POST .../op-<name>`. */
  readonly post: NamedConstructor;
}

/**
 * The constructors for the operations of one path. Where it has parameters, an operation fails with 404, and
 * a named one with 403 too, unless its facts say otherwise.
 */
export function resource(path: string, ...parameters: readonly PathParameter[]): Resource {
  const isNamed = parameters.length > 0;
  const shape = {
    path,
    ...(isNamed ? { parameters, errors: [404] } : {}),
    success: 200,
    result: "json",
  } as const;
  const named = (name: string) =>
    ({
      ...shape,
      ...(isNamed ? { errors: [403, 404] } : {}),
      verb: name.replaceAll("_", "-"),
      path: `${path}op-${name}`,
    }) as const;
  return {
    list: (facts) => ({ ...shape, verb: "list", method: "GET", ...facts }),
    create: (facts) => ({ ...shape, verb: "create", method: "POST", ...facts }),
    read: (facts) => ({ ...shape, verb: "get", method: "GET", ...facts }),
    update: (facts) => ({ ...shape, verb: "update", method: "PUT", ...facts }),
    remove: (facts) => ({
      ...shape,
      verb: "delete",
      method: "DELETE",
      result: "none",
      confirm: "destroys",
      ...facts,
    }),
    get: (name, facts) => ({ ...named(name), method: "GET", ...facts }),
    post: (name, facts) => ({ ...named(name), method: "POST", ...facts }),
  };
}
