import { printing } from "../printing.ts";
import { controlSandbox, targetSandbox } from "./control.ts";
import { statusShape } from "./shapes.ts";

/** `svc sandbox reset`: back to the seed while it runs. */
export const resetSandbox = printing(statusShape, async (invocation) => {
  const target = targetSandbox(invocation);
  return { url: target.url, ...(await controlSandbox(invocation.context, target, "POST", "reset")) };
});
