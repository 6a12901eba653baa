import { takesSeveralIds } from "../../catalogue/commands/command-spec.ts";
import type { OperationEntry } from "../../catalogue/index.ts";
import type { Globals } from "../invocation/invocation.ts";
import type { Shape } from "../output/columns.ts";

export const resultRowShape: Shape = {
  identity: "system_id",
  columns: [
    { header: "NAME", path: "hostname", rank: "key" },
    { header: "ID", path: "system_id" },
    { header: "OK", path: "ok", as: "outcome" },
    { header: "STATUS", path: "status", as: "status", rank: "key" },
    { header: "ERROR", path: "error", rank: "text" },
  ],
};

export const shapeOf = ({ group, operation }: Pick<OperationEntry, "group" | "operation">): Shape => ({
  columns: operation.columns ?? group.columns,
  identity: operation.identity ?? group.identity,
  ...(operation.described === true && (operation.columns ?? group.columns).length === 0
    ? { hasUnknownMembers: true }
    : {}),
  ...(operation.method === "GET" ? { listName: group.name } : { isChange: true as const }),
  ...(operation.rows === undefined ? {} : { rows: operation.rows }),
  ...(operation.timeMember === undefined ? {} : { timeMember: operation.timeMember }),
  ...(operation.sensitive === undefined ? {} : { sensitive: operation.sensitive }),
});

export function perNodeShapeOf(entry: Pick<OperationEntry, "group" | "operation">): Shape {
  const shape = shapeOf(entry);
  const columns = shape.hasUnknownMembers === true ? [] : shape.columns;
  return {
    ...shape,
    identity: "system_id",
    columns: [{ header: "NODE", path: "node", rank: "key" }, ...columns],
  };
}

export const previewShape: Shape = {
  identity: "url",
  columns: [
    { header: "METHOD", path: "method", rank: "key" },
    { header: "URL", path: "url", rank: "text" },
    { header: "NODES", path: "nodes", rank: "key" },
    { header: "FIELDS", path: "fields", rank: "text" },
  ],
};

export async function checkOperationColumns(
  globals: Pick<Globals, "columns" | "sort" | "query">,
  entry: Pick<OperationEntry, "group" | "operation">,
): Promise<void> {
  const { operation } = entry;
  const { columns, hasUnknownMembers } = shapeOf(entry);
  if (hasUnknownMembers === true) return;
  const hasRows = takesSeveralIds(operation) || operation.options?.some(({ name }) => name === "from");
  const rowColumns = hasRows ? [...resultRowShape.columns, ...perNodeShapeOf(entry).columns] : [];
  const otherColumns = [...rowColumns, ...previewShape.columns];
  const fields = (operation.fields ?? []).map(({ name }) => name);
  const { checkColumnNames } = await import("../parsing/column-names.ts");
  await checkColumnNames(globals, columns, { columns: otherColumns, members: fields });
}
