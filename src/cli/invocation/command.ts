import type { Command, Invocation } from "./invocation.ts";

/** Refuses unknown columns before anything is read, runs the command, and prints what it returns. */
export async function runCommand(
  { shape, members = [], run }: Command,
  invocation: Invocation,
): Promise<void> {
  if (shape === undefined) return void (await run(invocation));
  const { checkColumnNames } = await import("../typed/column-names.ts");
  await checkColumnNames(invocation.globals, shape.columns, { members });
  const value = await run(invocation);
  if (value !== undefined) await invocation.print(value, shape);
}
