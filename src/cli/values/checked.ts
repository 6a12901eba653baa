import { kebab, signatureOf } from "../../catalogue/commands/command-signature.ts";
import type { OperationEntry } from "../../catalogue/index.ts";
import type { Values } from "../../client/http/call.ts";
import { checkValues, withDefaults } from "../../client/values/check.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { readValues } from "./values.ts";

/**
 * The values that the line gives an operation, completed by documented defaults and, unless `--no-check` is
 * given, checked: a usage `Failure` otherwise. `limited` makes of them what the documented limits apply to.
 */
export async function readChecked(
  entry: OperationEntry,
  words: readonly string[],
  invocation: Pick<Invocation, "options" | "fields" | "context">,
  limited: (values: Values) => Values = (values) => values,
): Promise<Values> {
  const fromFiles = new Set<string>();
  const typed = await readValues(signatureOf(entry), words, invocation, fromFiles).catch(async (error) => {
    const { withList } = await import("./missing-argument.ts");
    throw withList(error, entry.operation);
  });
  const values = withDefaults(entry.operation, typed);
  if (invocation.options["no-check"] !== true) checkValues(entry.operation, limited(values), fromFiles);
  return values;
}

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
