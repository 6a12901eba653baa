import { valuesAt } from "./cells.ts";
import { columnNamed } from "./columns.ts";
import type { Shape } from "./shape.ts";

/** An order of rows: `keyOf` is taken of each while it is read, `compare` orders the keys. */
interface Order {
  readonly paths: readonly string[];
  keyOf(row: unknown): SortKeys;
  compare(left: SortKeys, right: SortKeys): number;
}

export type SortKeys = readonly SortKey[];

type SortKey = number | bigint | string | undefined;

/** The order by several columns: each counts where those before it are equal. */
export function orderFor(sorts: readonly string[], shape: Shape): Order {
  const orders = sorts.map((sort) => orderBy(sort, shape));
  return {
    paths: orders.map(({ path }) => path),
    keyOf: (row) => orders.map(({ keyOf }) => keyOf(row)),
    compare: (left, right) => {
      for (const [index, order] of orders.entries()) {
        const compared = order.compare(left[index], right[index]);
        if (compared !== 0) return compared;
      }
      return 0;
    },
  };
}

interface ColumnOrder {
  readonly path: string;
  keyOf(row: unknown): SortKey;
  compare(left: SortKey, right: SortKey): number;
}

/**
 * The order that one name of `--sort` stands for: a header or path, `-` before it for descending; rows without a value come
 * last in both.
 */
function orderBy(sort: string, shape: Shape): ColumnOrder {
  const descending = sort.startsWith("-");
  const { path } = columnNamed(descending ? sort.slice(1) : sort, shape);
  const collator = new Intl.Collator("en", { numeric: true });
  const ascending = (left: SortKey, right: SortKey): number => {
    if (typeof left === "string" || typeof right === "string")
      return collator.compare(String(left), String(right));
    return left === right ? 0 : (left ?? 0) < (right ?? 0) ? -1 : 1;
  };
  return {
    path,
    keyOf: (row) => {
      const values = valuesAt(row, path).filter((value) => value !== null && value !== "");
      const [first] = values;
      if (values.length === 1 && (typeof first === "number" || typeof first === "bigint")) return first;
      return values.length === 0 ? undefined : values.map(String).join(",");
    },
    compare: (left, right) => {
      if (left === undefined || right === undefined) {
        return Number(left === undefined) - Number(right === undefined);
      }
      return descending ? ascending(right, left) : ascending(left, right);
    },
  };
}
