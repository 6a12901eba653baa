import { isRepeatable, kebab, normalizeValue } from "../../catalogue/commands/command-spec.ts";
import { deviceKeys, nodeListFilters, undocumentedNodeFilters } from "../../catalogue/fields.ts";
import { canonicalName, type NodeMember, nodeMembers } from "../../catalogue/node-members.ts";
import type { Field } from "../../catalogue/operation.ts";
import { statusValue } from "../../catalogue/statuses.ts";
import { type Values, wordsOf } from "../../client/http/call.ts";
import { checkTexts, suggestionFor } from "../../client/values/check.ts";
import { Failure } from "../../core/failure.ts";
import { isGlob, matchesGlob } from "../../core/text/glob.ts";
import { parseSize } from "../../core/text/units.ts";
import { nearestOrAll } from "../../core/text/word-lists.ts";
import { scalarText, valuesAt } from "../output/cells.ts";
import { expandRanges, splitOutsideBrackets } from "./ranges.ts";

const fields: readonly Field[] = [...nodeListFilters, ...undocumentedNodeFilters];
const documentedFilters: ReadonlySet<string> = new Set(nodeListFilters.map(({ name }) => name));

export interface NodeFilters {
  /** Filters that the service applies. */
  readonly parameters: Values;
  /** Conditions that svc compares. */
  readonly conditions: readonly NodeCondition[];
  /** As typed, for messages. */
  readonly texts?: readonly string[];
}

export const noFilters: NodeFilters = { parameters: {}, conditions: [] };

/** Refuses empty values, which services may ignore, and repeated filters, which services would combine with or. */
export function parseFilters(texts: readonly string[], label = "--where"): NodeFilters {
  const parameters = new Map<string, readonly string[]>();
  const conditions: NodeCondition[] = [];
  for (const text of texts) {
    const parsed = filtersIn(text, label);
    for (const [name, values] of parsed.parameters) {
      if (parameters.has(name)) throw repeatedFilter(name, label);
      parameters.set(name, values);
    }
    conditions.push(...parsed.conditions);
  }
  if (parameters.size === 0 && conditions.length === 0)
    throw new Failure("usage", `${label} is empty: it would select every node`);
  const [fault] = fields.flatMap((field) =>
    checkTexts(field, parameters.get(field.name) ?? [], `${label} ${kebab(field.name)}`, false),
  );
  if (fault !== undefined) {
    const suggestions = fields.map((field) => suggestionFor(field, parameters.get(field.name) ?? []));
    throw new Failure("usage", fault, { hint: suggestions.find((hint) => hint !== undefined) });
  }
  const values = [...parameters].map(([name, each]) => [name, each.length > 1 ? each : (each[0] ?? "")]);
  return { ...splitFilters(Object.fromEntries(values), conditions), texts };
}

function repeatedFilter(name: string, label: string): Failure {
  const field = fields.find((each) => each.name === name);
  const acceptsSeveral = field !== undefined && isRepeatable(field);
  return new Failure("usage", `${label} ${kebab(name)} is given twice: a node has to match every ${label}`, {
    hint: acceptsSeveral ? `for either of two values: ${label} '${name}=one|other'` : "it takes one value",
  });
}

const filterPattern = /^\s*([a-z][\w-]*)\s*(!=|!~|>=|<=|==?|[~><])(.*)$/is;
/** A second filter within a value, separated as in other query languages. */
const secondFilter = /(?:;|&&|\|\||\b(?:and|or)\b)\s*[a-z][\w-]*\s*[!=~<>]/i;

function filtersIn(text: string, label: string) {
  const parameters = new Map<string, readonly string[]>();
  const conditions: NodeCondition[] = [];
  let previousName = "";
  for (const pair of splitOutsideBrackets(text).filter((piece) => piece.trim() !== "")) {
    const [, filterName = "", sign = "", rest = ""] = filterPattern.exec(pair) ?? [];
    if (filterName === "")
      throw new Failure("usage", `${label} takes filter=value,..., not '${pair.trim()}'`, {
        hint: "or the name of a filter saved by svc profiles set PROFILE where.NAME=FILTERS",
      });
    if (secondFilter.test(rest))
      throw new Failure("usage", `${label} takes filters separated by commas, not '${pair.trim()}'`, {
        hint: "'svc help where' explains filters",
      });
    const word = filterName.replaceAll("-", "_").toLowerCase();
    const value = rest.trim();
    if (previousName === "devices" && deviceKeys.includes(word)) {
      parameters.set(previousName, [`${parameters.get(previousName)?.[0]},${word}=${value}`]);
      continue;
    }
    const name = fields.some((field) => field.name === word) ? word : canonicalName(word);
    if (name === undefined) throw unknownFilter(word, label);
    if (value === "")
      throw new Failure("usage", `${label} ${word}${sign} is empty: it would select every node`);
    const alternatives = (name === "devices" ? [value] : value.split("|")).map((each) => each.trim());
    if (alternatives.includes(""))
      throw new Failure("usage", `${label} ${pair.trim()} has an empty value next to a |`);
    if (sign.startsWith("!") && alternatives.some((each) => /^[!=~<>]/.test(each)))
      throw new Failure("usage", `${label} ${pair.trim()} has two operators: it would select every node`);
    previousName = name;
    const values = alternatives.flatMap((each) => (name === "hostname" ? expandRanges(each) : [each]));
    const filter = parseComparison(name, (sign === "==" ? "=" : sign) as Operator, values, label);
    if ("operator" in filter) {
      conditions.push(filter);
      continue;
    }
    const earlierValues = parameters.get(filter.field.name) ?? [];
    if (earlierValues.length + filter.values.length > 1 && !isRepeatable(filter.field))
      throw new Failure("usage", `${label} takes ${filter.field.name} once`);
    parameters.set(filter.field.name, [...earlierValues, ...filter.values]);
  }
  return { parameters, conditions };
}

function parseComparison(
  name: string,
  operator: Operator,
  values: readonly string[],
  label: string,
): NodeCondition | { readonly field: Field; readonly values: readonly string[] } {
  const filter = operator === "=" ? name : operator === "!=" ? `not_${name}` : undefined;
  const field = fields.find((each) => each.name === filter);
  const member = Object.hasOwn(nodeMembers, name) ? nodeMembers[name] : undefined;
  if (member?.unit !== undefined && values.some((each) => each.includes("..")))
    throw new Failure("usage", `${label} ${name} takes one number, not '${values.join("|")}'`, {
      hint: `for a range: '${name}>=8,${name}<=16'`,
    });
  // A node has several tags, so a repeated name means that it must have both.
  const isSent = name !== "tags" && (member === undefined || operator === "=" || member.unit !== undefined);
  if (field !== undefined && isSent)
    return { field, values: values.map((each) => normalizeValue(field, each)) };
  if (member === undefined) throw new Failure("usage", `${label} ${kebab(name)} takes only =`);
  return { name, operator, values: values.map((each) => operandOf(name, operator, each, label)) };
}

/** Turns filters into conditions that svc compares, if services may not know the filters or the values are patterns. */
export function splitFilters(values: Values, otherConditions: readonly NodeCondition[] = []): NodeFilters {
  const conditions: NodeCondition[] = [];
  const parameters = Object.fromEntries(
    Object.entries(values).filter(([filter, value]) => {
      const name = filter.replace(/^not_(?!in_)/, "");
      const member = Object.hasOwn(nodeMembers, name) ? nodeMembers[name] : undefined;
      const texts = wordsOf(value);
      const isPlain = documentedFilters.has(filter) && !texts.some(isGlob);
      if (member === undefined || member.unit !== undefined || isPlain) return true;
      if (texts.length > 0)
        conditions.push({
          name,
          operator: filter === name ? "=" : "!=",
          values: name === "hostname" ? texts.flatMap(expandRanges) : texts,
        });
      return false;
    }),
  );
  return { parameters, conditions: [...conditions, ...otherConditions] };
}

function unknownFilter(name: string, label: string): Failure {
  const names = [...new Set([...Object.keys(nodeMembers), ...fields.map((field) => field.name)].map(kebab))];
  return new Failure("usage", `${label} has no filter '${name}'`, {
    hint: nearestOrAll(kebab(name), names, "filters", "svc help where"),
  });
}

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
  const [number = Number.NaN] = texts.map(Number);
  const tests: Readonly<Record<string, (value: string) => boolean>> = {
    "=": (value) => spellings(name, texts).some((text) => isSame(value, text, member)),
    "~": (value) => texts.some((text) => matchesGlob(`*${value}*`, text)),
    ">": (value) => number > Number(value),
    "<": (value) => number < Number(value),
    ">=": (value) => number >= Number(value),
    "<=": (value) => number <= Number(value),
  };
  const matches = tests[operator.replace("!", "")];
  return values.some((value) => matches?.(value)) !== operator.startsWith("!");
}

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

function operandOf(name: string, operator: Operator, text: string, label: string): string {
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
  const number = unit === "count" ? Number(text) : parseSize(text, unit);
  if (Number.isFinite(number) && text !== "") return String(number);
  const expected = unit === "count" ? "a number" : `a size such as 64GB, or a number of ${unit}`;
  throw new Failure("usage", `${label} ${name}${operator} takes ${expected}, not '${text}'`);
}

const undocumentedFilters: ReadonlySet<string> = new Set(undocumentedNodeFilters.map(({ name }) => name));

/** Live services filter by these; svc compares every node as well, because other services ignore them. */
export function filterHints(conditions: readonly NodeCondition[]): Values {
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
