import type { OperationEntry } from "../../catalogue/index.ts";
import type { Values } from "../http/call.ts";

/**
 * What stands in the place of an empty answer to an operation that creates something that its caller names: the name. Deployed
 * services answer a stored file with nothing. Undefined for every other operation.
 */
export function namedByCaller(
  { group, operation }: Pick<OperationEntry, "group" | "operation">,
  values: Values,
): Readonly<Record<string, string>> | undefined {
  const identity = operation.identity ?? group.identity;
  const name = values[identity];
  return operation.verb === "create" && typeof name === "string" ? { [identity]: name } : undefined;
}
