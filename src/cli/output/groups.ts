import { addTo } from "../../core/grouping.ts";
import type { Shape } from "./columns.ts";

export const groupShape = (by: string): Shape => ({
  identity: by,
  columns: [
    { header: by.toUpperCase(), path: by, rank: "key", ...(by === "status" ? { as: "status" } : {}) },
    { header: "COUNT", path: "count", rank: "key" },
    { header: "NAMES", path: "names", as: "names", rank: "text" },
  ],
});

export function collectGroups(by: string) {
  const namesByKey = new Map<string, string[]>();
  return {
    add: (key: string, name: string) => addTo(namesByKey, key, name),
    rows: () =>
      [...namesByKey]
        .sort(([a, left], [b, right]) => right.length - left.length || (a < b ? -1 : 1))
        .map(([key, names]) => ({ [by]: key === "" ? null : key, count: names.length, names })),
  };
}
