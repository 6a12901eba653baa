/** JSON text of plain data in which a bigint is a number with all its digits. */
export function exactJson(value: unknown): string {
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return `[${value.map(exactJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}:${exactJson(each)}`);
  return `{${members.join(",")}}`;
}
