import { kebab, signatureOf } from "../../catalogue/commands/command-signature.ts";
import { sourceOfParameter } from "../../catalogue/commands/name-source.ts";
import { groupNames, type OperationEntry } from "../../catalogue/index.ts";
import type { Operation } from "../../catalogue/operation.ts";
import type { Values } from "../../client/http/call.ts";
import { checkValues, withDefaults } from "../../client/values/check.ts";
import { Failure } from "../../core/failure.ts";
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
  const typed = await readValues(signatureOf(entry), words, invocation, fromFiles).catch((error) => {
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

/** The failure of a line without the name of an object, with the command that lists what there is; any other as it is. */
function withList(error: unknown, operation: Operation): unknown {
  if (!(error instanceof Failure)) return error;
  const [, name] = /^missing argument <([\w-]+)>$/.exec(error.message) ?? [];
  const kind = name === undefined ? undefined : sourceOfParameter(operation, name)?.of;
  const group = groupNames.find((each) => each === kind);
  return group === undefined ? error : error.with({ hint: `svc ${group} list shows what there is` });
}
