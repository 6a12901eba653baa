import type { Method, Operation, PathParameter, Permission } from "./operation.ts";
import type { OptionSpec } from "./option-spec.ts";

export type Attributes = Partial<Omit<Operation, "options">>;

/** Keeps the options as literal types, so that reading an option that is not declared does not compile. */
export type OperationWithOptions<Options = never[]> = Omit<Operation, "options"> & {
  readonly options?: Options;
};

type Constructor = <const Options extends readonly OptionSpec[] = never[]>(
  who: Permission,
  summary: string,
  attributes?: Attributes & { readonly options?: Options },
) => OperationWithOptions<NoInfer<Options>>;

export type Resource = ReturnType<typeof resource>;

/** `attributes` overrides what the constructors set; `nameOperations` completes the operations of `get` and `post`. */
export function resource(
  path: string,
  parameters: readonly PathParameter[] = [],
  { answersWith = "id", ...shared }: Attributes = {},
) {
  const shape = {
    path,
    ...(parameters.length > 0 ? { parameters } : {}),
    success: 200,
    result: "json",
    ...shared,
  } as const;
  const namesNode = parameters.at(-1)?.kind !== undefined;
  const constructorFor =
    (verb: string, method: Method, verbAttributes: Attributes = {}): Constructor =>
    (who, summary, attributes) => ({
      ...shape,
      ...verbAttributes,
      verb,
      method,
      who,
      summary,
      ...attributes,
    });
  const op = { path: `${path}${operationPrefix}` };
  return {
    list: constructorFor("list", "GET"),
    create: constructorFor("create", "POST", { answersWith }),
    read: constructorFor("get", "GET"),
    update: constructorFor("update", "PUT", namesNode ? {} : { answersWith }),
    remove: constructorFor("delete", "DELETE", {
      result: "none",
      confirm: "destroys",
      ...(shared.source === "deployed" ? { success: 204 } : {}),
    }),
    get: constructorFor("", "GET", op),
    post: constructorFor("", "POST", op),
  };
}

/** Like `resource`, for operations that are missing from the API documentation. */
export const liveOnly = (
  path: string,
  parameters: readonly PathParameter[] = [],
  attributes: Attributes = {},
): Resource => resource(path, parameters, { source: "deployed", ...attributes });

/** The end of a path to which `nameOperations` adds the operation's name. */
const operationPrefix = "op-";

/** Names operations by their ids: `machine.mark_broken` gets `op-mark_broken`, and the verb `mark-broken`. */
export function nameOperations<Operations extends Readonly<Record<string, Operation>>>(
  operations: Operations,
): Operations {
  return Object.fromEntries(
    Object.entries(operations).map(([id, operation]) => [
      id,
      withName(operation, id.slice(id.indexOf(".") + 1)),
    ]),
  ) as Operations;
}

export function withName(operation: Operation, name: string): Operation {
  if (!operation.path.endsWith(operationPrefix)) return operation;
  const verb = operation.verb || name.replaceAll("_", "-");
  return { ...operation, path: `${operation.path}${name}`, verb };
}
