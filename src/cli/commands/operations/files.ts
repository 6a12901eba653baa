import { group } from "../../../catalogue/groups/files.ts";
import type { Operation } from "../../../catalogue/operation.ts";
import { isJsonAnswer, readWholeBody } from "../../../client/http/answer-body.ts";
import { Failure } from "../../../core/failure.ts";
import { isRecord } from "../../../core/json-record.ts";
import type { OperationRun } from "../../invocation/invocation.ts";
import { outputFile, writeContent, writesContent } from "../../operation/content.ts";
import { isPreview } from "../../operation/preview.ts";
import { shapeOf } from "../../operation/shapes.ts";
import { refuseColumnOptions } from "../../parsing/column-names.ts";

export async function getFile({ entry, values, invocation, execute }: OperationRun): Promise<void> {
  const { options, globals } = invocation;
  const { "by-key": key } = options;
  if (key !== undefined && (values["filename"] !== undefined || options["by-query"] === true))
    throw new Failure("usage", "use a name or --by-key, not both");
  const { operations } = group;
  const readOperation: Operation =
    key !== undefined
      ? operations["files.get_by_key"]
      : options["by-query"]
        ? operations["files.get"]
        : entry.operation;
  const parameters = typeof key === "string" ? { key } : values;
  const printsContent = writesContent(invocation);
  if (printsContent)
    refuseColumnOptions(globals, "on the content of a file", "-o csv shows the service's answer");
  const isAlwaysJson = readOperation.mayAnswerContent !== true;
  if (isPreview(invocation) || (isAlwaysJson && !printsContent))
    return await execute({ ...entry, operation: readOperation }, parameters);
  const target = await outputFile(invocation);
  const client = await invocation.connect();
  const answer = await client.call(readOperation, parameters);
  const isJson = isAlwaysJson || isJsonAnswer(answer);
  if (!printsContent && isJson)
    return await invocation.printAnswer(answer, shapeOf({ ...entry, operation: readOperation }));
  const content = isJson ? contentOf(await answer.value()) : await readWholeBody(answer.bytes());
  if (!printsContent) {
    // The answer is the content itself, not JSON: print the members that a JSON answer would have.
    const result = { ...parameters, content: content.toString("base64") };
    return await invocation.print(result, shapeOf({ ...entry, operation: readOperation }));
  }
  await writeContent(content, target, invocation);
}

export async function deleteByQuery({ entry, values, execute }: OperationRun): Promise<void> {
  await execute({ ...entry, operation: group.operations["files.delete"] }, values);
}

function contentOf(answer: unknown): Buffer {
  const content = isRecord(answer) ? answer["content"] : undefined;
  const text = typeof content === "string" ? content.replace(/\s/g, "") : undefined;
  if (text === undefined || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text))
    throw new Failure("other", "the content in the service's answer is not base64", {
      hint: "-o json shows the answer unchanged",
    });
  return Buffer.from(text, "base64");
}
