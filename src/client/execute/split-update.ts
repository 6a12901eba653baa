import type { OperationEntry } from "../../catalogue/index.ts";
import type { Operation } from "../../catalogue/operation.ts";
import { doubtHint, Failure } from "../../core/failure.ts";
import type { Answer, Value, Values } from "../http/call.ts";
import { adminOnlyHint } from "../http/errors.ts";
import { idOf } from "../lifecycle/machine-view.ts";

/** Splits values that live services refuse in one request. */
export function splitUpdate({ sentSeparately: rule }: Operation, values: Values) {
  if (rule === undefined || values[rule.field] === undefined || !isFalse(values[rule.ifFalse]))
    return undefined;
  const { [rule.field]: later, ...first } = values;
  return { first, second: { [rule.field]: later } };
}

const isFalse = (value: Value | undefined): boolean => /^(?:false|no|off|n|f|0)$/i.test(String(value));

/** How a failure of the second request names what was done and what was not. */
interface Wording {
  readonly done: string;
  readonly later: string;
  /** `id` is undefined if the first answer contains none. */
  hint?(id: Value | undefined): string;
}

/** Resolves with the last answer's value. If the second request fails, the failure says that the first succeeded. */
export async function sendSplitUpdate(
  entry: OperationEntry,
  values: Values,
  send: (entry: OperationEntry, values: Values) => Promise<Answer>,
  wording?: Wording,
): Promise<unknown> {
  const updates = splitUpdate(entry.operation, values);
  const update = Object.entries(entry.group.operations).find(([, { verb }]) => verb === "update");
  if (updates === undefined || update === undefined) return await (await send(entry, values)).value();
  const firstResult = await (await send(entry, updates.first)).value();
  const id = values["id"] ?? idOf(firstResult);
  const { done = "the rest of the request was carried out", later = Object.keys(updates.second).join(", ") } =
    wording ?? {};
  const partialDetails = { outcome: "partial", hint: wording?.hint?.(id) } as const;
  if (id === undefined)
    throw new Failure("other", `${done}, but not ${later}: the answer contains no id`, partialDetails);
  const updateEntry: OperationEntry = { id: update[0], group: entry.group, operation: update[1] };
  try {
    return await (await send(updateEntry, { id, name: values["name"], ...updates.second })).value();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const isUnclear = error.details.outcome === "unknown";
    // The first update shows that the role suffices.
    const serviceHint = error.details.hint === adminOnlyHint ? undefined : error.details.hint;
    const { hint = serviceHint } = partialDetails;
    throw error.with(
      isUnclear ? { outcome: "unknown", hint: doubtHint } : { outcome: "partial", hint },
      `${done}, but not ${later}: ${error.message}`,
    );
  }
}
