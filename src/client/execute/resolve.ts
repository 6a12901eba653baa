import type { OperationEntry } from "../../catalogue/index.ts";
import type { Client, Values } from "../http/call.ts";
import type { MachineView } from "../lifecycle/machine-view.ts";
import type { NodeNames } from "../lifecycle/progress-event.ts";
import { resolveValues } from "../names/identifiers.ts";
import { type Labels, labelsOf, lookUpBeforeChange } from "../names/names.ts";
import { wordsOf } from "../values/words.ts";
import { isListed, isNameOnly, withListedIdentifier } from "./listed-identifier.ts";

/**
 * One request of an operation with resolved names. All callers take the same steps: `resolveCall`, then `sendCall`
 * (send.ts) or `sendAndWait` (wait.ts). A caller that knows the node passes its view in `nodes` and its system_id in
 * `values`.
 */
export interface Call {
  readonly entry: OperationEntry;
  readonly inputValues: Values;
  /** With system ids instead of names, as sent. */
  readonly values: Values;
  readonly nodes: readonly MachineView[];
  /** True if words were accepted as identifiers by their form, without a request. */
  readonly isUnverified: boolean;
  readonly label: Labels;
  readonly client: Client;
  /** Receives remarks, such as that an update was resent with a field that it must keep. */
  readonly note?: ((text: string) => void) | undefined;
}

/**
 * Resolves names in the values of an operation. `trust` accepts what looks like a system_id in the path; `verify`
 * looks every name up, for questions, locks and waits. Throws a notFound `Failure` for no match or several.
 */
export async function resolveCall(
  entry: OperationEntry,
  inputValues: Values,
  client: Client,
  mode: "trust" | "verify",
  note?: (text: string) => void,
): Promise<Call> {
  const { operation } = entry;
  const resolved = await resolveValues(operation, inputValues, client, mode);
  const values = isNameOnly(operation, resolved.values)
    ? await lookUpBeforeChange(operation, () => withListedIdentifier(entry, resolved.values, client))
    : undefined;
  const label = labelsOf(Object.values(inputValues).flatMap(wordsOf));
  const isUnverified = resolved.isUnverified || (isListed(operation) && values === undefined);
  return {
    entry,
    inputValues,
    label,
    client,
    note,
    ...resolved,
    values: values ?? resolved.values,
    isUnverified,
  };
}

/** A call with known identifiers: nothing is looked up, not even after a 404. `name`: of the object, in messages. */
export const knownCall = (entry: OperationEntry, values: Values, client: Client, name: string): Call => ({
  ...{ entry, values, client, inputValues: values, nodes: [], isUnverified: false },
  label: labelsOf([name]),
});

/** The node in the path; only its system_id if it was not looked up. */
export function nodeOf({ entry, values, nodes }: Call): NodeNames | MachineView {
  const parameter = entry.operation.parameters?.find(({ kind }) => kind !== undefined);
  const systemId = String(values[parameter?.name ?? ""] ?? "");
  return nodes.find((node) => node.systemId === systemId) ?? { systemId, hostname: systemId };
}
