import {
  type CommandSignature,
  isFlag,
  isRepeatable,
  kebab,
  normalizeValue,
  optionName,
  signatureOf,
} from "../../catalogue/commands/command-spec.ts";
import { holdsContent } from "../../catalogue/field.ts";
import type { OperationEntry } from "../../catalogue/index.ts";
import type { Field, Operation } from "../../catalogue/operation.ts";
import { appendValues, type Value, type Values } from "../../client/http/call.ts";
import {
  checkValues,
  isUserData,
  optionWording,
  userDataProblem,
  withDefaults,
} from "../../client/values/check.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { assignWords, splitPair } from "../parsing/line-values.ts";
import { splitOutsideBrackets } from "../parsing/ranges.ts";
import { refusePipedName, withWordHint } from "./argument-hints.ts";
import { isFromFile, openContent, readBytes, readText, refuseFileName } from "./inputs.ts";

export type UserValues = Readonly<Record<string, Value | undefined>>;

/** `fieldsFromFiles` collects fields read from files, whose values no message may repeat. */
export async function readValues(
  signature: CommandSignature,
  words: readonly string[],
  { options, fields, context }: Pick<Invocation, "options" | "fields" | "context">,
  fieldsFromFiles: Set<string> = new Set(),
): Promise<UserValues> {
  const recordSource = (field: string, texts: readonly string[]) => {
    if (texts.some(isFromFile)) fieldsFromFiles.add(field);
  };
  const checkContent = async (field: ContentField, texts: readonly string[], label: string) => {
    if (options["no-check"] !== true) await refuseFileNames(field, texts, context, label);
  };
  const readField = async (field: Field, texts: readonly string[], label: string) => {
    recordSource(field.name, texts);
    await checkContent(field, texts, label);
    return await fieldValue(field, texts, context, label);
  };
  const values: Record<string, Value | undefined> = {};
  const hasSelector = options["where"] !== undefined || options["by-key"] !== undefined;
  // A field given as an option takes no word.
  const positionalFields = signature.options.filter(
    ({ name, field }) => field.alsoPositional && fields[name] === undefined,
  );
  const expectedArguments = [
    ...signature.arguments.map((argument) => ({
      ...argument,
      required: argument.required === true && !(argument.field === undefined && hasSelector),
      takesPairs: argument.field?.type === "map",
    })),
    ...positionalFields.map(({ field, required, repeatable = false }) => ({
      name: field.name,
      field,
      required: required === true && words.length > 0,
      variadic: repeatable,
    })),
  ];
  for (const [{ name, field, variadic }, operands] of assignWords(expectedArguments, words)) {
    if (field === undefined) values[name] = variadic ? operands : operands[0];
    else values[field.name] = await readField(field, operands, name);
  }
  for (const { name, field } of signature.options) {
    const flag = `--${name}`;
    const optionValue = fields[name];
    if (typeof optionValue === "boolean") values[field.name] = optionValue;
    else if (optionValue !== undefined) values[field.name] = await readField(field, optionValue, flag);
    const [encoded] = [fields[`${name}-base64`]].flat();
    if (field.type === "base64" && typeof encoded === "string") {
      if (optionValue !== undefined) throw new Failure("usage", `use ${flag} or ${flag}-base64, not both`);
      await checkContent(field, [encoded], `${flag}-base64`);
      values[field.name] = await readText(encoded, context, `${flag}-base64`, "line");
    }
  }
  for (const [name, text] of options["set"] ?? []) {
    const field = signature.options.find((option) => option.field.name === name)?.field;
    await checkContent(field ?? { name, type: "string" }, [text], `--set ${name}`);
  }
  const setValues = await readSetValues(signature, options["set"] ?? [], context, recordSource);
  // Also works for a field called `__proto__`.
  return {
    ...values,
    ...Object.fromEntries(
      [...setValues].map(([name, texts]) => [name, appendValues(name, texts, values, `--set ${name}`)]),
    ),
  };
}

type ContentField = Parameters<typeof holdsContent>[0];

async function refuseFileNames(
  field: ContentField,
  texts: readonly string[],
  context: Context,
  label: string,
): Promise<void> {
  for (const text of texts) {
    const [name, value] = field.type === "map" ? splitPair(text, label) : [undefined, text];
    if (name === undefined ? holdsContent(field) : holdsContent({ name, type: "string" }) || name === "key")
      await refuseFileName(value, context, name === undefined ? label : `${label} ${name}`);
  }
}

async function readSetValues(
  signature: CommandSignature,
  pairs: readonly (readonly [name: string, text: string])[],
  context: Context,
  recordSource: (field: string, texts: readonly string[]) => void,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const textsByName = new Map<string, readonly string[]>();
  for (const [name, text] of pairs) {
    const renamedField = signature.options.find(({ field }) => field.sentAs === name)?.field.name;
    const isArgument = signature.arguments.some(
      (argument) => argument.field === undefined && argument.name === name,
    );
    if (isArgument && renamedField === undefined)
      throw new Failure("usage", `--set ${name}: this is an argument`, { hint: `type it as <${name}>` });
    const key = renamedField ?? name;
    recordSource(key, [text]);
    // An unknown field is read as one line.
    const isDocument = signature.options.some(({ field }) => field.name === key && field.verbatim);
    const value = await readText(text, context, `--set ${name}`, isDocument ? "document" : "line");
    textsByName.set(key, [...(textsByName.get(key) ?? []), value]);
  }
  return textsByName;
}

async function fieldValue(field: Field, words: readonly string[], context: Context, label: string) {
  if (field.type === "map") return readMap(words, context, label);
  if (field.type === "file") return await openContent(words.at(-1) ?? "", context, label);
  if (field.type === "base64")
    return (await readBytes(words.at(-1) ?? "", context, label)).toString("base64");
  const read = async (text: string) => {
    if (field.kind !== undefined && isRepeatable(field) && (text === "-" || isFromFile(text)))
      return await readNodeNames(text, field.kind, context, label);
    return [await readText(text, context, label, field.verbatim ? "document" : "line")];
  };
  const pieces =
    isRepeatable(field) && !field.holdsCommas
      ? words.flatMap((text) => splitCommas(text, field.kind))
      : words;
  const values = (await Promise.all(pieces.map(read))).flat().map((text) => normalizeValue(field, text));
  if (isRepeatable(field)) return values;
  const text = values.at(-1) ?? "";
  return isFlag(field.type) ? text === "true" : text;
}

async function readNodeNames(word: string, kind: string, context: Context, label: string) {
  const { readNames } = await import("./inputs.ts");
  const names = await readNames(word, context, label);
  if (names.length > 0) return names;
  throw new Failure(
    "usage",
    `${label}: ${word.replace(/^@/, "").replace(/^-$/, "standard input")} contains no ${kind}`,
  );
}

/** `a,b` means two values; an empty text means one empty value; other empty parts are dropped. */
function splitCommas(text: string, kind: Field["kind"]): readonly string[] {
  if (text === "" || text.startsWith("@")) return [text];
  const pieces = (kind === undefined ? text.split(",") : splitOutsideBrackets(text)).filter(Boolean);
  return pieces.length === 0 ? [""] : pieces;
}

async function readMap(pairs: readonly string[], context: Context, label: string) {
  const map = new Map<string, string>();
  for (const pair of pairs) {
    const [name, text] = splitPair(pair, label);
    if (map.has(name)) throw new Failure("usage", `${label} ${name} is given twice`);
    map.set(name, await readText(text, context, `${label} ${name}`, "line"));
  }
  return Object.fromEntries(map);
}

/** `valuesToCheck` returns the values to which documented limits apply; undefined if there are none. */
export async function readAndCheckValues(
  entry: OperationEntry,
  words: readonly string[],
  invocation: Pick<Invocation, "options" | "fields" | "context" | "messages">,
  valuesToCheck: (values: Values) => Values | undefined = (values) => values,
): Promise<Values> {
  const fieldsFromFiles = new Set<string>();
  const userValues = await readValues(signatureOf(entry), words, invocation, fieldsFromFiles).catch(
    (error) => {
      throw withWordHint(error, entry, words, invocation.context.argv);
    },
  );
  if (invocation.options["no-check"] !== true) refusePipedName(entry, userValues);
  const values = withDefaults(entry.operation, userValues);
  noteSmallSizes(entry.operation, values, invocation);
  const checkedValues = valuesToCheck(values);
  if (checkedValues !== undefined)
    checkUserValues(entry.operation, checkedValues, fieldsFromFiles, invocation);
  return values;
}

/** No machine has less RAM than this, so the user must have forgotten the unit. */
const smallMiB = 1024;

function noteSmallSizes(
  { fields = [] }: Operation,
  values: Values,
  { messages }: Pick<Invocation, "messages">,
): void {
  for (const { name, unit } of fields) {
    const text = values[name];
    if (unit === "MiB" && typeof text === "string" && /^[1-9]\d*$/.test(text) && Number(text) < smallMiB)
      messages.note(`--${kebab(name)} ${text} is ${text} MiB; for GiB: --${kebab(name)} ${text}GiB`);
  }
}

export function checkUserValues(
  operation: Operation,
  values: Values,
  fieldsFromFiles: ReadonlySet<string>,
  { options, fields, messages }: Pick<Invocation, "options" | "fields" | "messages">,
): void {
  if (options["no-check"] === true) return;
  const isOption = (field: Field) => fields[optionName(field)] !== undefined;
  const label = (field: Field) => (isOption(field) ? `--${optionName(field)}` : optionWording.field(field));
  const wording = { ...optionWording, field: label };
  for (const fault of checkValues(operation, values, fieldsFromFiles, wording))
    messages.warn(`according to the service's description, ${fault}; sending it anyway`);
  const { user_data: userData, power_parameters: powerParameters = {} } = values;
  if (Object.values(powerParameters).some((text) => /,\s*power_\w+=/.test(String(text))))
    throw new Failure("usage", "--power-parameters takes one name=value: repeat the option for more", {
      hint: "--power-parameters power_address=... --power-parameters power_user=...; --no-check sends the value with its comma",
    });
  if (typeof userData === "string" && !isUserData(Buffer.from(userData, "base64")))
    messages.warn(`--user-data ${userDataProblem}`);
}

export function warnOfDeprecation(
  { group, operation }: OperationEntry,
  values: Values,
  { messages, multiSiteRun }: Pick<Invocation, "messages" | "multiSiteRun">,
  printedWarnings = new Set<string>(),
): void {
  const { deprecated, fields = [] } = operation;
  const warn = (text: string) => {
    if (!printedWarnings.has(text)) (multiSiteRun ?? messages).warn(text);
    printedWarnings.add(text);
  };
  const name = `${group.name} ${operation.verb}`;
  if (deprecated === true) warn(`${name} is deprecated`);
  else if (deprecated !== undefined) warn(`${name} is deprecated: ${deprecated}`);
  for (const field of fields) {
    if (field.deprecated !== undefined && values[field.name] !== undefined)
      warn(`--${kebab(field.name)} is deprecated: ${field.deprecated}`);
  }
}
