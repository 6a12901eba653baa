import { isTableForm } from "../../catalogue/commands/options.ts";
import type { Shape } from "../output/columns.ts";
import type { Command, Invocation } from "./invocation.ts";

export async function runCommand({ shape, members = [], run }: Command, invocation: Invocation) {
  if (shape === undefined) return void (await run(invocation));
  const { checkColumnNames } = await import("../parsing/column-names.ts");
  await checkColumnNames(invocation.globals, shape.columns, { members });
  const value = await run(invocation);
  if (value !== undefined) await invocation.print(value, shape);
}

/** True if a page of text is printed instead of the object: in a table form, without columns and query. */
export const printsPage = ({ globals, outputSettings }: Invocation, shape: Shape): boolean =>
  isTableForm(outputSettings(shape).format) && globals.columns === undefined && globals.query === undefined;
