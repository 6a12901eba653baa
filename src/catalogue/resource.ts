import type { Method, Operation, PathParameter, Permission } from "./operation.ts";
import type { OptionSpec } from "./option-spec.ts";

type Facts = Partial<Omit<Operation, "options">>;

/** Keeps options as literal types: reading an undeclared option does not compile. */
type Offered<Options> = Omit<Operation, "options"> & { readonly options?: Options };

type Constructor<Before extends readonly unknown[] = []> = <
  const Options extends readonly OptionSpec[] = never[],
>(
  ...facts: [...Before, who: Permission, summary: string, facts?: Facts & { readonly options?: Options }]
) => Offered<NoInfer<Options>>;

interface Resource {
  readonly list: Constructor;
  readonly create: Constructor;
  readonly read: Constructor;
  readonly update: Constructor;
  readonly remove: Constructor;
  readonly get: Constructor<[name: string]>;
  readonly post: Constructor<[name: string]>;
}

/** Operations with parameters fail with 404, named ones also with 403, unless their facts differ. */
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
