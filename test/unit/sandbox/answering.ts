import { expect } from "vitest";
import type { OperationId } from "../../../src/catalogue/index.ts";
import { describeService } from "../../../src/sandbox/groups/description.ts";
import { handlersFor, loadServedOperations } from "../../../src/sandbox/groups/handlers.ts";
import type { User } from "../../../src/sandbox/state/users.ts";
import type { World } from "../../../src/sandbox/state/world.ts";
import { type Answer, errorAnswer } from "../../../src/sandbox/wire/answers.ts";
import { type Call, type Handler, makeParameters, type Parameters } from "../../../src/sandbox/wire/call.ts";
import { requirePermission } from "../../../src/sandbox/wire/router.ts";

const served = await loadServedOperations();
const entries = new Map(served.map((entry) => [entry.id, entry]));
const table: Readonly<Record<string, Handler>> = handlersFor(served, describeService(served, "SVC"));

export const admin: User = { username: "admin", email: "admin@x", isAdministrator: true, tokens: [] };
export const bob: User = { username: "bob", email: "bob@x", isAdministrator: false, tokens: [] };
export const carol: User = { username: "carol", email: "carol@x", isAdministrator: false, tokens: [] };

/** The parts of a call that a test sets. The others follow from the operation. */
interface CallParts {
  readonly world: World;
  readonly user: User | undefined;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Parameters;
  readonly form: Parameters;
  readonly body: Uint8Array;
}

/** Runs an operation with the same permission checks as over HTTP. A refusal becomes an answer, too. */
export async function answerOf(id: string, parts: CallParts): Promise<Answer> {
  const entry = entries.get(id);
  const handler = table[id];
  if (entry === undefined || handler === undefined) throw new Error(`no operation ${id}`);
  const { operation } = entry;
  try {
    requirePermission({ id, operation, hasAnonymousSibling: false }, parts.user, undefined, true);
    return await handler({ ...parts, operation, origin: "http://sandbox" } as Call);
  } catch (error) {
    const answer = errorAnswer(error);
    if (answer === undefined) throw error;
    return answer;
  }
}

type Values = Readonly<Record<string, string | readonly string[]>>;

export interface Asked {
  /** Null for an anonymous caller; the administrator by default. */
  readonly as?: User | null;
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Values;
  readonly form?: Values;
  readonly files?: readonly { name: string; filename: string; content: Uint8Array }[];
  readonly body?: Uint8Array;
}

interface Heard {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly text: string;
  /** The JSON of the body; undefined if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads answers of every shape
  readonly body: any;
}

const pairs = (values: Values = {}) =>
  Object.entries(values).flatMap(([name, value]) =>
    (typeof value === "string" ? [value] : value).map((each) => [name, each] as const),
  );

export type DocumentedId = OperationId;

/** Calls the handler of an operation as the router does. A refusal becomes an answer. */
export async function ask(world: World, id: DocumentedId, request: Asked = {}): Promise<Heard> {
  const { status, contentType, body } = await answerOf(id, {
    world,
    user: request.as === null ? undefined : (request.as ?? admin),
    path: Object.fromEntries(
      Object.entries(request.path ?? {}).map(([name, value]) => [name, String(value)]),
    ),
    query: makeParameters(pairs(request.query)),
    form: makeParameters(pairs(request.form), request.files ?? []),
    body: request.body ?? new Uint8Array(),
  });
  const isText = typeof body === "string" || !(body instanceof Uint8Array);
  const text = isText ? [...body].join("") : Buffer.from(body).toString("latin1");
  return { status, contentType, text, body: parseJson(text) };
}

/** The answer of an operation whose documented answer is empty. */
export const noContent = { status: 204, contentType: "text/plain", text: "" };

/** The status of a refusal, and the fields that it names. */
export function rejection({ status, body }: { readonly status: number; readonly body: unknown }) {
  const fields = typeof body === "object" && body !== null ? Object.keys(body) : [];
  return [status, ...fields];
}

/** Expects a 400 that names these fields, in this order. */
export async function expectRefusal(answer: Heard | Promise<Heard>, ...fields: string[]): Promise<void> {
  expect(rejection(await answer)).toEqual([400, ...fields]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
