import { describe, expect, test } from "vitest";
import type { OperationEntry } from "../../../../src/catalogue/index.ts";
import type { Rule } from "../../../../src/catalogue/operation.ts";
import type { UserValues } from "../../../../src/cli/values/values.ts";
import { checkValues } from "../../../../src/client/values/check.ts";
import { failureOf } from "../../rejection.ts";
import { entryOf, operations, sampleOf } from "../command-line.ts";

const rules = operations.flatMap((entry) =>
  (entry.operation.rules ?? []).map((rule): [string, Rule, OperationEntry] => [
    `${entry.id}: ${rule.message}`,
    rule,
    entry,
  ]),
);

/** A value with which the field counts as set. */
function sampleValue(name: string, entry: OperationEntry): UserValues[string] {
  const field = entry.operation.fields?.find((candidate) => candidate.name === name);
  if (field === undefined) throw new Error(`${entry.id} has no field ${name}`);
  return field.type === "boolean" || field.type === "switch" ? true : sampleOf(field, entry);
}

const all = (names: readonly string[], entry: OperationEntry): UserValues =>
  Object.fromEntries(names.map((name) => [name, sampleValue(name, entry)]));

/** Values that break a rule, and values that satisfy it. */
function examples(
  rule: Rule,
  entry: OperationEntry,
): { readonly broken: UserValues; readonly valid: UserValues } {
  switch (rule.kind) {
    case "exclusive":
      return { broken: all(rule.fields.slice(0, 2), entry), valid: all(rule.fields.slice(0, 1), entry) };
    case "any":
      return { broken: {}, valid: all(rule.fields.slice(0, 1), entry) };
    case "notAll":
      return { broken: all(rule.fields, entry), valid: all(rule.fields.slice(1), entry) };
    case "needs": {
      const ownValues = {
        ...all([rule.field], entry),
        ...(rule.is === undefined ? {} : { [rule.field]: rule.is[0] }),
      };
      return { broken: ownValues, valid: { ...ownValues, ...all(rule.needs, entry) } };
    }
    case "onlyWhen": {
      const ownValues = all(rule.fields, entry);
      const { suggestions } = entry.operation.fields?.find(({ name }) => name === rule.when) ?? {};
      const other = suggestions?.find((word) => !rule.is.includes(word)) ?? "elsewhere";
      return {
        broken: { ...ownValues, [rule.when]: other },
        valid: { ...ownValues, [rule.when]: rule.is[0] },
      };
    }
    case "configItem":
      return {
        broken: { [rule.name]: "session_length", [rule.value]: "9" },
        valid: { [rule.name]: "session_length", [rule.value]: "10" },
      };
  }
}

describe("rules between fields", () => {
  test.each(rules)("%s", async (_, rule, entry) => {
    const { broken, valid } = examples(rule, entry);
    const problemsWith = async (values: UserValues): Promise<readonly string[]> => {
      const failure = await failureOf(() => checkValues(entry.operation, values));
      return failure === undefined ? [] : [failure.message, ...(failure.details.lines ?? [])];
    };
    expect(await problemsWith(broken)).toContain(rule.message);
    expect(await problemsWith(valid)).not.toContain(rule.message);
  });

  test("do not mention words that only this deployment knows", async () => {
    const chassis = entryOf("machines.add_chassis");
    const values = {
      chassis_type: "newbox",
      hostname: "x",
      port: "1",
      protocol: "http",
      power_control: "ipmi",
    };
    expect(await failureOf(() => checkValues(chassis.operation, values))).toBeUndefined();
  });
});
