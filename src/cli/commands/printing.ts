import type { Action, Invocation } from "../invocation/invocation.ts";
import type { Shape } from "../output/columns.ts";
import { checkColumnNames } from "../typed/column-names.ts";

/** Columns that the value does not have are refused before it is read. */
export function printing(
  shape: Shape,
  read: (invocation: Invocation) => unknown,
  further?: Parameters<typeof checkColumnNames>[2],
): Action {
  return async (invocation) => {
    await checkColumnNames(invocation.globals, shape.columns, further);
    await invocation.print(await read(invocation), shape);
  };
}
