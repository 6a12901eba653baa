import { isRecord } from "../../core/json-record.ts";
import type { User } from "../state/users.ts";
import type { World } from "../state/world.ts";
import { type Answer, errorAnswer } from "../wire/answers.ts";
import type { Call, Handler } from "../wire/call.ts";
import { makeParameters } from "../wire/form.ts";
import type { Operations } from "./fields.ts";

export type Pairs = readonly (readonly [string, string])[];
export type PathValues = Readonly<Record<string, string>>;

export interface Service {
  readonly world: World;
  readonly operations: Operations;
  readonly handlers: Readonly<Record<string, Handler>>;
}

/** The reasons by field. `__all__` holds reasons that concern no single field. */
export class Refusal extends Error {
  readonly reasons: readonly (readonly [string, string])[];

  constructor(reasons: Refusal["reasons"]) {
    super(reasons.map((reason) => reason.join(": ")).join("; "));
    this.reasons = reasons;
  }
}

export async function callOperation(
  { world, operations, handlers }: Service,
  id: string,
  user: User,
  path: PathValues,
  pairs: Pairs,
): Promise<unknown> {
  const [operation, handler] = [operations.get(id), handlers[id]];
  if (operation === undefined || handler === undefined) throw new Error(`no operation ${id}`);
  const isFile = (name: string) =>
    operation.fields?.some((each) => each.name === name && each.type === "file");
  const files = pairs
    .filter(([name]) => isFile(name))
    .map(([name, text]) => ({ kind: "file" as const, name, filename: name, content: Buffer.from(text) }));
  const parameters = makeParameters(
    pairs.filter(([name]) => !isFile(name)).map(([name, text]) => [name, text]),
    files,
  );
  const noParameters = makeParameters([]);
  const call: Call = {
    ...{ world, user, operation, path, origin: "", addressing: "query", body: new Uint8Array() },
    query: operation.method === "GET" ? parameters : noParameters,
    form: operation.method === "GET" ? noParameters : parameters,
  };
  let answer: Answer | undefined;
  try {
    answer = await handler(call);
  } catch (error) {
    answer = errorAnswer(error, true);
    if (answer === undefined) throw error;
  }
  const { body, status } = answer;
  const text = body instanceof Uint8Array ? "" : [...body].join("");
  if (status >= 400) throw new Refusal(reasonsIn(text));
  return parseJson(text);
}

function reasonsIn(text: string): Refusal["reasons"] {
  const fields = parseJson(text);
  if (!isRecord(fields)) return [["__all__", text]];
  return Object.entries(fields).flatMap(([name, texts]) =>
    [texts].flat().map((each) => [name, String(each)] as const),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
