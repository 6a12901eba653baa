import { takesSeveral } from "../../catalogue/commands/command-signature.ts";
import type { OperationEntry } from "../../catalogue/index.ts";
import type { Values } from "../../client/http/call.ts";
import type { Invocation } from "../invocation/invocation.ts";

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
  const { executeOnce } = await import("./once.ts");
  await executeOnce(entry, values, client, invocation);
}
