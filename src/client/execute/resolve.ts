import type { OperationEntry } from "../../catalogue/index.ts";
import type { Client, Values } from "../http/call.ts";
import type { MachineView } from "../lifecycle/machine-view.ts";
import type { NodeNames } from "../lifecycle/progress-event.ts";
import { resolveValues } from "../names/identifiers.ts";
import { type Labels, labelsOf, lookUpBeforeChange } from "../names/names.ts";
import { wordsOf } from "../values/words.ts";
import { isLastWordName, needsLookup, withListedIdentifier } from "./listed-identifier.ts";

/** One request of an operation with resolved names. `resolveCall` makes it for `sendCall` and `sendAndWait`. */
export interface Call {
  readonly entry: OperationEntry;
  readonly inputValues: Values;
  readonly values: Values;
  readonly nodes: readonly MachineView[];
  /** True if a word looks like an identifier and was not looked up. */
  readonly isUnverified: boolean;
  readonly label: Labels;
  readonly client: Client;
  readonly note?: ((text: string) => void) | undefined;
}

/** `trust` accepts a word in the path that looks like a system_id; `verify` looks every name up. */
export async function resolveCall(
  entry: OperationEntry,
  inputValues: Values,
  client: Client,
  mode: "trust" | "verify",
  note?: (text: string) => void,
): Promise<Call> {
  const { operation } = entry;
  const resolved = await resolveValues(operation, inputValues, client, mode);
  const values = isLastWordName(operation, resolved.values)
    ? await lookUpBeforeChange(operation, () => withListedIdentifier(entry, resolved.values, client))
    : undefined;
  const label = labelsOf(Object.values(inputValues).flatMap(wordsOf));
  const isUnverified = resolved.isUnverified || (needsLookup(operation) && values === undefined);
  const call = { entry, inputValues, label, client, note, ...resolved };
  return { ...call, values: values ?? resolved.values, isUnverified };
}

/** A call whose names are not looked up, not even after a 404. `name` is the object's name in messages. */
export const callWithoutLookup = (
  entry: OperationEntry,
  values: Values,
  client: Client,
  name: string,
): Call => ({
  ...{ entry, values, client, inputValues: values, nodes: [], isUnverified: false },
  label: labelsOf([name]),
});

export function nodeOf({ entry, values, nodes }: Call): NodeNames | MachineView {
  const parameter = entry.operation.parameters?.find(({ kind }) => kind !== undefined);
  const systemId = String(values[parameter?.name ?? ""] ?? "");
  return nodes.find((node) => node.systemId === systemId) ?? { systemId, hostname: systemId };
}
