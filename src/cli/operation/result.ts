import { isTableForm } from "../../catalogue/commands/options.ts";
import type { OperationEntry } from "../../catalogue/index.ts";
import type { Call } from "../../client/execute/resolve.ts";
import { namedByCaller, sendCall } from "../../client/execute/send.ts";
import { isJsonAnswer } from "../../client/http/answer-body.ts";
import type { Answer, Values } from "../../client/http/call.ts";
import type { Invocation } from "../invocation/invocation.ts";
import type { Shape } from "../output/columns.ts";

export async function printResult(call: Call, invocation: Invocation): Promise<void> {
  const { entry, values } = call;
  const { operation } = entry;
  const shape = shapeOf(entry);
  if (
    (operation.described === true || operation.source === "deployed") &&
    operation.mayAnswerContent === true
  ) {
    const { printContent } = await import("./content.ts");
    return await printContent(call, shape, invocation);
  }
  const { answer } = await sendCall(call);
  const mayAnswerAnything =
    operation.described === true && operation.method === "GET" && operation.result === "json";
  if (mayAnswerAnything && !isJsonAnswer(answer)) {
    const { printAnyContent: printUndeclared } = await import("./content.ts");
    return await printUndeclared(answer, values, shape, invocation);
  }
  if (operation.result === "json") {
    const names =
      operation.verb === "list"
        ? (await import("./listed-names.ts")).watchNames(entry, values, call.client, invocation)
        : undefined;
    await invocation.printAnswer(withCreatedObject(answer, entry, values), shape, names?.watch);
    return await names?.store();
  }
  const value = await answer.value();
  const valueSettings = operation.answersAnyText === true ? { valueName: String(values["name"]) } : {};
  const isTable = isTableForm(invocation.outputSettings(shape).format);
  // Live services return null for operations that are documented to return nothing.
  const hasNoResult =
    value === undefined ||
    (value === null && operation.result === "none") ||
    (value === "OK" && operation.method !== "GET" && isTable);
  if (!hasNoResult) await invocation.print(value, { ...shape, ...valueSettings });
  if (!hasNoResult && (value !== "" || !isTable)) return;
  const outcome = operation.method === "GET" ? "the answer is empty" : "done";
  const about = value === "OK" && typeof values["name"] === "string" ? ` ${values["name"]}` : "";
  invocation.messages.note(`${entry.group.name} ${operation.verb}${about}: ${outcome}`);
}

/** Services return nothing for a stored file, but later commands need its name. */
function withCreatedObject(answer: Answer, entry: OperationEntry, values: Values): Answer {
  const createdObject = namedByCaller(entry, values);
  if (createdObject === undefined) return answer;
  return {
    ...answer,
    async *bytes(options) {
      let isEmpty = true;
      for await (const chunk of answer.bytes(options)) {
        isEmpty = false;
        yield chunk;
      }
      if (isEmpty) yield Buffer.from(JSON.stringify(createdObject));
    },
  };
}

export const shapeOf = ({ group, operation }: Pick<OperationEntry, "group" | "operation">): Shape => ({
  columns: operation.columns ?? group.columns,
  identity: operation.identity ?? group.identity,
  ...(operation.described === true && (operation.columns ?? group.columns).length === 0
    ? { hasUnknownMembers: true }
    : {}),
  ...(operation.method === "GET" ? { listName: group.name } : { isChange: true as const }),
  ...(operation.rows === undefined ? {} : { rows: operation.rows }),
  ...(operation.timeMember === undefined ? {} : { latestBy: operation.timeMember }),
  ...(operation.sensitive === undefined ? {} : { sensitive: operation.sensitive }),
});
