import type { Operation } from "../../catalogue/operation.ts";
import { collect } from "../../client/http/answer-body.ts";
import type { Answer, CallOptions, Client, Values } from "../../client/http/call.ts";
import { createMemberReader, elementsOf } from "../../client/json/elements.ts";
import { parseExact } from "../../client/json/exact.ts";
import { textOf } from "../../client/lifecycle/machine-view.ts";
import { readCurrentUser } from "../../client/service/facts.ts";
import { Failure } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import { comparedMembers, hintsOf, meetsAll, type NodeCondition } from "../parsing/node-filters.ts";

interface RefineOptions {
  readonly limit?: number | undefined;
  /** Called if there are more than `limit`; the others are not read. */
  readonly onLimit?: () => void;
}

export function refinedAnswer(
  answer: Answer,
  conditions: readonly NodeCondition[],
  { limit, onLimit }: RefineOptions,
): Answer {
  const read = createMemberReader(comparedMembers(conditions));
  const isTesting = conditions.length > 0;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    let count = 0;
    for await (const element of elementsOf(answer)) {
      const node = isTesting ? read(element) : undefined;
      if (isTesting && !(isRecord(node) && meetsAll(node, conditions))) continue;
      if (count === limit) {
        onLimit?.();
        break;
      }
      yield Buffer.from(count === 0 ? "[" : ",");
      yield element.json;
      count += 1;
    }
    yield Buffer.from(count === 0 ? "[]" : "]");
  }
  return { ...answer, bytes, value: async () => parseExact((await collect(bytes())).toString("utf8")) };
}

export async function* machinesIn(answer: Answer, members: readonly string[]): AsyncGenerator<unknown> {
  const read = createMemberReader(members);
  for await (const element of elementsOf(answer)) yield read(element);
}

/** Repeats the request without the undocumented filters if the service refuses them. */
export async function askList(
  client: Client,
  operation: Operation,
  filters: Values,
  conditions: readonly NodeCondition[],
  options: CallOptions = {},
): Promise<Answer> {
  const hints = hintsOf(conditions);
  try {
    return await client.call(operation, { ...filters, ...hints }, options);
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "invalid" || Object.keys(hints).length === 0)
      throw error;
    const errorText = [error.message, ...(error.details.lines ?? [])].join("\n");
    if (!/no such constraint/i.test(errorText)) throw error;
    return await client.call(operation, filters, options);
  }
}

export async function askUser(client: Client): Promise<string> {
  const name = textOf((await readCurrentUser(client))?.["username"]);
  if (name !== undefined) return name;
  const hint = "use --owner NAME instead";
  throw new Failure("other", "--mine: the service does not say which user the API key belongs to", { hint });
}
