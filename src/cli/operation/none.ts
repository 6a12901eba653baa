import type { Selection } from "../selection/selection.ts";
import type { NodeRun } from "./node-run.ts";

/** Says that there is no node to act on or to read; the forms that programs read are an empty list. */
export async function printNone(run: NodeRun, selection: Selection): Promise<void> {
  const { entry, invocation, kind } = run;
  const what =
    selection.kind === "filters" ? `no ${kind} matches --where` : `standard input names no ${kind}`;
  invocation.messages.note(`${what}: nothing to do`);
  const { isTable, printRows } = await import("./rows.ts");
  if (entry.operation.method !== "GET") return await printRows([], invocation);
  if (isTable(invocation)) return;
  const { readMany } = await import("./read-many.ts");
  await readMany(run, []);
}
