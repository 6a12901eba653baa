import { memberNamed, nodeMembers } from "../../catalogue/node-members.ts";
import type { Column } from "../../catalogue/operation.ts";
import { Failure } from "../../core/failure.ts";
import { choiceList, nearest } from "../../core/text/choices.ts";
import { unknownColumns } from "../output/columns.ts";

interface ColumnOptions {
  readonly columns: readonly string[] | undefined;
  readonly sort: readonly string[] | undefined;
  readonly query: string | undefined;
}

/** With a query, any name is accepted, because its columns are not known yet. */
export async function checkColumnNames(
  { columns: requestedColumns, sort, query }: ColumnOptions,
  columns: readonly Column[],
  extra: { readonly columns?: readonly Column[]; readonly members?: readonly string[] } = {},
): Promise<void> {
  if (query !== undefined || (requestedColumns === undefined && sort === undefined)) return;
  const allColumns = [...columns, ...(extra.columns ?? [])];
  const isKnown = (name: string): boolean =>
    unknownColumns([name], allColumns).length === 0 || extra.members?.includes(name) === true || isSite(name);
  const optionNames = [
    { option: "--columns", names: requestedColumns ?? [] },
    { option: "--sort", names: (sort ?? []).map((name) => name.replace(/^-/, "")) },
  ];
  for (const { option, names } of optionNames) {
    const unknown = names.filter((name) => !isKnown(name));
    if (unknown.length === 0) continue;
    const { answerMembers } = await import("../../catalogue/answer-members.ts");
    const unknownName = unknown.find((name) => !answerMembers.has(name));
    if (unknownName === undefined) continue;
    const headers = columns.map(({ header }) => header);
    const isColumn = (name: string) => isKnown(name) || answerMembers.has(name);
    const order = option === "--sort" ? translateSort(sort ?? [], isColumn) : undefined;
    if (order !== undefined)
      throw new Failure("usage", `--sort: unknown column '${unknownName}'`, {
        hint: `did you mean --sort ${order.join(",")}? a - before a column sorts it in descending order`,
      });
    const [path] = nodeMembers[memberNamed(unknownName.toLowerCase()) ?? ""]?.paths ?? [];
    const suggestion =
      nearest(unknownName.toUpperCase(), headers) ?? columns.find((column) => column.path === path)?.header;
    throw new Failure("usage", `${option}: unknown column '${unknownName}'`, {
      lines: headers.length === 0 ? [] : [`columns: ${choiceList(headers)}`],
      hint:
        suggestion === undefined
          ? `a member of the answer is named by its path: .${unknownName}`
          : `did you mean ${suggestion}?`,
    });
  }
}

/** Rows of several sites have this column, and standard input may name the sites. */
const isSite = (name: string): boolean => name.toLowerCase() === "site";

export function refuseColumnOptions(
  { columns, sort, header }: Pick<ColumnOptions, "columns" | "sort"> & { readonly header: boolean },
  where: string,
  hint: string,
): void {
  const ineffective =
    columns !== undefined ? "columns" : sort !== undefined ? "sort" : header ? undefined : "no-header";
  if (ineffective !== undefined)
    throw new Failure("usage", `--${ineffective} has no effect ${where}`, { hint });
}

const ascending = ["asc", "ascending", "up", "+", "1"];
const descending = ["desc", "descending", "dsc", "down", "reverse", "rev", "-1", "-"];

/** `-1` comes before `1`, because it also ends with `1`. */
const orders = new Map([
  ...descending.map((word) => [word, "-"] as const),
  ...ascending.map((word) => [word, ""] as const),
]);

/** Translates other tools' spellings of `--sort`: `cpus:desc`, `cpus desc`, `cpus,desc`, `+cpus`, `cpus-`. */
export function translateSort(sort: readonly string[], isColumn: (name: string) => boolean) {
  const translated: string[] = [];
  let isTranslated = false;
  for (const word of sort) {
    const name = word.replace(/^-/, "");
    const before = translated.at(-1);
    const order = orders.get(word.toLowerCase()) ?? orders.get(name.toLowerCase());
    if (isColumn(name)) translated.push(word);
    else if (before !== undefined && order !== undefined) {
      translated.splice(-1, 1, withSign(order, before));
      isTranslated = true;
    } else {
      const [column, suffixOrder] = orderIn(name);
      if (suffixOrder === undefined || !isColumn(column)) return undefined;
      translated.push(withSign(word.startsWith("-") ? "-" : suffixOrder, column));
      isTranslated = true;
    }
  }
  return isTranslated ? translated : undefined;
}

const withSign = (sign: string, name: string): string => `${sign}${name.replace(/^-/, "")}`;

function orderIn(name: string): readonly [column: string, order: string | undefined] {
  if (name.startsWith("+")) return [name.slice(1), ""];
  for (const [word, order] of orders) {
    if (!name.toLowerCase().endsWith(word)) continue;
    const rest = name.slice(0, -word.length);
    let end = rest.length;
    while (end > 0 && " :;/=_-".includes(rest.charAt(end - 1))) end--;
    if (end < rest.length || word === "+" || word === "-") return [rest.slice(0, end), order];
  }
  return [name, undefined];
}
