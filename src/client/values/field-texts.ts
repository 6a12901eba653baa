import type { Field } from "../../catalogue/operation.ts";
import { choiceHint, choiceList } from "../../core/text/word-lists.ts";

const sizePattern = /^\d+(?:\.\d+)?[KMGT]?$/i;

export function checkTexts(
  field: Field,
  values: readonly string[],
  name: string,
  isHidden: boolean,
): readonly string[] {
  return values.flatMap((text) => {
    const displayText = isHidden ? "the given value" : `'${text}'`;
    if (field.choices !== undefined && !field.choices.includes(text))
      return [`${name} takes ${choiceList(field.choices)}, not ${displayText}`];
    if (field.pattern !== undefined && !matches(field.pattern, text)) {
      return [`${name} takes ${field.form ?? field.help}, not ${displayText}`];
    }
    if (field.unit === "MiB" && field.type === "integer" && !/^-?\d+$/.test(text))
      return [`${name} takes MiB, or a size such as 64GB, not ${displayText}`];
    if (field.type === "integer" && !(field.alsoName && isName(text)))
      return checkInteger(name, text, field, displayText);
    if (field.type === "base64" && !isBase64(text))
      return [`${name}-base64 takes base64, not ${displayText}`];
    if ((field.type === "size" || field.unit === "bytes") && !sizePattern.test(text))
      return [`${name} takes a size such as 512M or 1G, not ${displayText}`];
    return [];
  });
}

/** True for a name, address or CIDR in place of an id. Text that looks like a number must be a whole number. */
const isName = (text: string): boolean =>
  text !== "" && !/^[-+]?(?:0x[\da-f]+|(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?)$/i.test(text);

/** White space is allowed, because encoders break long lines. */
const isBase64 = (text: string): boolean => {
  const digits = text.replace(/\s/g, "");
  return digits.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(digits);
};

export function checkInteger(
  name: string,
  text: string,
  { min, max }: Pick<Field, "min" | "max">,
  displayText = `'${text}'`,
): readonly string[] {
  if (!/^-?\d+$/.test(text)) return [`${name} takes a whole number, not ${displayText}`];
  const value = Number(text);
  if (min !== undefined && value < min) return [`${name} is at least ${min}, not ${displayText}`];
  if (max !== undefined && value > max) return [`${name} is at most ${max}, not ${displayText}`];
  return [];
}

export function suggestionFor(
  { choices, pattern, help }: Field,
  values: readonly string[],
): string | undefined {
  const wrong = values.find((text) => choices?.includes(text) === false);
  if (wrong !== undefined) return choiceHint(wrong, choices ?? []);
  const mismatches = pattern !== undefined && values.some((text) => !matches(pattern, text));
  return mismatches ? /\b(?:in \w+, )?such as .*$/.exec(help)?.[0] : undefined;
}

const matches = (pattern: string, text: string): boolean => new RegExp(`^(?:${pattern})$`, "s").test(text);
