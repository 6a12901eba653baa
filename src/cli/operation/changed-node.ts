import type { IdentifierKind, Operation } from "../../catalogue/operation.ts";
import { type Call, nodeOf } from "../../client/execute/resolve.ts";
import type { SentCall } from "../../client/execute/send.ts";
import type { Client } from "../../client/http/call.ts";
import type { NodeNames } from "../../client/lifecycle/progress-event.ts";
import { nodeOperations } from "../../client/names/resolve.ts";
import { isReadFailure, isSignal } from "../../core/failure.ts";
import { isRecord } from "../../core/json-record.ts";
import type { Invocation } from "../invocation/invocation.ts";
import type { Shape } from "../output/columns.ts";
import { shapeOf } from "./shapes.ts";

export async function printChanged({ answer, call }: SentCall, invocation: Invocation): Promise<void> {
  const { group, operation } = call.entry;
  const value = await answer.value();
  const identity = operation.identity ?? group.identity;
  const isNode =
    isRecord(value) &&
    (identity === "system_id" ? value[identity] === nodeOf(call).systemId : identity in value);
  if (isNode && operation.method !== "DELETE") return await invocation.print(value, shapeOf(call.entry));
  invocation.messages.note(`${group.name} ${operation.verb}: done`);
  await printNodeAfter(call, invocation);
}

export async function printNodeAfter(call: Call, invocation: Invocation): Promise<void> {
  const { operation } = call.entry;
  if (operation.method === "DELETE") return await printNames(invocation, nodeOf(call));
  await printNode({ client: call.client, invocation }, kindOf(operation), nodeOf(call));
}

const kindOf = ({ parameters = [], fields = [] }: Operation): IdentifierKind =>
  [...parameters, ...fields].find(({ kind }) => kind !== undefined)?.kind ?? "machine";

export async function printChangedNodes({ answer, call }: SentCall, invocation: Invocation): Promise<void> {
  const { entry, client, nodes } = call;
  const { group, operation } = entry;
  const value = await answer.value();
  if (operation.result === "json" && Array.isArray(value))
    return await invocation.print(value, shapeOf(entry));
  invocation.messages.note(`${group.name} ${operation.verb}: done`);
  const { printNodeRows, resultRow } = await import("./rows.ts");
  const rows = nodes.map((node) => resultRow(node, { ok: true, status: null, error: null, outcome: "done" }));
  await printNodeRows({ entry, client, invocation, kind: kindOf(operation) }, rows);
}

export async function printNode(
  { client, invocation }: { readonly client: Client; readonly invocation: Invocation },
  kind: IdentifierKind,
  node: NodeNames,
): Promise<void> {
  const { group, read } = await nodeOperations(kind);
  try {
    const answer = await client.call(read, { system_id: node.systemId });
    const value = await answer.value();
    if (isRecord(value)) return await invocation.print(value, shapeOf({ group, operation: read }));
  } catch (error) {
    if (!isReadFailure(error)) throw error;
    if (!isSignal(error) && error.kind !== "notFound")
      invocation.messages.warn(`${node.hostname} cannot be read again: ${error.message}`);
  }
  await printNames(invocation, node);
}

export const printNames = ({ print }: Invocation, { systemId, hostname }: NodeNames): Promise<void> =>
  print({ system_id: systemId, ...(hostname === systemId ? {} : { hostname }) }, namesShape);

const namesShape: Shape = {
  identity: "system_id",
  columns: [
    { header: "NAME", path: "hostname", rank: "key" },
    { header: "ID", path: "system_id" },
  ],
};
