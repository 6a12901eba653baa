import { isFlag, optionName } from "../../catalogue/commands/command-spec.ts";
import type { ConfigItem, Field, Operation, Rule } from "../../catalogue/operation.ts";
import { Failure } from "../../core/failure.ts";
import { choiceHint, choiceList } from "../../core/text/word-lists.ts";
import type { Values } from "../http/call.ts";

export const requiredEnding = " is required";

export interface Wording {
  field(field: Field): string;
  identifier(name: string): string;
  /** Rewrites a rule of the catalogue, which names fields by their options: `--distro-series`. */
  sentence(text: string): string;
  /** How to send values that these checks refuse. */
  readonly override: string;
}

export const optionWording: Wording = {
  field: (field) =>
    (field.positional ?? field.alsoPositional) ? `<${field.name}>` : `--${optionName(field)}`,
  identifier: (name) => `<${name}>`,
  sentence: (text) => text,
  override: "--no-check sends it anyway",
};

/** Throws a usage failure without secrets. Returns problems with described fields, whose description may be wrong. */
export function checkValues(
  operation: Operation,
  values: Values,
  fromFiles: ReadonlySet<string> = new Set(),
  wording: Wording = optionWording,
): readonly string[] {
  const fields = operation.fields ?? [];
  refusePrivateKeys(fields, values, wording);
  const isHidden = (field: Field) => field.secret === true || fromFiles.has(field.name);
  const problemsOf = (someFields: readonly Field[]) =>
    someFields.flatMap((field) => checkField(field, values, wording.field(field), isHidden(field)));
  const problems = [
    ...problemsOf(fields.filter((field) => !field.described)),
    ...(operation.parameters ?? []).flatMap(({ name, type, alsoName }) =>
      type === "integer" && alsoName !== true
        ? textsOf(values[name]).flatMap((text) => checkInteger(wording.identifier(name), text, {}))
        : [],
    ),
    ...brokenRules(operation, values, fromFiles).flatMap(({ rule, facts }) => [
      wording.sentence(rule.message),
      ...facts,
    ]),
  ];
  const [first, ...others] = problems;
  if (first === undefined) return problemsOf(fields.filter((field) => field.described));
  const suggestions = fields
    .filter((field) => !isHidden(field))
    .map((field) => suggestionFor(field, textsOf(values[field.name])));
  const hints = [
    ...suggestions,
    ...(operation.rules ?? []).map((rule) => suggestionForItem(rule, values, fromFiles)),
  ];
  const isMissing = problems.every((problem) => problem.endsWith(requiredEnding));
  throw new Failure("usage", first, {
    lines: others,
    hint: hints.find((hint) => hint !== undefined) ?? (isMissing ? undefined : wording.override),
  });
}

export function brokenRules(
  operation: Operation,
  values: Values,
  fromFiles: ReadonlySet<string> = new Set(),
): readonly { readonly rule: Rule; readonly facts: readonly string[] }[] {
  return (operation.rules ?? [])
    .filter((rule) => !satisfiesRule(rule, operation, values))
    .map((rule) => ({ rule, facts: itemFacts(rule, values, fromFiles) }));
}

/** Adds defaults of required fields, because `machines clone` must send all of its fields. */
export function withDefaults(operation: Operation, values: Values): Values {
  const missingFields = (operation.fields ?? []).filter(
    (field) => field.required && field.default !== undefined && values[field.name] === undefined,
  );
  const defaultOf = (field: Field) => (isFlag(field.type) ? field.default === "true" : field.default);
  const defaults = missingFields.map((field) => [field.name, defaultOf(field)]);
  return { ...values, ...Object.fromEntries(defaults) };
}

/** The private key is in a file next to the public one, so it is easily sent by mistake. */
function refusePrivateKeys(fields: readonly Field[], values: Values, wording: Wording): void {
  const field = fields.find(
    (each) => each.secret !== true && !each.verbatim && textsOf(values[each.name]).some(isPrivateKey),
  );
  if (field === undefined) return;
  throw new Failure("usage", `${wording.field(field)}: this is a private key`, {
    hint: "give the public key, such as @~/.ssh/id_ed25519.pub",
  });
}

export const isPrivateKey = (text: string): boolean =>
  /---- ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY|^PuTTY-User-Key-File-/.test(text);

function checkField(field: Field, values: Values, name: string, isHidden: boolean): readonly string[] {
  const value = values[field.name];
  if (value === undefined || (Array.isArray(value) && value.length === 0))
    return field.required ? [`${name}${requiredEnding}`] : [];
  return checkTexts(field, textsOf(value), name, isHidden);
}

function textsOf(value: Values[string]): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "boolean") return [String(value)];
  return Array.isArray(value) ? value : [];
}

const includesWord = (words: readonly string[], text: string): boolean =>
  words.some((word) => word.toLowerCase() === text.toLowerCase());

function satisfiesRule(rule: Rule, operation: Operation, values: Values): boolean {
  const isSet = (name: string) => isSetValue(values[name]);
  const hasValue = (name: string, expectedWords: readonly string[]) => {
    const fallback = operation.fields?.find((field) => field.name === name)?.default;
    const actual = values[name] === undefined && fallback !== undefined ? [fallback] : textsOf(values[name]);
    return actual.some((text) => includesWord(expectedWords, text));
  };
  // A service may accept words that svc does not know.
  const isUnknownWord = (name: string) => {
    const { suggestions } = operation.fields?.find((field) => field.name === name) ?? {};
    return (
      suggestions !== undefined && textsOf(values[name]).some((text) => !includesWord(suggestions, text))
    );
  };
  switch (rule.kind) {
    case "exclusive":
      return rule.fields.filter(isSet).length <= 1;
    case "any":
      return rule.fields.some(isSet);
    case "notAll":
      return !rule.fields.every(isSet);
    case "needs": {
      const applies = isSet(rule.field) && (rule.is === undefined || hasValue(rule.field, rule.is));
      return !applies || rule.needs.every(isSet) || rule.unless?.every(isSet) === true;
    }
    case "onlyWhen":
      return !rule.fields.some(isSet) || hasValue(rule.when, rule.is) || isUnknownWord(rule.when);
    case "configItem":
      return invalidItem(rule, values) === undefined;
  }
}

function invalidItem(rule: Extract<Rule, { readonly kind: "configItem" }>, values: Values) {
  const [name, value] = [textsOf(values[rule.name])[0], textsOf(values[rule.value])[0]];
  const item = itemNamed(rule.items, name ?? "");
  return item === undefined || value === undefined || isValidForItem(item, value)
    ? undefined
    : { name, value, item };
}

function itemFacts(rule: Rule, values: Values, fromFiles: ReadonlySet<string>): readonly string[] {
  const invalid = rule.kind === "configItem" ? invalidItem(rule, values) : undefined;
  if (rule.kind !== "configItem" || invalid === undefined) return [];
  const { name, value, item } = invalid;
  const bounds =
    item.min === undefined && item.max === undefined ? "" : ` ${item.min ?? ""}..${item.max ?? ""}`;
  const expected =
    (item.choices && choiceList(item.choices, "svc config describe")) ??
    `${item.type}${bounds}${item.unit === undefined ? "" : ` ${item.unit}`}`;
  const displayValue = item.secret || fromFiles.has(rule.value) ? "the given value" : `'${value}'`;
  return [`${name} takes ${expected}, not ${displayValue}`];
}

function suggestionForItem(rule: Rule, values: Values, fromFiles: ReadonlySet<string>): string | undefined {
  if (rule.kind !== "configItem" || fromFiles.has(rule.value)) return undefined;
  const { value, item } = invalidItem(rule, values) ?? {};
  if (item === undefined || value === undefined || item.secret) return undefined;
  return choiceHint(value, item.choices ?? (item.type === "boolean" ? ["true", "false"] : []));
}

/** An empty value resets an item, so it is always valid. */
function isValidForItem(item: ConfigItem, value: string): boolean {
  if (item.choices !== undefined) return item.choices.includes(value);
  if (value === "") return true;
  if (item.type === "boolean") return ["true", "false"].includes(value.toLowerCase());
  return item.type !== "integer" || checkInteger("", value, item).length === 0;
}

/** An empty value, which clears a field, and `--no-x` do not count for rules between fields. */
function isSetValue(value: Values[string]): boolean {
  if (value === undefined || value === "" || value === false) return false;
  return !Array.isArray(value) || value.some((text) => text !== "");
}

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

function checkInteger(
  name: string,
  text: string,
  { min, max }: Pick<Field, "min" | "max">,
  displayText = `'${text}'`,
): readonly string[] {
  if (!/^-?\d+$/.test(text)) return [`${name} takes a whole number, not ${displayText}`];
  const value = Number(text);
  if (min !== undefined && value < min) return [`${name} must be at least ${min}, not ${displayText}`];
  if (max !== undefined && value > max) return [`${name} must be at most ${max}, not ${displayText}`];
  return [];
}

export function suggestionFor(
  { choices, pattern, help }: Field,
  values: readonly string[],
): string | undefined {
  const invalidText = values.find((text) => choices?.includes(text) === false);
  if (invalidText !== undefined) return choiceHint(invalidText, choices ?? []);
  const mismatches = pattern !== undefined && values.some((text) => !matches(pattern, text));
  return mismatches ? /\b(?:in \w+, )?such as .*$/.exec(help)?.[0] : undefined;
}

const matches = (pattern: string, text: string): boolean => new RegExp(`^(?:${pattern})$`, "s").test(text);

/** The documented prefix of item names. A service may use its own name: `svc_name` is `lab_name` at `/LAB`. */
export const itemPrefix = "svc_";

export function itemNamed(items: readonly ConfigItem[], name: string): ConfigItem | undefined {
  const exactItem = items.find((item) => item.name === name);
  if (exactItem !== undefined) return exactItem;
  const rest = name.slice(name.indexOf("_") + 1);
  return rest === name ? undefined : items.find((item) => item.name === `${itemPrefix}${rest}`);
}

const userDataStart =
  /^[ \t\r\n]*(?:#!|#cloud-config|#include|#cloud-boothook|#part-handler|#upstart-job|## template: *jinja|#ps1|rem cmd|<powershell>|<script>|content-type:|mime-version:|from )/i;

/** True for formats of cloud-init and its Windows counterpart, and for empty data, which clears the field. */
export const isUserData = (data: Buffer): boolean =>
  data.length === 0 ||
  (data[0] === 0x1f && data[1] === 0x8b) ||
  userDataStart.test(data.subarray(0, 4096).toString("latin1"));

export const userDataProblem =
  "begins with neither #! nor #cloud-config nor a MIME header: cloud-init ignores it";
