import type { OperationEntry } from "../../catalogue/index.ts";
import { isJsonAnswer } from "../../client/http/answer-faults.ts";
import type { Answer, Client, Values } from "../../client/http/call.ts";
import { namedByCaller } from "../../client/values/created.ts";
import type { Invocation } from "../invocation/invocation.ts";
import type { Shape } from "../output/shape.ts";
import { watchNames } from "./listed-names.ts";

/** Sends one operation and writes what it answers. */
export async function printResult(
  entry: OperationEntry,
  client: Client,
  values: Values,
  invocation: Invocation,
): Promise<void> {
  if (entry.operation.described === true && entry.operation.mayAnswerContent === true) {
    const { printContent } = await import("./content.ts");
    return await printContent(() => client.call(entry.operation, values), values, shapeOf(entry), invocation);
  }
  const answer = await client.call(entry.operation, values);
  const shape = shapeOf(entry);
  if (entry.operation.described === true && entry.operation.method === "GET") {
    if (!isJsonAnswer(answer)) {
      const { printUnknown } = await import("./content.ts");
      return await printUnknown(answer, values, shape, invocation);
    }
  }
  if (entry.operation.result === "json") {
    const names = await watchNames(entry, values, client, invocation);
    await invocation.printAnswer(orWhatWasCreated(answer, entry, values), shape, names?.watch);
    return await names?.keep();
  }
  const value = await answer.value();
  // Deployed services answer null where the documents list no answer.
  const isNothing = value === undefined || (value === null && entry.operation.result === "none");
  if (!isNothing) return await invocation.print(value, shape);
  const outcome = entry.operation.method === "GET" ? "the answer is empty" : "done";
  invocation.messages.note(`${entry.group.name} ${entry.operation.verb}: ${outcome}`);
}

/**
 * The answer, or where that is empty the name of what was created: deployed services answer a stored file with nothing,
 * and commands that follow need its name.
 */
function orWhatWasCreated(answer: Answer, entry: OperationEntry, values: Values): Answer {
  const created = namedByCaller(entry, values);
  if (created === undefined) return answer;
  return {
    ...answer,
    async *bytes(options) {
      let isEmpty = true;
      for await (const chunk of answer.bytes(options)) {
        isEmpty = false;
        yield chunk;
      }
      if (isEmpty) yield Buffer.from(JSON.stringify(created));
    },
  };
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
