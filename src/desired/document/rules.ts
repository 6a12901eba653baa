import { isFlag, kebab } from "../../catalogue/commands/command-signature.ts";
import type { Operation, Rule } from "../../catalogue/operation.ts";
import type { Value, Values } from "../../client/http/call.ts";
import { brokenRules } from "../../client/values/check.ts";
import type { FieldValue, Item, Place } from "../item.ts";
import type { LoadedKind } from "../kinds.ts";
import { isSecretField } from "./fields.ts";
import type { Problems } from "./problems.ts";

/**
 * Notes the rules between fields that an item breaks, be it made or changed. What an object has to have when it is
 * made is not asked here: the item may be about one that exists.
 */
export function noteBrokenRules(kind: LoadedKind, item: Item, label: string, problems: Problems): void {
  const { create, update } = kind.operations;
  for (const operation of [create?.operation, update?.operation])
    if (operation !== undefined)
      noteBroken(operation, item.fields, { label, place: item.place, problems }, isAboutAny);
}

/** A rule that a part of the fields of an object cannot break. */
const isAboutAny = ({ kind }: Rule): boolean => kind !== "any";

interface Saying {
  readonly label: string;
  readonly place: Place;
  readonly problems: Problems;
}

/** Notes the rules of an operation that fields break, those that `counts` is true of. */
export function noteBroken(
  operation: Operation,
  fields: ReadonlyMap<string, FieldValue>,
  { label, place, problems }: Saying,
  counts: (rule: Rule) => boolean = () => true,
): void {
  const hidden = new Set(
    [...fields]
      .filter(([name, value]) => value.form !== "text" || isSecretField({ name }))
      .map(([name]) => name),
  );
  for (const { rule } of brokenRules(operation, valuesOf(operation, fields), hidden)) {
    if (!counts(rule)) continue;
    problems.add(place, `${label}: ${documentText(operation, rule.says)}`);
  }
}

/** A sentence of the catalogue, which names fields as options, in the words of a document. */
export function documentText({ fields = [] }: Operation, text: string): string {
  return text
    .replace(/--(no-)?([a-z][a-z0-9-]*)/g, (_, no: string | undefined, flag: string) => {
      const field = fields.find((each) => flag === (each.flag ?? kebab(each.name)));
      const name = field?.name ?? flag.replaceAll("-", "_");
      return no === undefined ? name : `${name}: false`;
    })
    .replace(/<([a-z_]+)>/g, "$1");
}

/** The fields of an item as rules look at them; a value that is not known yet counts as given. */
function valuesOf(operation: Operation, fields: ReadonlyMap<string, FieldValue>): Values {
  const typeOf = new Map((operation.fields ?? []).map((field) => [field.name, field.type]));
  return Object.fromEntries(
    [...fields].map(([name, value]): [string, Value] => {
      const given = wordsOf(value);
      const type = typeOf.get(name);
      return [
        name,
        type !== undefined && isFlag(type) && typeof given === "string" ? given === "true" : given,
      ];
    }),
  );
}

function wordsOf(value: FieldValue): string | readonly string[] {
  switch (value.form) {
    case "text":
      return value.text;
    case "variable":
      return value.text ?? "given";
    case "file":
      return value.bytes.toString("utf8");
    case "list":
      return value.values.map((each) => String(wordsOf(each)));
    case "map":
      return [...value.values.keys()];
  }
}
