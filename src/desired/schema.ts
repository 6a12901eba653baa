import { isFlag, isRepeatable } from "../catalogue/commands/command-spec.ts";
import type { Field, Operation, Rule } from "../catalogue/operation.ts";
import { claimFields, claimOperations, countField, nameField, sitesField } from "./document/claims.ts";
import {
  isNeverEmpty,
  knownMembers,
  type LoadedKind,
  memberField,
  parameterNameIn,
  topLevelKinds,
} from "./kinds.ts";
import { normalBoolean } from "./normal-text.ts";

const emptyValue: Schema = { enum: ["", null] };

/** Words for flags in YAML 1.1, in lower case, upper case and capitalized. */
const flagWords = ["true", "false", "yes", "no", "on", "off"].flatMap((word) => [
  word,
  word.toUpperCase(),
  `${word.charAt(0).toUpperCase()}${word.slice(1)}`,
]);

/** JSON Schema (2020-12). svc also checks references, duplicates and more rules between fields. */
export function documentSchema(kinds: ReadonlyMap<string, LoadedKind>, summaries: SummaryOf): Schema {
  const topKinds = topLevelKinds(kinds);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Desired state for svc plan and svc apply",
    description:
      "Values may have the tags !file (the content of a file) and !env (the value of a variable, a secret)",
    type: ["object", "null"],
    properties: {
      ...Object.fromEntries(topKinds.map((kind) => [kind.name, kindSchema(kind, summaries)])),
      claims: { type: "array", description: "Sets of machines to allocate and deploy", items: claimSchema() },
    },
    patternProperties: { "^x-": { description: "Ignored; can contain anchors" } },
    additionalProperties: false,
    $defs: Object.fromEntries(
      [...kinds.values()]
        .filter(({ spec }) => spec.map === undefined)
        .map((kind) => [kind.name, itemSchema(kind, summaries)]),
    ),
  };
}

type SummaryOf = (kind: string) => string | undefined;

function kindSchema(kind: LoadedKind, summaries: SummaryOf): Schema {
  const description = summaries(kind.name);
  if (kind.spec.map !== undefined) return { ...membersSchema(kind, kind.spec.map.value), description };
  return { type: "array", description, items: { $ref: `#/$defs/${kind.name}` } };
}

function membersSchema(kind: LoadedKind, valueField: string): Schema {
  const value = kind.fields.get(valueField)?.definition;
  if (value === undefined) return { type: "object" };
  const schemaOf = (member: ReturnType<typeof knownMembers>[number]): Schema => {
    const { description, ...rest } = fieldSchema(memberField(value, member));
    // Any item can be cleared unless its choices exclude empty text.
    return { description, ...(member.choices === undefined ? { anyOf: [rest, emptyValue] } : rest) };
  };
  return {
    type: "object",
    properties: Object.fromEntries(knownMembers(kind).map((member) => [member.name, schemaOf(member)])),
    additionalProperties: fieldSchema(value),
  };
}

function itemSchema(kind: LoadedKind, summaries: SummaryOf): Schema {
  const { operations } = kind;
  const { key, otherKeys = [], children = {}, createOnDemand, computedFrom = {} } = kind.spec;
  const keys = [key, ...otherKeys.map((name) => [name])];
  return {
    type: "object",
    description: summaries(kind.name),
    properties: {
      ...Object.fromEntries(
        [...kind.fields].map(([name, stateField]) => [
          name,
          {
            ...fieldSchema({ ...stateField.definition, name }),
            not: isNeverEmpty(kind, stateField) ? emptyValue : undefined,
          },
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(children).map(([member, name]) => [
          member,
          { type: "array", description: summaries(name) ?? name, items: { $ref: `#/$defs/${name}` } },
        ]),
      ),
      create: createOnDemand
        ? fieldSchema({ name: "create", type: "boolean", help: "create it if it is missing" })
        : undefined,
    },
    required: keys.length === 1 ? key : undefined,
    anyOf: keys.map((names) => withValues(names, clearedValues)),
    // Fields that only creation requires are not required here, because the object may already exist.
    ...ruleSchemas(
      [operations.create?.operation, operations.update?.operation],
      ({ kind }) => kind !== "any",
      [
        ...Object.entries(computedFrom).map((pair) => ({
          not: { allOf: pair.map((name) => withValues([name], clearedValues)) },
        })),
        ...otherVariantSchemas(kind),
      ],
    ),
    additionalProperties: false,
  };
}

function otherVariantSchemas(kind: LoadedKind): readonly Schema[] {
  const { field: selector = "" } = kind.spec.createVariants ?? {};
  const selectorField = kind.fields.get(selector);
  if (selectorField === undefined) return [];
  return [...kind.creations].flatMap(([value, create]) => {
    const otherFields = [...kind.fields.keys()].filter(
      (name) =>
        ![...kind.spec.key, selector].includes(name) && parameterNameIn(kind, create, name) === undefined,
    );
    if (otherFields.length === 0) return [];
    const properties = { [selector]: scalarSchema({ ...selectorField.definition, choices: [value] }) };
    const anyOf = otherFields.map((name) => ({ required: [name] }));
    return [{ not: { required: [selector], properties, anyOf } }];
  });
}

function claimSchema(): Schema {
  const member = (name: "allocate" | "deploy", { summary }: Operation): Schema => ({
    type: "object",
    description: summary,
    properties: Object.fromEntries([...claimFields[name]].map(([field, each]) => [field, fieldSchema(each)])),
    ...ruleSchemas([claimOperations[name]], () => true),
    additionalProperties: false,
  });
  const count = { ...fieldSchema(countField), not: emptyValue };
  return {
    type: "object",
    properties: {
      name: { ...fieldSchema(nameField), not: emptyValue },
      count: { anyOf: [count, { type: "object", additionalProperties: count }] },
      sites: fieldSchema(sitesField),
      allocate: member("allocate", claimOperations.allocate),
      deploy: member("deploy", claimOperations.deploy),
    },
    required: ["name", "count"],
    anyOf: [{ properties: { count } }, { required: ["sites"] }],
    additionalProperties: false,
  };
}

const clearedValues: Schema = {
  anyOf: [emptyValue, { type: "array", items: emptyValue }, { type: "object", maxProperties: 0 }],
};

const falseValues: Schema = {
  enum: [null, "", false, 0, ...flagWords.filter((word) => normalBoolean(word) === "false")],
};

const withValues = (names: readonly string[], missingValues: Schema): Schema => ({
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, { not: missingValues }])),
});

function ruleSchemas(
  operations: readonly (Operation | undefined)[],
  isIncluded: (rule: Rule) => boolean,
  otherSchemas: readonly Schema[] = [],
): Schema {
  const rules = operations.flatMap((operation) =>
    (operation?.rules ?? []).filter(isIncluded).flatMap((rule) => ruleSchema(rule, operation)),
  );
  rules.push(...otherSchemas);
  const distinct = [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()];
  return { allOf: distinct.length === 0 ? undefined : distinct };
}

function ruleSchema(rule: Rule, operation: Operation | undefined): readonly Schema[] {
  const whenSet = (name: string): Schema => {
    const type = operation?.fields?.find((field) => field.name === name)?.type;
    return withValues([name], type !== undefined && isFlag(type) ? falseValues : clearedValues);
  };
  switch (rule.kind) {
    case "exclusive":
      return rule.fields.flatMap((one, index) =>
        rule.fields.slice(index + 1).map((other) => ({ not: { allOf: [whenSet(one), whenSet(other)] } })),
      );
    case "notAll":
      return [{ not: { allOf: rule.fields.map(whenSet) } }];
    case "any":
      return [{ anyOf: rule.fields.map(whenSet) }];
    case "needs": {
      if (rule.is !== undefined) return [];
      const requiredGroups = [rule.needs, ...(rule.unless === undefined ? [] : [rule.unless])];
      const anyOf = requiredGroups.map((names) => ({ allOf: names.map(whenSet) }));
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      return [{ if: whenSet(rule.field), then: { anyOf } }];
    }
    case "onlyWhen":
    case "configItem":
      return [];
  }
}

type Schema = Readonly<Record<string, unknown>>;

const flags = [true, false, 0, 1, ...flagWords];

const numberOrName = String.raw`^(?:-?\d+|(?![-+]?(?:0[xX][\da-fA-F]+|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)$)[\s\S]*)$`;

/** Types accepted for text: YAML reads `22.10` as a number. */
const scalars = ["string", "number", "boolean", "null"];

/** Editors see `!file` and `!env` values as text, so only text fields accept them. */
function fieldSchema(field: Field): Schema {
  const { help, default: fallback, suggestions, deprecated } = field;
  const annotations = { description: helpText(help), default: fallback, examples: suggestions };
  return { ...valueSchema(field), ...annotations, deprecated: deprecated === undefined ? undefined : true };
}

function valueSchema(field: Field): Schema {
  if (field.type === "map") return { type: ["object", "null"], additionalProperties: { type: scalars } };
  if (isRepeatable(field) || field.separator !== undefined) {
    const each = scalarSchema(field);
    return { anyOf: [{ type: "array", items: each }, each] };
  }
  return scalarSchema(field);
}

/** Lists small ranges, because a pattern cannot compare numbers. */
function integerPattern(min: number | undefined, max: number | undefined): string {
  if (min === undefined || min < 0) return "-?\\d+";
  if (max === undefined || max - min > 9) return "\\d+";
  return `0*(?:${Array.from({ length: max - min + 1 }, (_, index) => min + index).join("|")})`;
}

function scalarSchema(field: Field): Schema {
  const { choices, spellings = {}, min, max, pattern, alsoName } = field;
  if (choices !== undefined) {
    const numbers = Object.keys(spellings).filter((word) => /^\d+$/.test(word));
    return {
      anyOf: [
        { enum: [...choices, ...numbers.map(Number)] },
        { type: "string", pattern: anyCasePattern(choices) },
        ...(numbers.length === 0 ? [] : [{ type: "string", pattern: `^\\s*(?:${numbers.join("|")})\\s*$` }]),
      ],
    };
  }
  if (isFlag(field.type)) return { enum: flags };
  if (field.type === "integer") {
    const integerSchema = { type: "integer", minimum: min, maximum: max };
    const text = { type: "string", pattern: alsoName ? numberOrName : `^(?:${integerPattern(min, max)})?$` };
    return { anyOf: [integerSchema, text, { type: "null" }] };
  }
  const textOrNull = ["string", "null"];
  if (field.unit === "bytes")
    return {
      anyOf: [
        { type: "number", minimum: 0 },
        { type: textOrNull, pattern: sizePattern },
      ],
    };
  if (field.type === "size")
    return { type: ["integer", "string", "null"], pattern: "^(?:\\d+(?:\\.\\d+)?[KMGTkmgt]?)?$" };
  return pattern === undefined ? { type: scalars } : patternSchema(pattern);
}

const sizePattern = String.raw`^(?:\s*\d{1,15}(?:\.\d{1,9})? ?(?:[KMGTkmgt](?:[iI][bB])?)?[bB]?\s*|\d+(?:\.\d+)?[KMGTkmgt]?)?$`;

const anyCasePattern = (words: readonly string[]): string => {
  const forms = words.map((word) =>
    word
      .replace(/[^A-Za-z0-9_-]/g, "\\$&")
      .replace(/[A-Za-z]/g, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`),
  );
  return `^(?:${forms.join("|")})$`;
};

/** A value needs no quotes if the pattern accepts a number or flag: YAML reads `5` as a number. */
function patternSchema(pattern: string): Schema {
  const regex = new RegExp(`^(?:${pattern})$`);
  const matches = (...samples: readonly string[]) => samples.some((sample) => regex.test(sample));
  const number = { type: matches("1.5") ? "number" : "integer", minimum: matches("-1") ? undefined : 0 };
  return {
    anyOf: [
      { type: ["string", "null"], pattern: `^(?:${pattern}|)$` },
      ...(matches("1", "12345") ? [number] : []),
      ...(matches("true", "yes") ? [{ type: "boolean" }] : []),
    ],
  };
}

const replacements: readonly (readonly [RegExp, string])[] = [
  [/,? ?(?:as|or|such as) @file(?: or @-)?|(?:text or )?@file(?:, encoded by svc)?/, ""],
  [/,? such as @[^ ,;]+/, ""],
  [/[,;:]? (?:encoded by svc|repeat(?: for several)?)(?=$|;)/, ""],
  [/, or - for standard input/, ""],
  [/(?<![\s:,;])[\s:,;]+$/, ""],
];

function helpText(help: string): string {
  return replacements
    .reduce((text, [form, words]) => text.replace(form, words), help)
    .replace(/--(?:no-)?([a-z][a-z0-9-]*)/g, (_, option: string) => option.replaceAll("-", "_"));
}
