import { scalarText, valuesAt } from "./cells.ts";
import { columnNamed, type Shape } from "./columns.ts";

/** `keyOf` reads each row as it arrives; `compare` orders the keys. */
export interface Order {
  readonly paths: readonly string[];
  keyOf(row: unknown): SortKeys;
  compare(left: SortKeys, right: SortKeys): number;
}

type KeyPart = number | bigint | string | undefined;
export type SortKeys = readonly KeyPart[];

/** Numbers come before texts, `web-9` before `web-10`, and rows without a value last in both directions. */
export function orderFor(sort: readonly string[], shape: Shape): Order {
  const columns = sort.map((name) => {
    const isDescending = name.startsWith("-");
    const { path } = columnNamed(isDescending ? name.slice(1) : name, shape);
    return { path, sign: isDescending ? -1 : 1 };
  });
  const collator = new Intl.Collator("en", { numeric: true });
  return {
    paths: columns.map(({ path }) => path),
    keyOf: (row) => columns.map(({ path }) => keyPartOf(row, path)),
    compare: (left, right) => {
      for (const [index, { sign }] of columns.entries()) {
        const [one, other] = [left[index], right[index]];
        const order =
          one === undefined || other === undefined
            ? Number(one === undefined) - Number(other === undefined)
            : sign * compareParts(one, other, collator);
        if (order !== 0) return order;
      }
      return 0;
    },
  };
}

function keyPartOf(row: unknown, path: string): KeyPart {
  const values = valuesAt(row, path).filter((value) => value !== null && value !== "");
  const [first] = values;
  if (values.length === 1 && (typeof first === "number" || typeof first === "bigint")) return first;
  return values.length === 0 ? undefined : values.map(scalarText).join(",");
}

function compareParts(one: NonNullable<KeyPart>, other: NonNullable<KeyPart>, collator: Intl.Collator) {
  if (typeof one === "string" && typeof other === "string") return collator.compare(one, other);
  if (typeof one === "string" || typeof other === "string") return typeof one === "string" ? 1 : -1;
  return one < other ? -1 : one > other ? 1 : 0;
}
