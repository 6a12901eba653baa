import { Failure } from "../../../core/failure.ts";
import { recordsIn } from "../../../core/json-record.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { controlSandbox, targetSandbox } from "./control.ts";

/** Returns the status of the sandbox. */
export async function moveToPoint(action: "save" | "restore", name: string, invocation: Invocation) {
  const target = targetSandbox(invocation);
  return { url: target.url, ...(await controlSandbox(invocation.context, target, "POST", action, [name])) };
}

export async function changePoints(
  action: string,
  names: readonly string[],
  invocation: Invocation,
): Promise<readonly unknown[]> {
  const { context } = invocation;
  const target = targetSandbox(invocation);
  if (action === "list" && names.length > 0)
    throw new Failure("usage", "list takes no name: svc sandbox saved delete NAME deletes one");
  if (action === "delete" && names.length === 0) throw new Failure("usage", "which saved points?");
  for (const name of names)
    await controlSandbox(context, target, "DELETE", `saved/${encodeURIComponent(name)}`);
  const { saved } = await controlSandbox(context, target, "GET", "saved");
  return recordsIn(saved);
}
