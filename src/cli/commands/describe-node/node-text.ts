import type { CellForm } from "../../../catalogue/operation.ts";
import { isRecord } from "../../../core/json-record.ts";
import { cellText } from "../../output/cells.ts";
import { oneLine } from "../../waiting/one-line.ts";
import type { PageLine } from "./page.ts";

/** The value at a path as people read it, on one line; undefined where there is none. */
export function valueAt(value: unknown, path: string, as?: CellForm): string | undefined {
  const text = oneLine(cellText(value, path, as));
  return text === "-" || text === "" ? undefined : text;
}

/** The facts that there are, in this order. */
export const facts = (
  ...all: readonly (PageLine | { readonly label: string; readonly text: string | undefined })[]
) =>
  all.flatMap((line): readonly PageLine[] => (line.text === undefined ? [] : [{ ...line, text: line.text }]));

/** The parts that there are, joined. */
export const joined = (parts: readonly (string | undefined)[], between = ", "): string | undefined => {
  const known = parts.filter((part) => part !== undefined);
  return known.length === 0 ? undefined : known.join(between);
};

export const labelled = (label: string, text: string | undefined): string | undefined =>
  text === undefined ? undefined : `${label} ${text}`;

/** The objects in a list; nothing for what is not a list. */
export const recordsIn = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];
