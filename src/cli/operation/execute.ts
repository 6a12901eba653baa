import { signatureOf, takesSeveral } from "../../catalogue/commands/command-signature.ts";
import type { OperationEntry } from "../../catalogue/index.ts";
import { resolveCall } from "../../client/execute/resolve.ts";
import type { Client, Values } from "../../client/http/call.ts";
import { buildRequest } from "../../client/http/request.ts";
import { refuseLocked } from "../../client/names/lock.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { withNodesOfFields } from "../selection/field-names.ts";
import { isPreview, printPlanned } from "./preview.ts";
import { submitCall } from "./submit.ts";

/**
 * Executes one operation with values that are checked: names become system ids, previews and questions come
 * before anything is sent, and what the service answers is written.
 */
export async function execute(entry: OperationEntry, values: Values, invocation: Invocation): Promise<void> {
  const { operation } = entry;
  if (takesSeveral(operation)) {
    const { executeOnNodes } = await import("./on-nodes.ts");
    return await executeOnNodes(entry, values, invocation);
  }
  const client = await invocation.connect(operation.who === "anonymous" ? "keyless" : "signed");
  await executeOnce(entry, values, client, invocation);
}

/**
 * Executes an operation with one request: names of nodes among its values become system ids, locked machines are refused and
 * questions asked where it destroys or interrupts, and nothing is sent before.
 */
export async function executeOnce(
  entry: OperationEntry,
  typed: Values,
  client: Client,
  invocation: Invocation,
): Promise<void> {
  const { operation } = entry;
  const isShown = isPreview(invocation, operation);
  const isGuarded = operation.confirm !== undefined || operation.ignoresLock === true;
  const mode = isGuarded || (isShown && !invocation.globals.curl) ? "verify" : "trust";
  const named = await withNodesOfFields(operation, typed, client);
  const call = await resolveCall(entry, named, client, mode, invocation.messages.detail);
  const { values, nodes, label } = call;
  if (isShown) {
    const request = buildRequest(operation, values, client.endpoint);
    return await printPlanned([{ request, nodes }], client, invocation);
  }
  if (isGuarded) refuseLocked(operation.verb, nodes, label);
  if (operation.confirm !== undefined) {
    const { confirmCall } = await import("./confirmation.ts");
    await confirmCall(operation, describeCall(entry, typed), values, nodes, invocation);
  }
  await submitCall(call, invocation, typed);
}

/** The command and its identifiers, for a question: `fabrics delete 3`. */
function describeCall(entry: OperationEntry, values: Values): string {
  const words = signatureOf(entry).arguments.map(({ name, field }) => values[field?.name ?? name]);
  const typed = words.filter((word) => typeof word === "string");
  return [entry.group.name, entry.operation.verb, ...typed].join(" ");
}
