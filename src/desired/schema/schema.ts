import type { Operation, Rule } from "../../catalogue/operation.ts";
import { claimFields, claimOperations, countField, nameField } from "../document/claims.ts";
import { hasValue, type LoadedKind, topLevel } from "../kinds.ts";
import { knownMembers, memberField } from "../members.ts";
import { fieldSchema, helpText, type Schema } from "./field-schema.ts";
import { cleared, having, ruleSchemas } from "./rules.ts";

/**
 * The format of documents as JSON Schema (2020-12), for editors and other checkers. What it refuses svc refuses too;
 * svc knows more: references, duplicates, and rules between fields that a schema cannot say.
 */
export function documentSchema(kinds: ReadonlyMap<string, LoadedKind>, summaries: SummaryOf): Schema {
  const top = topLevel(kinds);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Desired state, as svc plan and svc apply read it",
    description:
      "Values may have the tags !file (the content of a file) and !env (the value of a variable, a secret)",
    type: ["object", "null"],
    properties: {
      ...Object.fromEntries(top.map((kind) => [kind.name, kindSchema(kind, summaries)])),
      claims: { type: "array", description: "Machines as a set", items: claimSchema() },
    },
    patternProperties: { "^x-": { description: "A place for anchors; svc does not read it" } },
    additionalProperties: false,
    $defs: Object.fromEntries(
      [...kinds.values()]
        .filter(({ kind }) => kind.map === undefined)
        .map((kind) => [kind.name, itemSchema(kind, summaries)]),
    ),
  };
}

/** What a kind is for, by its name. */
export type SummaryOf = (kind: string) => string | undefined;

function kindSchema(kind: LoadedKind, summaries: SummaryOf): Schema {
  const description = summaries(kind.name);
  const about = description === undefined ? {} : { description };
  if (kind.kind.map !== undefined) return { ...membersSchema(kind, kind.kind.map.value), ...about };
  return { type: "array", ...about, items: { $ref: `#/$defs/${kind.name}` } };
}

/** Items that are the members of one mapping; names that only a deployment knows are taken as well. */
function membersSchema(kind: LoadedKind, valueField: string): Schema {
  const value = kind.fields.get(valueField)?.field;
  if (value === undefined) return { type: "object" };
  const schemaOf = (member: ReturnType<typeof knownMembers>[number]): Schema => {
    const schema = fieldSchema(memberField(value, member));
    const { description, ...rest } = schema;
    // Any of them may be cleared, unless its choices lack the empty text.
    return member.choices === undefined
      ? { description, anyOf: [rest, { enum: ["", null] }] }
      : { description, ...rest };
  };
  return {
    type: "object",
    properties: Object.fromEntries(knownMembers(kind).map((member) => [member.name, schemaOf(member)])),
    additionalProperties: fieldSchema(value),
  };
}

function itemSchema(kind: LoadedKind, summaries: SummaryOf): Schema {
  const { operations } = kind;
  const { key, otherKeys = [], children: holds = {}, createOnDemand } = kind.kind;
  const description = summaries(kind.name);
  const keys = [key, ...otherKeys.map((name) => [name])];
  return {
    type: "object",
    ...(description === undefined ? {} : { description }),
    properties: {
      ...Object.fromEntries(
        [...kind.fields].map(([name, state]) => [
          name,
          {
            ...fieldSchema({ ...state.field, name }),
            ...(hasValue(kind, state) ? { not: { enum: ["", null] } } : {}),
          },
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(holds).map(([member, name]) => [
          member,
          { type: "array", description: summaries(name) ?? name, items: { $ref: `#/$defs/${name}` } },
        ]),
      ),
      ...(createOnDemand
        ? { create: fieldSchema({ name: "create", type: "boolean", help: "create it if it is missing" }) }
        : {}),
    },
    ...(keys.length === 1 ? { required: key } : {}),
    anyOf: keys.map((names) => having(names, cleared)),
    ...between([operations.create?.operation, operations.update?.operation], ({ kind }) => kind !== "any"),
    additionalProperties: false,
  };
}

/** Rules between fields; what an object has to have when it is made is not asked of one that may exist. */
function between(operations: readonly (Operation | undefined)[], counts: (rule: Rule) => boolean): Schema {
  const rules = ruleSchemas(operations, counts);
  return rules.length === 0 ? {} : { allOf: rules };
}

function claimSchema(): Schema {
  const member = (name: "allocate" | "deploy", { summary }: Operation): Schema => ({
    type: "object",
    description: summary,
    properties: Object.fromEntries([...claimFields[name]].map(([field, each]) => [field, fieldSchema(each)])),
    ...between([claimOperations[name]], () => true),
    additionalProperties: false,
  });
  return {
    type: "object",
    properties: {
      name: {
        type: ["string", "number", "boolean"],
        pattern: `^(?:${nameField.pattern})$`,
        description: helpText(nameField.help),
      },
      count: {
        type: ["integer", "string"],
        minimum: countField.min,
        maximum: countField.max,
        pattern: "^\\d+$",
        description: countField.help,
      },
      allocate: member("allocate", claimOperations.allocate),
      deploy: member("deploy", claimOperations.deploy),
    },
    required: ["name", "count"],
    additionalProperties: false,
  };
}
