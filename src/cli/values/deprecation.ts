import type { OperationEntry } from "../../api/index.ts";
import { kebab } from "../../contract/command-signature.ts";
import type { Values } from "../../http/call.ts";
import type { Invocation } from "../invocation/invocation.ts";

/** Warns of a deprecated operation and of deprecated fields among its values. */
export function warnOfDeprecation(
  { group, operation }: OperationEntry,
  values: Values,
  { messages }: Pick<Invocation, "messages">,
): void {
  const { deprecated, fields = [] } = operation;
  const name = `${group.name} ${operation.verb}`;
  if (deprecated === true) messages.warn(`${name} is deprecated`);
  else if (deprecated !== undefined) messages.warn(`${name} is deprecated: ${deprecated}`);
  for (const field of fields) {
    if (field.deprecated !== undefined && values[field.name] !== undefined)
      messages.warn(`--${kebab(field.name)} is deprecated: ${field.deprecated}`);
  }
}
