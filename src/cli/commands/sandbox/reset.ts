import type { Action } from "../../invocation/invocation.ts";
import { checkColumnNames } from "../../typed/column-names.ts";
import { controlSandbox, meantSandbox } from "./control.ts";
import { statusShape } from "./shapes.ts";

/** `svc sandbox reset`: back to the seed while it runs. */
export const resetSandbox: Action = async (invocation) => {
  await checkColumnNames(invocation.globals, statusShape.columns);
  const target = meantSandbox(invocation);
  const status = await controlSandbox(invocation.context, target, "POST", "reset");
  await invocation.print({ url: target.url, ...status }, statusShape);
};
