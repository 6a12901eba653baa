import type { Field } from "../../catalogue/operation.ts";
import { fieldsOf, isList, isRequired, type Operations } from "./fields.ts";
import { configMember, type SeedKind, seedKinds } from "./kinds.ts";

type Schema = Readonly<Record<string, unknown>>;

/** JSON Schema (2020-12) of seed files. Rules that depend on other objects are checked by the sandbox only. */
export function seedFileSchema(operations: Operations): Schema {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Seed file of the sandbox",
    type: ["object", "null"],
    properties: {
      ...Object.fromEntries(
        Object.entries(seedKinds).map(([name, kind]) => [name, listOf(kind, operations)]),
      ),
      [configMember]: {
        type: "object",
        description: "Configuration items by name",
        additionalProperties: { type: scalars },
      },
    },
    patternProperties: { "^x-": { description: "Ignored; can contain anchors" } },
    additionalProperties: false,
  };
}

function listOf(kind: SeedKind, operations: Operations): Schema {
  const fields = [...fieldsOf(kind, operations)];
  const required = fields.filter(([, field]) => isRequired(kind, field)).map(([name]) => name);
  return {
    type: "array",
    items: {
      type: "object",
      properties: {
        ...Object.fromEntries(fields.map(([name, { field }]) => [name, schemaOf(field)])),
        ...Object.fromEntries(
          Object.entries(kind.children ?? {}).map(([name, child]) => [name, listOf(child, operations)]),
        ),
      },
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
    },
  };
}

const scalars = ["string", "number", "boolean"];

function schemaOf(field: Field): Schema {
  const { help, type, choices, min, max, default: defaultValue, alsoName } = field;
  const annotations = { description: help, ...(defaultValue === undefined ? {} : { default: defaultValue }) };
  if (type === "map") return { ...annotations, type: "object" };
  const valueSchema: Schema =
    choices !== undefined
      ? { enum: choices }
      : type === "boolean" || type === "switch"
        ? { enum: [true, false, 0, 1] }
        : type === "integer" && alsoName !== true
          ? { type: "integer", minimum: min, maximum: max }
          : { type: scalars };
  return isList(field)
    ? { ...annotations, anyOf: [valueSchema, { type: "array", items: valueSchema }] }
    : { ...annotations, ...valueSchema };
}
