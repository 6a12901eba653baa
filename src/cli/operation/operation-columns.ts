import { takesSeveralIds } from "../../catalogue/commands/command-signature.ts";
import type { OperationEntry } from "../../catalogue/index.ts";
import type { Globals } from "../invocation/invocation.ts";
import { checkColumnNames } from "../parsing/column-names.ts";
import { previewShape } from "./preview.ts";
import { rowsShapeOf } from "./read-many.ts";
import { shapeOf } from "./result.ts";
import { rowShape } from "./row-shape.ts";

export async function checkOperationColumns(
  globals: Pick<Globals, "columns" | "sort" | "query">,
  entry: Pick<OperationEntry, "group" | "operation">,
): Promise<void> {
  const { operation } = entry;
  const { columns, hasUnknownMembers } = shapeOf(entry);
  if (hasUnknownMembers === true) return;
  const hasRows = takesSeveralIds(operation) || operation.options?.some(({ name }) => name === "from");
  const rowColumns = hasRows ? [...rowShape.columns, ...rowsShapeOf(entry).columns] : [];
  const otherColumns = [...rowColumns, ...previewShape.columns];
  const fields = (operation.fields ?? []).map(({ name }) => name);
  await checkColumnNames(globals, columns, { columns: otherColumns, members: fields });
}
