/** Words by which other tools say an order, and the sign that svc has for it. */
const orders = new Map([
  ["asc", ""],
  ["ascending", ""],
  ["up", ""],
  ["+", ""],
  ["desc", "-"],
  ["descending", "-"],
  ["dsc", "-"],
  ["down", "-"],
  ["reverse", "-"],
  ["rev", "-"],
  ["-1", "-"],
  ["-", "-"],
  ["1", ""],
]);

/**
 * The columns of a `--sort` in svc's spelling where another tool's is typed: `cpus:desc`, `cpus desc`, `cpus,desc`,
 * `+cpus` and `cpus-` among them. Undefined where nothing of that kind is typed, or no name of a column is left.
 * `isColumn` tells names of columns: one that is called like an order stays what it is.
 */
export function sortMeant(
  sort: readonly string[],
  isColumn: (name: string) => boolean,
): readonly string[] | undefined {
  const meant: string[] = [];
  let isOther = false;
  for (const typed of sort) {
    const name = typed.replace(/^-/, "");
    const before = meant.at(-1);
    const order = orders.get(typed.toLowerCase()) ?? orders.get(name.toLowerCase());
    if (isColumn(name)) meant.push(typed);
    else if (before !== undefined && order !== undefined) {
      meant.splice(-1, 1, signed(order, before));
      isOther = true;
    } else {
      const [column, own] = orderIn(name);
      if (own === undefined || !isColumn(column)) return undefined;
      meant.push(signed(typed.startsWith("-") ? "-" : own, column));
      isOther = true;
    }
  }
  return isOther ? meant : undefined;
}

const signed = (sign: string, name: string): string => `${sign}${name.replace(/^-/, "")}`;

/** A column and the order that is typed with it; the order is undefined where there is none. */
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
