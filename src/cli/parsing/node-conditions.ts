import { normalizeValue } from "../../catalogue/commands/command-signature.ts";
import { furtherNodeFilters, nodeListFilters } from "../../catalogue/fields.ts";
import { type NodeMember, nodeMembers } from "../../catalogue/node-members.ts";
import { statusValue } from "../../catalogue/statuses.ts";
import type { Values } from "../../client/http/call.ts";
import { Failure } from "../../core/failure.ts";
import { isGlob, matchesGlob } from "../../core/text/glob.ts";
import { sizeIn } from "../../core/text/units.ts";
import { scalarText, valuesAt } from "../output/cells.ts";

export type Operator = "=" | "!=" | "~" | "!~" | ">" | "<" | ">=" | "<=";

export interface NodeCondition {
  /** A key of `nodeMembers`. */
  readonly name: string;
  readonly operator: Operator;
  /** One of them must match; with a negated operator, none of them. */
  readonly values: readonly string[];
}

const memberOf = (name: string): NodeMember => nodeMembers[name] ?? { paths: [name] };

export const comparedMembers = (conditions: readonly NodeCondition[]): readonly string[] =>
  conditions.flatMap(({ name }) =>
    memberOf(name).paths.flatMap((path) => path.split("/").map((part) => part.split(".")[0] ?? part)),
  );

export const meetsAll = (node: unknown, conditions: readonly NodeCondition[]): boolean =>
  conditions.every((condition) => meets(node, condition));

function meets(node: unknown, { name, operator, values }: NodeCondition): boolean {
  const member = memberOf(name);
  const texts = member.paths
    .flatMap((path) => valuesAt(node, path).map(scalarText))
    .filter((text) => text !== "");
  const equals = (value: string) => spellings(name, texts).some((text) => isSame(value, text, member));
  const contains = (value: string) => texts.some((text) => matchesGlob(`*${value}*`, text));
  const [number = Number.NaN] = texts.map(Number);
  switch (operator) {
    case "=":
      return values.some(equals);
    case "!=":
      return !values.some(equals);
    case "~":
      return values.some(contains);
    case "!~":
      return !values.some(contains);
    default:
      return values.some((value) => compare[operator](number, Number(value)));
  }
}

const compare: Readonly<Record<">" | "<" | ">=" | "<=", (first: number, second: number) => boolean>> = {
  ">": (first, second) => first > second,
  "<": (first, second) => first < second,
  ">=": (first, second) => first >= second,
  "<=": (first, second) => first <= second,
};

/** Other spellings of a value: `amd64` for `amd64/generic`, `failed_testing` for the number of a status. */
function spellings(name: string, texts: readonly string[]): readonly string[] {
  if (name === "status") return texts.flatMap((text) => [text, statusValue(Number(text)) ?? text]);
  return name === "arch" ? texts.flatMap((text) => [text, ...text.split("/")]) : texts;
}

const isSame = (value: string, text: string, { isCaseSensitive }: NodeMember): boolean =>
  isGlob(value)
    ? matchesGlob(value, text)
    : isCaseSensitive === true
      ? value === text
      : value.toLowerCase() === text.toLowerCase();

const booleanWord = (text: string): string | undefined =>
  /^(?:true|yes|1)$/i.test(text) ? "true" : /^(?:false|no|0)$/i.test(text) ? "false" : undefined;

export function operandOf(name: string, operator: Operator, text: string, label: string): string {
  const { unit, isBoolean } = memberOf(name);
  if (operator === "=" || operator === "!=") {
    const word = isBoolean === true ? booleanWord(text) : text;
    if (word === undefined) throw new Failure("usage", `${label} ${name} takes true or false, not '${text}'`);
    const field = nodeListFilters.find((filter) => filter.name === name);
    return field === undefined ? word : normalizeValue(field, word);
  }
  if (operator === "~" || operator === "!~") return text;
  if (unit === undefined)
    throw new Failure("usage", `${label} ${name} is not a number: it takes =, !=, ~ and !~, not ${operator}`);
  const number = unit === "count" ? Number(text) : sizeIn(unit, text);
  if (Number.isFinite(number) && text !== "") return String(number);
  const expected = unit === "count" ? "a number" : `a size such as 64GB, or a number of ${unit}`;
  throw new Failure("usage", `${label} ${name}${operator} takes ${expected}, not '${text}'`);
}

const undocumentedFilters: ReadonlySet<string> = new Set(furtherNodeFilters.map(({ name }) => name));

/** Live services filter by these; svc compares every node as well, because other services ignore them. */
export function hintsOf(conditions: readonly NodeCondition[]): Values {
  const hints: Record<string, readonly string[]> = {};
  for (const { name, operator, values } of conditions) {
    const filter = operator === "=" ? name : `not_${name}`;
    const canBeFilter = values.length === 1 || (name !== "tags" && operator === "=");
    if (
      (operator !== "=" && operator !== "!=") ||
      !canBeFilter ||
      values.some(isGlob) ||
      !undocumentedFilters.has(filter)
    )
      continue;
    // A node has several tags. For other members, a second value would widen the filter.
    if (hints[filter] !== undefined && name !== "tags") continue;
    hints[filter] = [...(hints[filter] ?? []), ...values];
  }
  return hints;
}

export function conditionsOf(
  options: Readonly<Partial<Record<"owner" | "tags" | "power" | "os", readonly string[] | undefined>>>,
): readonly NodeCondition[] {
  const anyOf = (name: string, values: readonly string[] | undefined): readonly NodeCondition[] =>
    values === undefined ? [] : [{ name, operator: "=", values }];
  return [
    ...anyOf("owner", options.owner),
    ...(options.tags ?? []).flatMap((tag) => anyOf("tags", [tag])),
    ...anyOf("power_state", options.power),
    ...anyOf("os", options.os),
  ];
}
