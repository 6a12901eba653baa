import type { OperationEntry } from "../api/index.ts";
import type { Field, Operation } from "../api/operation.ts";
import { kebab, surfaceOf, takesSeveral } from "../contract/surface.ts";
import type { Client, Values } from "../http/client.ts";
import type { Shape } from "../output/shape.ts";
import type { Invocation } from "./action.ts";
import { checkValues, withDefaults } from "./check.ts";
import { readValues } from "./values.ts";

/** Runs one operation of the service: words and options -> values -> checks -> confirmation -> request -> output. */
export async function runOperation(
  entry: OperationEntry,
  words: readonly string[],
  invocation: Invocation,
): Promise<void> {
  const { operation } = entry;
  const typed = await readValues(surfaceOf(entry), words, invocation.options, invocation.context);
  const values = withDefaults(operation, typed);
  if (invocation.options["no-check"] !== true) checkValues(operation, values);
  warnOfDeprecation(entry, values, invocation);
  if (takesSeveral(operation)) {
    const { runOnNodes } = await import("./on-nodes.ts");
    return await runOnNodes(entry, values, invocation);
  }
  if (invocation.globals.curl) {
    const { printCurl } = await import("./curl.ts");
    return await printCurl(operation, values, invocation);
  }
  if (operation.confirm !== undefined) {
    const { confirmOperation } = await import("./confirm.ts");
    await confirmOperation(entry, values, invocation);
  }
  await printResult(entry, await invocation.connect(), values, invocation);
}

/** Sends one operation and writes what it answers. */
export async function printResult(
  entry: OperationEntry,
  client: Client,
  values: Values,
  invocation: Invocation,
): Promise<void> {
  const answer = await client.call(entry.operation, values);
  if (entry.operation.result === "json") return await invocation.printAnswer(answer, shapeOf(entry));
  const value = await answer.value();
  if (value !== undefined) await invocation.print(value, shapeOf(entry));
  else invocation.messages.note(`${entry.group.name} ${entry.operation.verb}: done`);
}

/** How an operation's answer is shown. */
export function shapeOf({ group, operation }: Pick<OperationEntry, "group" | "operation">): Shape {
  return {
    columns: operation.columns ?? group.columns,
    identity: operation.identity ?? group.identity,
    ...(operation.rows === undefined ? {} : { rows: operation.rows }),
    ...(operation.sensitive === undefined ? {} : { sensitive: operation.sensitive }),
  };
}

function warnOfDeprecation(
  { group, operation }: OperationEntry,
  values: Values,
  invocation: Invocation,
): void {
  const name = `${group.name} ${operation.verb}`;
  if (operation.deprecated === true) invocation.messages.warn(`${name} is deprecated`);
  else if (operation.deprecated !== undefined) {
    invocation.messages.warn(`${name} is deprecated: use ${operation.deprecated}`);
  }
  for (const field of deprecatedFields(operation, values)) {
    invocation.messages.warn(`--${kebab(field.name)} is deprecated: ${field.deprecated}`);
  }
}

const deprecatedFields = (operation: Operation, values: Values): readonly Field[] =>
  (operation.fields ?? []).filter(
    (field) => field.deprecated !== undefined && values[field.name] !== undefined,
  );
