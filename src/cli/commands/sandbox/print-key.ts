import { writeWhole } from "../../../output/sink.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { controlSandbox, targetSandbox } from "./control.ts";
import { noSandbox } from "./record.ts";

type Target = ReturnType<typeof targetSandbox>;

/** Writes the key of the administrator of a running sandbox and nothing else, for a script to take. */
export async function printKey(invocation: Invocation, target?: Target): Promise<void> {
  const { context } = invocation;
  const isInside = target === undefined && context.env["SVC_SANDBOX_URL"] !== undefined;
  const key = isInside ? context.env["SVC_API_KEY"] : await keyOf(invocation, target);
  if (key === undefined) throw noSandbox();
  await writeWhole(context.stdout, `${key}\n`);
}

/** The key as the sandbox says it to whoever knows its instance. */
async function keyOf(invocation: Invocation, target = targetSandbox(invocation)): Promise<string> {
  const { key } = await controlSandbox(invocation.context, target, "GET", "keys");
  return String(key);
}
