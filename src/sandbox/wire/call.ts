import type { GroupName, OperationEntry, OperationId, OperationIdOf } from "../../catalogue/index.ts";
import type { Operation } from "../../catalogue/operation.ts";
import { attempt } from "../../core/failure.ts";
import { addTo } from "../../core/grouping.ts";
import { isRecord } from "../../core/json-record.ts";
import type { User } from "../state/users.ts";
import type { World } from "../state/world.ts";
import type { Constraints } from "../values/spellings.ts";
import { type Answer, errorAnswer } from "./answers.ts";

export interface Call extends AnonymousCall {
  readonly user: User;
}

export interface AnonymousCall {
  readonly world: World;
  readonly user: User | undefined;
  readonly operation: Operation;
  /** An address such as `http://127.0.0.1:5240`, as the client wrote it. */
  readonly origin: string;
  readonly path: Readonly<Record<string, string>>;
  /** Whether the operation was named in the path or in the query. */
  readonly addressing: "path" | "query";
  readonly query: Parameters;
  readonly form: Parameters;
  readonly body: Uint8Array;
}

export type Pair = readonly [name: string, value: string];

export type Parameters = ReturnType<typeof makeParameters>;

export interface FilePart {
  readonly name: string;
  readonly filename: string;
  readonly content: Uint8Array;
}

export type ServedOperation = Pick<OperationEntry, "id" | "operation">;

export type Handler = (call: Call) => Answer | Promise<Answer>;
type AnonymousHandler = (call: AnonymousCall) => Answer | Promise<Answer>;

export const anonymousOperations = [
  "files.get_by_key",
  "machines.create",
  "machines.is_action_in_progress",
  "machines.is_registered",
  "nodes.is_action_in_progress",
  "nodes.is_registered",
  "version.get",
] as const satisfies readonly OperationId[];

export const allowsAnonymous = ({ id, operation }: ServedOperation, asDeployed = true): boolean =>
  operation.who === "anonymous" || (asDeployed && anonymousOperations.some((each) => each === id));

/** These operations ignore credentials, even invalid ones. */
export const keyIgnoringOperations: readonly string[] = ["version.get", "describe.read"];

export type HandlersOf<Name extends GroupName> = {
  readonly [Id in {
    [Each in Name]: OperationIdOf<Each>;
  }[Name]]: Id extends (typeof anonymousOperations)[number] ? AnonymousHandler : Handler;
};

/** Reading a parameter calls `onRead`, except through `names` and `values`. */
export function makeParameters(
  pairs: readonly Pair[],
  files: readonly FilePart[] = [],
  onRead: (name: string) => void = () => {},
) {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) addTo(values, name, value);
  const names = new Set([...values.keys(), ...files.map((each) => each.name)]);
  return {
    names: [...names],
    values: values as Constraints,
    has(name: string): boolean {
      onRead(name);
      return names.has(name);
    },
    get(name: string): string | undefined {
      onRead(name);
      return values.get(name)?.at(-1);
    },
    all(name: string): readonly string[] {
      onRead(name);
      return values.get(name) ?? [];
    },
    file(name: string): FilePart | undefined {
      onRead(name);
      return files.findLast((each) => each.name === name);
    },
    files(): readonly FilePart[] {
      for (const { name } of files) onRead(name);
      return files;
    },
  };
}

export type Pairs = readonly Pair[];
export type PathValues = Readonly<Record<string, string>>;

export interface Service {
  readonly world: World;
  readonly operations: ReadonlyMap<string, Operation>;
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
    .map(([name, text]) => ({ name, filename: name, content: Buffer.from(text) }));
  const parameters = makeParameters(
    pairs.filter(([name]) => !isFile(name)),
    files,
  );
  const noParameters = makeParameters([]);
  const call: Call = {
    world,
    user,
    operation,
    path,
    origin: "",
    addressing: "query",
    body: new Uint8Array(),
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

const parseJson = (text: string): unknown => attempt(() => JSON.parse(text));
