import { isFlag } from "../../catalogue/commands/command-signature.ts";
import type { Operation, Rule } from "../../catalogue/operation.ts";
import { normalBoolean } from "../normal-text.ts";
import { flagWords, type Schema } from "./field-schema.ts";

const emptyList: Schema = { type: "array", items: { enum: [null, ""] } };
const emptyMap: Schema = { type: "object", maxProperties: 0 };

/** Values that clear a field: in the sense of a rule it is not given. */
export const cleared: Schema = { anyOf: [{ enum: [null, ""] }, emptyList, emptyMap] };

/** The same of a flag, which may also be off. */
const off: Schema = {
  enum: [null, "", false, 0, ...flagWords.filter((word) => normalBoolean(word) === "false")],
};

/** True of an object that has the fields, with values that are not among `none`. */
export const having = (names: readonly string[], none: Schema): Schema => ({
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, { not: none }])),
});

/**
 * The rules between fields that `counts` is true of, as far as a schema can say them: what depends on the value of
 * another field is left to svc.
 */
export function ruleSchemas(
  operations: readonly (Operation | undefined)[],
  counts: (rule: Rule) => boolean,
): readonly Schema[] {
  const rules = operations.flatMap((operation) =>
    (operation?.rules ?? []).filter(counts).flatMap((rule) => ruleSchema(rule, operation)),
  );
  return [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()];
}

function ruleSchema(rule: Rule, operation: Operation | undefined): readonly Schema[] {
  const given = (name: string): Schema => {
    const type = operation?.fields?.find((field) => field.name === name)?.type;
    return having([name], type !== undefined && isFlag(type) ? off : cleared);
  };
  switch (rule.kind) {
    case "exclusive":
      return rule.fields.flatMap((one, index) =>
        rule.fields.slice(index + 1).map((other) => ({ not: { allOf: [given(one), given(other)] } })),
      );
    case "notAll":
      return [{ not: { allOf: rule.fields.map(given) } }];
    case "any":
      return [{ anyOf: rule.fields.map(given) }];
    case "needs": {
      if (rule.is !== undefined) return [];
      const needed = [rule.needs, ...(rule.unless === undefined ? [] : [rule.unless])];
      return [
        {
          if: given(rule.field),
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
          then: { anyOf: needed.map((names) => ({ allOf: names.map(given) })) },
        },
      ];
    }
    case "onlyWhen":
    case "configItem":
      return [];
  }
}
