import { isRepeatable, kebab, spelledAs } from "../../catalogue/commands/command-signature.ts";
import { deviceKeys, furtherNodeFilters, nodeListFilters } from "../../catalogue/fields.ts";
import type { Field } from "../../catalogue/operation.ts";
import type { Values } from "../../client/http/call.ts";
import { checkTexts, meantOf } from "../../client/values/field-texts.ts";
import { Failure } from "../../core/failure.ts";
import { meantHint } from "../../core/text/choices.ts";
import { expandRanges, splitOutsideBrackets } from "./ranges.ts";

const fields: readonly Field[] = [...nodeListFilters, ...furtherNodeFilters];

/**
 * Parses `pool=ci,status=deployed`. Throws a usage failure for unknown filters, wrong or empty values, which
 * services may ignore, and filters repeated for one value or across texts, which services would combine with
 * or.
 */
export function parseFilters(texts: readonly string[], label = "--where"): Values {
  const filters = new Map<string, readonly string[]>();
  for (const text of texts) {
    for (const [name, values] of filtersIn(text, label)) {
      if (filters.has(name)) throw givenTwice(name, label);
      filters.set(name, values);
    }
  }
  if (filters.size === 0) throw new Failure("usage", `${label} is empty: it would select every node`);
  const values = Object.fromEntries(
    [...filters].map(([name, given]) => [name, given.length > 1 ? given : (given[0] ?? "")]),
  );
  const [wrong] = fields.flatMap((field) =>
    checkTexts(field, filters.get(field.name) ?? [], `${label} ${kebab(field.name)}`, false),
  );
  if (wrong !== undefined) {
    const hints = fields.map((field) => meantOf(field, filters.get(field.name) ?? []));
    throw new Failure("usage", wrong, { hint: hints.find((hint) => hint !== undefined) });
  }
  return values;
}

function givenTwice(name: string, label: string): Failure {
  const field = fields.find((known) => known.name === name);
  const either = field !== undefined && isRepeatable(field);
  return new Failure("usage", `${label} ${kebab(name)} is given twice: a node has to match every ${label}`, {
    hint: either ? `for either of two values: ${label} ${name}=one,${name}=other` : "it takes one value",
  });
}

function filtersIn(text: string, label: string): ReadonlyMap<string, readonly string[]> {
  const filters = new Map<string, readonly string[]>();
  let last = "";
  for (const pair of splitOutsideBrackets(text).filter((piece) => piece.trim() !== "")) {
    const at = pair.indexOf("=");
    const name = pair.slice(0, Math.max(at, 0)).trim().replaceAll("-", "_");
    const value = pair.slice(at + 1).trim();
    if (at < 1) throw new Failure("usage", `${label} takes filter=value,..., not '${pair.trim()}'`);
    if (last === "devices" && deviceKeys.includes(name)) {
      filters.set(last, [`${filters.get(last)?.[0]},${name}=${value}`]);
      continue;
    }
    const field = fields.find((known) => known.name === name);
    if (field === undefined) throw unknownFilter(name, label);
    if (value === "") throw new Failure("usage", `${label} ${name}= is empty: it would select every node`);
    const earlier = filters.get(name) ?? [];
    if (earlier.length > 0 && !isRepeatable(field)) throw new Failure("usage", `${label} takes ${name} once`);
    const values = name === "hostname" ? expandRanges(value) : [value];
    filters.set(name, [...earlier, ...values.map((each) => spelledAs(field, each))]);
    last = name;
  }
  return filters;
}

function unknownFilter(name: string, label: string): Failure {
  const names = fields.map((field) => field.name);
  const documented = nodeListFilters.map((field) => kebab(field.name)).join(", ");
  return new Failure("usage", `${label} has no filter '${name}'`, {
    hint: meantHint(name, names, documented),
  });
}
