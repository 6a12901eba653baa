import type { Column } from "../../catalogue/operation.ts";
import { Failure } from "../../core/failure.ts";
import { nearest } from "../../core/text/nearest.ts";
import { unknownColumns } from "../output/columns.ts";
import { sortMeant } from "./sort-order.ts";

/** What names columns on the line; see `Globals`. */
interface ColumnOptions {
  readonly columns: readonly string[] | undefined;
  readonly sort: readonly string[] | undefined;
  readonly query: string | undefined;
}

/**
 * Refuses what `--columns` and `--sort` name that is not a column, before anything is sent: neither a header, nor
 * a path, nor a member of an answer. What a query makes of an answer is not known yet, so anything goes.
 */
export async function checkColumnNames(
  { columns: shown, sort, query }: ColumnOptions,
  columns: readonly Column[],
  further: { readonly columns?: readonly Column[]; readonly members?: readonly string[] } = {},
): Promise<void> {
  if (query !== undefined || (shown === undefined && sort === undefined)) return;
  const asked = [
    { option: "--columns", names: shown ?? [] },
    { option: "--sort", names: (sort ?? []).map((name) => name.replace(/^-/, "")) },
  ];
  for (const { option, names } of asked) {
    const unknown = unknownColumns(names, [...columns, ...(further.columns ?? [])]).filter(
      (name) => further.members?.includes(name) !== true,
    );
    if (unknown.length === 0) continue;
    const { answerMembers } = await import("../../catalogue/answer-members.ts");
    const wrong = unknown.find((name) => !answerMembers.has(name));
    if (wrong === undefined) continue;
    const headers = columns.map(({ header }) => header);
    const known = [...columns, ...(further.columns ?? [])];
    const isColumn = (name: string) =>
      unknownColumns([name], known).length === 0 ||
      further.members?.includes(name) === true ||
      answerMembers.has(name);
    const order = option === "--sort" ? sortMeant(sort ?? [], isColumn) : undefined;
    if (order !== undefined) {
      throw new Failure("usage", `--sort: unknown column '${wrong}'`, {
        hint: `did you mean --sort ${order.join(",")}? a column is sorted in descending order by - before it`,
      });
    }
    const meant = nearest(wrong.toUpperCase(), headers) ?? nearest(wrong.toLowerCase(), answerMembers);
    throw new Failure("usage", `${option}: unknown column '${wrong}'`, {
      lines: headers.length === 0 ? [] : [`columns: ${headers.join(", ")}`],
      hint:
        meant === undefined
          ? `a member of the answer is named by its path: .${wrong}`
          : `did you mean ${meant}?`,
    });
  }
}

/** Refuses the options about columns where what is printed has none; `where` ends the sentence. */
export function refuseColumnOptions(
  { columns, sort, header }: Pick<ColumnOptions, "columns" | "sort"> & { readonly header: boolean },
  where: string,
  hint: string,
): void {
  const stray =
    columns !== undefined ? "columns" : sort !== undefined ? "sort" : header ? undefined : "no-header";
  if (stray !== undefined) throw new Failure("usage", `--${stray} has no effect ${where}`, { hint });
}
