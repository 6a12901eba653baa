import type { Field } from "../../catalogue/operation.ts";
import { choiceHint, choiceList } from "../../core/text/choices.ts";

const sizePattern = /^\d+(?:\.\d+)?[KMGT]?$/i;

/** Describes what is wrong with a field's values; `name` is its name in messages. */
export function checkTexts(
  field: Field,
  given: readonly string[],
  name: string,
  isHidden: boolean,
): readonly string[] {
  return given.flatMap((text) => {
    const shown = isHidden ? "what was given" : `'${text}'`;
    if (field.choices !== undefined && !field.choices.includes(text)) {
      return [`${name} takes ${choiceList(field.choices)}, not ${shown}`];
    }
    if (field.pattern !== undefined && !matches(field.pattern, text)) {
      return [`${name} takes ${field.form ?? field.help}, not ${shown}`];
    }
    if (field.unit === "MiB" && field.type === "integer" && !/^-?\d+$/.test(text))
      return [`${name} takes MiB, or a size such as 64GB, not ${shown}`];
    if (field.type === "integer" && !(field.alsoName && isName(text)))
      return checkInteger(name, text, field, shown);
    if (field.type === "base64" && !isBase64(text)) return [`${name}-base64 takes base64, not ${shown}`];
    if ((field.type === "size" || field.unit === "bytes") && !sizePattern.test(text)) {
      return [`${name} takes a size such as 512M or 1G, not ${shown}`];
    }
    return [];
  });
}

/** True for a name, address or CIDR instead of an id; what looks like a number must be an integer. */
const isName = (text: string): boolean =>
  text !== "" && !/^[-+]?(?:0x[\da-f]+|(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?)$/i.test(text);

/** Encoders break long lines; decoders ignore white space. */
const isBase64 = (text: string): boolean => {
  const digits = text.replace(/\s/g, "");
  return digits.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(digits);
};

export function checkInteger(
  name: string,
  text: string,
  { min, max }: Pick<Field, "min" | "max">,
  given = `'${text}'`,
): readonly string[] {
  if (!/^-?\d+$/.test(text)) return [`${name} takes a whole number, not ${given}`];
  const value = Number(text);
  if (min !== undefined && value < min) return [`${name} is at least ${min}, not ${given}`];
  if (max !== undefined && value > max) return [`${name} is at most ${max}, not ${given}`];
  return [];
}

/** The nearest choice, or the example in the field's help for a text that does not fit its pattern. */
export function meantOf({ choices, pattern, help }: Field, given: readonly string[]): string | undefined {
  const wrong = given.find((text) => choices?.includes(text) === false);
  if (wrong !== undefined) return choiceHint(wrong, choices ?? []);
  const isMisfit = pattern !== undefined && given.some((text) => !matches(pattern, text));
  return isMisfit ? /\b(?:in \w+, )?such as .*$/.exec(help)?.[0] : undefined;
}

const matches = (pattern: string, text: string): boolean => new RegExp(`^(?:${pattern})$`, "s").test(text);
