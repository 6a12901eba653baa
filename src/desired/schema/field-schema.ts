import { isFlag, isRepeatable } from "../../catalogue/commands/command-signature.ts";
import type { Field } from "../../catalogue/operation.ts";

/** A JSON Schema, or a part of one. */
export type Schema = Readonly<Record<string, unknown>>;

/** As YAML 1.1 spells flags too, in the usual letter cases. */
export const flagWords = ["true", "false", "yes", "no", "on", "off"].flatMap((word) => [
  word,
  word.toUpperCase(),
  `${word.charAt(0).toUpperCase()}${word.slice(1)}`,
]);
const flags = [true, false, 0, 1, ...flagWords];

/** A whole number, or any text that does not look like another number. */
const numberOrName = String.raw`^(?:-?\d+|(?![-+]?(?:0[xX][\da-fA-F]+|[\d.]+(?:[eE][-+]?\d+)?)$)[\s\S]*)$`;

/** What a text may be written as: YAML reads `22.10` as a number and `yes` as itself. */
const scalars = ["string", "number", "boolean", "null"];

/**
 * The schema of a field's value. Values with the tags `!file` and `!env` are text to an editor, so a field that is
 * not text takes them in quotes' place only where text is taken.
 */
export function fieldSchema(field: Field): Schema {
  return { ...valueSchema(field), description: helpText(field.help), ...annotations(field) };
}

function valueSchema(field: Field): Schema {
  if (field.type === "map") return { type: ["object", "null"], additionalProperties: { type: scalars } };
  if (isRepeatable(field) || field.separator !== undefined) {
    const each = scalarSchema(field);
    return { anyOf: [{ type: "array", items: each }, each] };
  }
  return scalarSchema(field);
}

function scalarSchema(field: Field): Schema {
  const { choices, min, max, pattern, alsoName } = field;
  if (choices !== undefined)
    return { anyOf: [{ enum: choices }, { type: "string", pattern: anyCase(choices) }] };
  if (isFlag(field.type)) return { enum: flags };
  if (field.type === "integer") {
    const whole = {
      type: "integer",
      ...(min === undefined ? {} : { minimum: min }),
      ...(max === undefined ? {} : { maximum: max }),
    };
    const text = alsoName
      ? { type: "string", pattern: numberOrName }
      : { type: "string", pattern: `^(?:${min !== undefined && min >= 0 ? "" : "-?"}\\d+)?$` };
    return { anyOf: [whole, text, { type: "null" }] };
  }
  if (field.type === "size")
    return { type: ["integer", "string", "null"], pattern: "^(?:\\d+(?:\\.\\d+)?[KMGTkmgt]?)?$" };
  if (pattern !== undefined) return patternSchema(pattern);
  return { type: scalars };
}

/** Matches words in any letter case. */
const anyCase = (words: readonly string[]): string => {
  const forms = words.map((word) =>
    word
      .replace(/[^A-Za-z0-9_-]/g, "\\$&")
      .replace(/[A-Za-z]/g, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`),
  );
  return `^(?:${forms.join("|")})$`;
};

/** A text of a form, which may stand without quotes where that fits a number or a flag: YAML reads `5` as a number. */
function patternSchema(pattern: string): Schema {
  const form = new RegExp(`^(?:${pattern})$`);
  const fits = (...samples: readonly string[]) => samples.some((sample) => form.test(sample));
  const number = { type: fits("1.5") ? "number" : "integer", ...(fits("-1") ? {} : { minimum: 0 }) };
  return {
    anyOf: [
      { type: ["string", "null"], pattern: `^(?:${pattern}|)$` },
      ...(fits("1", "12345") ? [number] : []),
      ...(fits("true", "yes") ? [{ type: "boolean" }] : []),
    ],
  };
}

function annotations({ default: fallback, suggestions, deprecated }: Field): Schema {
  return {
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(suggestions === undefined ? {} : { examples: suggestions }),
    ...(deprecated === undefined ? {} : { deprecated: true }),
  };
}

/** How the command line takes values, in the words of a document. */
const wordings: readonly (readonly [RegExp, string])[] = [
  [/,? ?(?:as|or|such as) @file(?: or @-)?|(?:text or )?@file(?:, encoded by svc)?/, ""],
  [/,? such as @[^ ,;]+/, ""],
  [/[,;:]? (?:encoded by svc|repeat(?: for several)?)(?=$|;)/, ""],
  [/, or - for standard input/, ""],
  [/(?<![\s:,;])[\s:,;]+$/, ""],
];

/** The help of a field in the words of a document: options by the names of their fields. */
export function helpText(help: string): string {
  return wordings
    .reduce((text, [form, words]) => text.replace(form, words), help)
    .replace(/--(?:no-)?([a-z][a-z0-9-]*)/g, (_, option: string) => option.replaceAll("-", "_"));
}
