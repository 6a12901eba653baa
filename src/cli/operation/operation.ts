import type { OperationEntry } from "../../api/index.ts";
import type { Field, Operation } from "../../api/operation.ts";
import { kebab, signatureOf, takesSeveral } from "../../contract/command-signature.ts";
import type { Values } from "../../http/call.ts";
import type { Invocation } from "../action.ts";
import { checkValues, withDefaults } from "./check.ts";
import { actionOf } from "./operation-actions.ts";
import { readValues } from "./values.ts";

/**
 * Runs one operation of the service: words and options -> values -> checks -> confirmation -> request ->
 * output.
 */
export async function runOperation(
  entry: OperationEntry,
  words: readonly string[],
  invocation: Invocation,
): Promise<void> {
  const { operation } = entry;
  const fromFiles = new Set<string>();
  const typed = await readValues(signatureOf(entry), words, invocation, fromFiles);
  const values = withDefaults(operation, typed);
  const action = actionOf(entry.id);
  if (invocation.options["no-check"] !== true) {
    checkValues(operation, action?.checked?.(values) ?? values, fromFiles);
  }
  const { columns, sort } = invocation.globals;
  if (columns !== undefined || sort !== undefined) {
    const { checkOperationColumns } = await import("./operation-columns.ts");
    await checkOperationColumns(invocation.globals, entry);
  }
  warnOfDeprecation(entry, values, invocation);
  const proceed = (changed: OperationEntry, given: Values) => sendPlainly(changed, given, invocation);
  if (action?.isWanted(invocation, values, operation)) {
    const act = await action.load();
    return await act({
      entry,
      values,
      invocation,
      withSystemIds: () => withSystemIds(entry, values, invocation),
      proceed,
    });
  }
  await proceed(entry, values);
}

/** The values with system ids in the place of names; the service is asked only where a field names nodes. */
async function withSystemIds(
  { operation }: OperationEntry,
  values: Values,
  invocation: Invocation,
): Promise<Values> {
  const namesNodes = operation.fields?.some(
    ({ name, kind }) => kind !== undefined && values[name] !== undefined,
  );
  if (namesNodes !== true || invocation.globals.curl) return values;
  const { resolveValues } = await import("../fleet/identifiers.ts");
  return (await resolveValues(operation, values, await invocation.connect(), "guess")).values;
}

/** The operation as it stands in the catalogue, with values that are checked. */
async function sendPlainly(entry: OperationEntry, values: Values, invocation: Invocation): Promise<void> {
  const { operation } = entry;
  if (takesSeveral(operation)) {
    const { runOnNodes } = await import("../fleet/on-nodes.ts");
    return await runOnNodes(entry, values, invocation);
  }
  const client = await invocation.connect(operation.who === "anonymous" ? "keyless" : "signed");
  const { runOnce } = await import("../run-once.ts");
  await runOnce(entry, values, client, invocation);
}

function warnOfDeprecation(
  { group, operation }: OperationEntry,
  values: Values,
  invocation: Invocation,
): void {
  const name = `${group.name} ${operation.verb}`;
  if (operation.deprecated === true) invocation.messages.warn(`${name} is deprecated`);
  else if (operation.deprecated !== undefined) {
    invocation.messages.warn(`${name} is deprecated: ${operation.deprecated}`);
  }
  for (const field of deprecatedFields(operation, values)) {
    invocation.messages.warn(`--${kebab(field.name)} is deprecated: ${field.deprecated}`);
  }
}

const deprecatedFields = (operation: Operation, values: Values): readonly Field[] =>
  (operation.fields ?? []).filter(
    (field) => field.deprecated !== undefined && values[field.name] !== undefined,
  );
