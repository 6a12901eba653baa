import type { OperationEntry } from "../../api/index.ts";
import type { Client, Values } from "../../http/call.ts";
import type { Shape } from "../../output/shape.ts";
import type { Invocation } from "../invocation/invocation.ts";

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
  // Deployed services answer null where the documents list no answer.
  const isNothing = value === undefined || (value === null && entry.operation.result === "none");
  if (!isNothing) return await invocation.print(value, shapeOf(entry));
  const outcome = entry.operation.method === "GET" ? "the answer is empty" : "done";
  invocation.messages.note(`${entry.group.name} ${entry.operation.verb}: ${outcome}`);
}

/** How an operation's answer is shown. */
export function shapeOf({ group, operation }: Pick<OperationEntry, "group" | "operation">): Shape {
  return {
    columns: operation.columns ?? group.columns,
    identity: operation.identity ?? group.identity,
    ...(operation.described === true && (operation.columns ?? group.columns).length === 0
      ? { isUnknown: true }
      : {}),
    ...(operation.method === "GET" ? { listed: group.name } : {}),
    ...(operation.rows === undefined ? {} : { rows: operation.rows }),
    ...(operation.sensitive === undefined ? {} : { sensitive: operation.sensitive }),
    ...(operation.isNamedValue === undefined ? {} : { isNamedValue: operation.isNamedValue }),
  };
}
