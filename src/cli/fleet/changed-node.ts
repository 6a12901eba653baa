import type { IdentifierKind, Operation } from "../../api/operation.ts";
import { Failure } from "../../failure.ts";
import type { Answer } from "../../http/call.ts";
import { isRecord } from "../../lifecycle/machine-view.ts";

import type { Target } from "../../lifecycle/progress-event.ts";
import { shapeOf } from "../operation/result.ts";
import type { NodeRun } from "./node-run.ts";

type Named = Pick<Target, "systemId" | "hostname">;

/**
 * Writes what an operation on one node answered. Where that is not an object, as the documents have it for
 * some operations and services for others, the node is read again, so that there is always one to use.
 */
export async function printChanged(run: NodeRun, node: Named, answer: Answer): Promise<void> {
  const { entry, invocation } = run;
  const { operation } = entry;
  const value = await answer.value();
  if (isRecord(value) || Array.isArray(value)) return await invocation.print(value, shapeOf(entry));
  invocation.messages.note(`${entry.group.name} ${operation.verb}: done`);
  await printNode(run, node);
}

/** Writes the node as it is now; of one that is gone, or cannot be read, the names that it had. */
export async function printNode(run: NodeRun, { systemId, hostname }: Named): Promise<void> {
  const { client, invocation, entry, kind } = run;
  const { operation, group } = entry;
  const names = { system_id: systemId, ...(hostname === systemId ? {} : { hostname }) };
  if (operation.method !== "DELETE") {
    const read = await readOperation(kind);
    try {
      const answer = await client.call(read, { system_id: systemId });
      const value = await answer.value();
      return await invocation.print(value, shapeOf({ group, operation: read }));
    } catch (error) {
      if (!(error instanceof Failure) || error.details.request === undefined) throw error;
      if (error.kind !== "notFound")
        invocation.messages.warn(`the ${kind} cannot be read again: ${error.message}`);
    }
  }
  const format = invocation.outputSettings(shapeOf(entry)).format;
  if (format !== "table" && format !== "wide") await invocation.print(names, shapeOf(entry));
}

/** The operation that reads one node. */
export async function readOperation(kind: IdentifierKind): Promise<Operation> {
  switch (kind) {
    case "machine":
      return (await import("../../api/groups/machines.ts")).group.operations["machine.read"];
    case "device":
      return (await import("../../api/groups/devices.ts")).group.operations["device.read"];
    case "node":
      return (await import("../../api/groups/nodes.ts")).group.operations["node.read"];
  }
}
