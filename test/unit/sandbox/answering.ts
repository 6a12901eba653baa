import { handlers } from "../../../src/sandbox/groups/handlers.ts";
import { describeService } from "../../../src/sandbox/serialize/description.ts";
import type { User } from "../../../src/sandbox/state/users.ts";
import type { World } from "../../../src/sandbox/state/world.ts";
import { loadServedOperations, undocumentedHandlers } from "../../../src/sandbox/undocumented/index.ts";
import { type Answer, errorAnswer } from "../../../src/sandbox/wire/answers.ts";
import type { Call, Handler, Parameters } from "../../../src/sandbox/wire/call.ts";
import { requirePermission } from "../../../src/sandbox/wire/router.ts";

const served = await loadServedOperations();
const entries = new Map(served.map((entry) => [entry.id, entry]));
const table: Readonly<Record<string, Handler>> = {
  ...handlers,
  ...undocumentedHandlers(describeService(served, "SVC")),
};
const ids = new Map(Object.entries(table).map(([id, handler]) => [handler, id]));

/** What a test says of a call; the rest follows from the operation. */
export interface CallParts {
  readonly world: World;
  readonly user: User | undefined;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Parameters;
  readonly form: Parameters;
  readonly body: Uint8Array;
}

/** The answer of an operation, authorized as on the wire; what the service refuses is its answer too. */
export async function answerOf(of: string | Handler, parts: CallParts): Promise<Answer> {
  const id = typeof of === "string" ? of : (ids.get(of) ?? "");
  const entry = entries.get(id);
  const handler = table[id];
  if (entry === undefined || handler === undefined) throw new Error(`no operation ${id}`);
  const { operation } = entry;
  try {
    requirePermission({ id, operation, sharesAnonymous: false }, parts.user, undefined);
    return await handler({ ...parts, operation, origin: "http://sandbox" } as Call);
  } catch (error) {
    const answer = errorAnswer(error);
    if (answer === undefined) throw error;
    return answer;
  }
}

/** The status of a rejection and the fields that it names. */
export function rejection(answer: { readonly status: number; readonly body: unknown }) {
  const body = typeof answer.body === "string" ? parseJson(answer.body) : answer.body;
  const fields = typeof body === "object" && body !== null ? Object.keys(body) : [];
  return [answer.status, ...fields];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
