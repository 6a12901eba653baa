import type { OperationEntry } from "../../catalogue/index.ts";
import { doubtHint, Failure } from "../../core/failure.ts";
import type { Answer, Values } from "../http/call.ts";
import { idOf } from "../lifecycle/machine-view.ts";
import { inTurn } from "../values/in-turn.ts";

/** Sends an operation with values that are checked. */
type Send = (entry: OperationEntry, values: Values) => Promise<Answer>;

/**
 * Sends an operation, in two requests where live services refuse its values in one, and resolves with the last answer.
 * A failure of the second says that the first was carried out.
 */
export async function sendInTurn(entry: OperationEntry, values: Values, send: Send): Promise<Answer> {
  const turns = inTurn(entry.operation, values);
  const update = Object.entries(entry.group.operations).find(([, { verb }]) => verb === "update");
  if (turns === undefined || update === undefined) return await send(entry, values);
  const answered = await (await send(entry, turns.first)).value();
  const id = values["id"] ?? idOf(answered);
  const later = Object.keys(turns.second).join(", ");
  const rest = `the rest of the request was carried out, but not ${later}`;
  if (id === undefined) throw new Failure("other", `${rest}: the answer holds no id`, { outcome: "partial" });
  const second: OperationEntry = { id: update[0], group: entry.group, operation: update[1] };
  try {
    return await send(second, { id, name: values["name"], ...turns.second });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const isUnclear = error.details.outcome === "unknown";
    throw error.with(
      isUnclear ? { outcome: "unknown", hint: doubtHint } : { outcome: "partial" },
      `${rest}: ${error.message}`,
    );
  }
}
