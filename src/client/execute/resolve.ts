import type { OperationEntry } from "../../catalogue/index.ts";
import type { Client, Values } from "../http/call.ts";
import type { MachineView } from "../lifecycle/machine-view.ts";
import type { Named } from "../lifecycle/progress-event.ts";
import { resolveValues } from "../names/identifiers.ts";
import { type Labels, labelsOf, lookingFor } from "../names/names.ts";
import { wordsOf } from "../values/words.ts";
import { isNameOnly, withListedIdentifier } from "./listed-identifier.ts";

/**
 * One request of an operation whose names are resolved. Every caller executes operations in the same steps:
 * `resolveCall`, then `sendCall` (send.ts), or `sendAndWait` (wait.ts) with a watcher that shows the wait. Who knows
 * the node already makes the call of it: its view in `nodes`, its system_id in `values`.
 */
export interface Call {
  readonly entry: OperationEntry;
  /** As the caller has them, with names of nodes. */
  readonly typed: Values;
  /** With system ids in the place of names: these are sent. */
  readonly values: Values;
  /** The nodes that the operation is on, as far as they were looked up. */
  readonly nodes: readonly MachineView[];
  /** True where words were taken as identifiers by their form, which costs no request. */
  readonly isUnverified: boolean;
  /** How a node is called in messages: as the caller named it. */
  readonly label: Labels;
  readonly client: Client;
  /** Takes remarks, such as that an update was sent once more with a field that it must not leave out. */
  readonly note?: ((text: string) => void) | undefined;
}

/**
 * Resolves the names among the values of an operation. `trust` takes what looks like a system_id in the path as
 * one; `verify` asks the service for every name, which questions, locks and waits need. Throws the notFound `Failure`
 * of a name that matches nothing, or several nodes.
 */
export async function resolveCall(
  entry: OperationEntry,
  typed: Values,
  client: Client,
  mode: "trust" | "verify",
  note?: (text: string) => void,
): Promise<Call> {
  const { operation } = entry;
  const resolved = await resolveValues(operation, typed, client, mode);
  const values = isNameOnly(operation, resolved.values)
    ? await lookingFor(operation, () => withListedIdentifier(entry, resolved.values, client))
    : undefined;
  const label = labelsOf(Object.values(typed).flatMap(wordsOf));
  const isUnverified = resolved.isUnverified || operation.described === true;
  return { entry, typed, label, client, note, ...resolved, values: values ?? resolved.values, isUnverified };
}

/** The call of one who knows all identifiers: no word is looked up, also after a 404. `name`: of the object, in messages. */
export const knownCall = (entry: OperationEntry, values: Values, client: Client, name: string): Call => ({
  ...{ entry, values, client, typed: values, nodes: [], isUnverified: false },
  label: labelsOf([name]),
});

/** The node that the path of a call names; by its system_id alone where it was not looked up. */
export function nodeOf({ entry, values, nodes }: Call): Named | MachineView {
  const parameter = entry.operation.parameters?.find(({ kind }) => kind !== undefined);
  const systemId = String(values[parameter?.name ?? ""] ?? "");
  return nodes.find((node) => node.systemId === systemId) ?? { systemId, hostname: systemId };
}
