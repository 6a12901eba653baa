/** JSON text of plain data in which a bigint is a number with all its digits. */
export function exactJson(value: unknown): string {
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return `[${value.map(exactJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}:${exactJson(each)}`);
  return `{${members.join(",")}}`;
}

const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s"{}[\],:]+/g;
const step = "    ";

/**
 * JSON text in pieces, laid out with four spaces a level. Every piece ends between two tokens. Numbers stay as
 * they are written.
 */
export function* indentedJson(pieces: Iterable<string>): Generator<string> {
  let depth = 0;
  let isFirst = true;
  for (const piece of pieces) {
    let out = "";
    for (const [token] of piece.matchAll(tokens)) {
      const closes = token === "}" || token === "]";
      if (closes) depth -= 1;
      const isEmpty = closes && isFirst;
      if ((closes && !isEmpty) || (isFirst && !closes && depth > 0)) out += `\n${step.repeat(depth)}`;
      isFirst = false;
      out += token;
      if (token === ":") out += " ";
      else if (token === ",") out += `\n${step.repeat(depth)}`;
      else if (token === "{" || token === "[") {
        depth += 1;
        isFirst = true;
      }
    }
    if (out !== "") yield out;
  }
}
