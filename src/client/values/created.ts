import type { OperationEntry } from "../../catalogue/index.ts";
import type { Values } from "../http/call.ts";

/**
 * What stands in the place of an empty answer to an operation of which services may answer nothing, such as that of a stored
 * file: the name that its caller gave. Undefined for every other operation.
 */
export function namedByCaller(
  { group, operation }: Pick<OperationEntry, "group" | "operation">,
  values: Values,
): Readonly<Record<string, string>> | undefined {
  const identity = operation.identity ?? group.identity;
  const name = values[identity];
  return operation.emptyAnswer === "named" && typeof name === "string" ? { [identity]: name } : undefined;
}
