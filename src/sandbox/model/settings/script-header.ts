import { parse } from "yaml";
import { isRecord } from "../../../core/json-record.ts";
import { hardwareTypes, type ScriptFields } from "../../state/settings.ts";
import { apiName } from "../../values/spellings.ts";

type PartialFields = Partial<ScriptFields>;

export function readHeader(content: string): Readonly<Record<string, unknown>> | string {
  const match =
    /^# --- Start \S+ (\S+) script metadata ---[ \t]*\r?\n([\s\S]*?)^# --- End \S+ \S+ script metadata ---/m.exec(
      content,
    );
  if (match === null) return {};
  if (match[1] !== "1.0") return `Unsupported version: ${match[1]}`;
  const text = (match[2] ?? "").replace(/^#( |$)/gm, "");
  try {
    const value: unknown = parse(text);
    return isRecord(value) ? value : "The metadata is not a mapping.";
  } catch (error) {
    return `Unable to parse the metadata: ${error instanceof Error ? error.message.split("\n", 1)[0] : ""}`;
  }
}

const listFrom = (value: unknown): string[] =>
  (Array.isArray(value) ? value : String(value ?? "").split(","))
    .map((each) => String(each).trim())
    .filter(Boolean);

const numberReader =
  (words: readonly string[], numbers: readonly number[] = [...words.keys()]) =>
  (value: unknown): number | undefined => {
    const word = String(value).trim().toLowerCase();
    const index = words.indexOf(word);
    const number = index === -1 ? Number(word) : (numbers[index] ?? -1);
    return word !== "" && numbers.includes(number) ? number : undefined;
  };

const booleanFrom = (value: unknown): boolean | undefined => {
  const word = String(value).toLowerCase();
  return ["true", "1"].includes(word) ? true : ["false", "0", ""].includes(word) ? false : undefined;
};

const recordFrom = (value: unknown) =>
  isRecord(value) ? value : Array.isArray(value) ? { ...value } : undefined;

/** Accepts `H:MM:SS` and seconds: YAML reads `00:05:00` as text and `300` as a number. */
function secondsFrom(value: unknown): number | undefined {
  const match = /^(?:(\d{1,5}):(\d{1,2}):)?(\d{1,9})$/.exec(String(value).trim());
  if (match === null) return undefined;
  return Number(match[1] ?? 0) * 3600 + Number(match[2] ?? 0) * 60 + Number(match[3]);
}

const readers: { readonly [Key in keyof ScriptFields]: (value: unknown) => ScriptFields[Key] | undefined } = {
  name: String,
  title: String,
  description: String,
  tags: listFrom,
  type: numberReader(["commissioning", "testing", "release"], [0, 2, 3]),
  hardwareType: numberReader(hardwareTypes),
  parallel: numberReader(["disabled", "instance", "any"]),
  timeoutSeconds: secondsFrom,
  destructive: booleanFrom,
  forHardware: listFrom,
  mayReboot: booleanFrom,
  recommission: booleanFrom,
  applyConfiguredNetworking: booleanFrom,
  parameters: recordFrom,
  packages: recordFrom,
  results: recordFrom,
};

const fieldMessages: Readonly<Record<string, string>> = {
  type: "Invalid script type. Must be one of: commissioning, testing, release.",
  hardware_type: `Invalid hardware type. Must be one of: ${hardwareTypes.join(", ")}.`,
  parallel: "Invalid parallel choice. Must be one of: disabled, instance, any.",
  timeout: "Enter a valid duration.",
};

const clearableFields: readonly string[] = ["title", "description", "tags", "for_hardware"];

type AddError = (field: string, message: string) => void;

export function readScriptFields(readValue: (field: string) => unknown, addError: AddError): PartialFields {
  const fields: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(readers)) {
    const field = apiName(name);
    const value = readValue(field);
    if (value === undefined || value === null || (value === "" && !clearableFields.includes(field))) continue;
    const converted = read(value);
    if (converted === undefined) addError(field, fieldMessages[field] ?? `Invalid value: ${String(value)}.`);
    else fields[name] = converted;
  }
  return fields;
}

export function mergeHeader(fields: PartialFields, header: PartialFields, addError: AddError): PartialFields {
  for (const name of Object.keys(header) as (keyof ScriptFields)[])
    if (fields[name] !== undefined && JSON.stringify(fields[name]) !== JSON.stringify(header[name]))
      addError(apiName(name), "May not override values defined in embedded YAML.");
  return { ...fields, ...header };
}

/** The service itself adds the hardware type and `destructive` to the tags. */
export function withAddedTags(fields: ScriptFields): ScriptFields {
  const customTags = fields.tags.filter(
    (tag) => tag !== "destructive" && !hardwareTypes.some((each) => each === tag),
  );
  const hardware = hardwareTypes[fields.hardwareType] ?? "node";
  const tags = [...customTags, hardware, ...(fields.destructive ? ["destructive"] : [])];
  return { ...fields, tags: [...new Set(tags)].sort() };
}
