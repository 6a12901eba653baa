import { canonicalName, nodeMembers } from "../../catalogue/node-members.ts";
import type { Column } from "../../catalogue/operation.ts";
import { Failure } from "../../core/failure.ts";
import { choiceList, nearest } from "../../core/text/word-lists.ts";
import { type OutputSettings, unknownColumns } from "../output/columns.ts";

/** With a query, any name is accepted, because its columns are not known yet. */
export async function checkColumnNames(
  { columns: requestedColumns, sort, query }: Pick<OutputSettings, "columns" | "sort" | "query">,
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
    const unknownNames = names.filter((name) => !isKnown(name));
    if (unknownNames.length === 0) continue;
    const { answerMembers } = await import("../../catalogue/answer-members.ts");
    const unknownName = unknownNames.find((name) => !answerMembers.has(name));
    if (unknownName === undefined) continue;
    const headers = columns.map(({ header }) => header);
    const isColumn = (name: string) => isKnown(name) || answerMembers.has(name);
    const correctedSort = option === "--sort" ? translateSort(sort ?? [], isColumn) : undefined;
    if (correctedSort !== undefined)
      throw new Failure("usage", `--sort: unknown column '${unknownName}'`, {
        hint: `did you mean --sort ${correctedSort.join(",")}? a - before a column sorts it in descending order`,
      });
    const [path] = nodeMembers[canonicalName(unknownName.toLowerCase()) ?? ""]?.paths ?? [];
    const suggestion =
      nearest(unknownName.toUpperCase(), headers) ?? columns.find((column) => column.path === path)?.header;
    throw new Failure("usage", `${option}: unknown column '${unknownName}'`, {
      lines: headers.length === 0 ? [] : [`columns: ${choiceList(headers)}`],
      hint:
        suggestion === undefined
          ? `to show a member of the answer, give its path: .${unknownName}`
          : `did you mean ${suggestion}?`,
    });
  }
}

/** Output from several sites has this column. It is always accepted, because standard input may name the sites. */
const isSite = (name: string): boolean => name.toLowerCase() === "site";

export function refuseColumnOptions(
  { columns, sort, hasHeader }: Pick<OutputSettings, "columns" | "sort" | "hasHeader">,
  where: string,
  hint: string,
): void {
  const ineffective =
    columns !== undefined ? "columns" : sort !== undefined ? "sort" : hasHeader ? undefined : "no-header";
  if (ineffective !== undefined)
    throw new Failure("usage", `--${ineffective} has no effect ${where}`, { hint });
}

const descending = "desc|descending|dsc|down|reverse|rev|-1";
const orderWord = new RegExp(`^(?:(${descending}|-)|asc|ascending|up|[+]|1)$`, "i");
const withOrder = new RegExp(
  `^([+-]?)(.+?)(?:[ :;/=_-]+?(?:(${descending})|asc|ascending|up|1)|[ :;/=_-]*(?:[+]|(-)))?$`,
  "i",
);

/** Translates other tools' spellings of `--sort`: `cpus:desc`, `cpus desc`, `cpus,desc`, `+cpus`, `cpus-`. */
export function translateSort(
  sort: readonly string[],
  isColumn: (name: string) => boolean,
): readonly string[] | undefined {
  const translatedSort: string[] = [];
  for (const word of sort) {
    const order = orderWord.exec(word);
    const previousColumn = translatedSort.at(-1);
    if (isColumn(word.replace(/^-/, ""))) translatedSort.push(word);
    else if (previousColumn !== undefined && order !== null)
      translatedSort.splice(-1, 1, `${order[1] === undefined ? "" : "-"}${previousColumn.replace(/^-/, "")}`);
    else {
      const [, sign, column = "", descendingWord, minus] = withOrder.exec(word) ?? [];
      if (!isColumn(column)) return undefined;
      translatedSort.push(`${sign === "-" || (descendingWord ?? minus) !== undefined ? "-" : ""}${column}`);
    }
  }
  return translatedSort.join() === sort.join() ? undefined : translatedSort;
}
