import { dirname, join, resolve } from "node:path";
import { parse, type Tags, YAMLParseError } from "yaml";
import type { CommandOption } from "../../catalogue/commands/command-spec.ts";
import { configFolder } from "../../client/profiles/store.ts";
import type { Context } from "../../context.ts";
import { Failure, systemErrorText } from "../../core/failure.ts";
import { fileChunks, readBytes } from "../../core/files.ts";
import { isRecord } from "../../core/json-record.ts";
import { choiceHint } from "../../core/text/word-lists.ts";
import type { TypedOptions } from "./globals.ts";
import type { Globals } from "./invocation.ts";

const maxBytes = 1024 * 1024;

/** Paths of files (`@user-data.yaml`) are relative to the templates file. */
export async function withTemplate(
  optionValues: TypedOptions,
  options: readonly CommandOption[],
  { configDir }: Pick<Globals, "configDir">,
  env: Context["env"],
): Promise<TypedOptions> {
  const name = singleValue(optionValues, "template") ?? "";
  const file = singleValue(optionValues, "template-file");
  if (file === "") throw new Failure("usage", "--template-file is empty: it takes the path of a file");
  const path = resolve(file ?? join(configFolder(configDir, env) ?? ".", "templates.yaml"));
  const templates = await readTemplates(path, file === undefined ? "the templates in" : "--template-file");
  if (!Object.hasOwn(templates, name))
    throw new Failure("usage", `${path} has no template '${name}'`, {
      hint: choiceHint(name, Object.keys(templates)),
    });
  const template = templates[name];
  const templateFailure = (problem: string) =>
    new Failure("usage", `template '${name}' in ${path}${problem}`);
  if (!isRecord(template)) throw templateFailure(" is not a mapping of options");
  const templateOptions = Object.entries(template).map(([key, value]) => {
    const option = key.replaceAll("_", "-");
    const spec = options.find((each) => each.name === option);
    if (spec === undefined || option.startsWith("template"))
      throw templateFailure(`: unknown option '--${option}'`);
    if (spec.value === undefined) {
      if (typeof value !== "boolean") throw templateFailure(`: ${key} takes true or false`);
      return [value ? option : `no-${option}`, true as const];
    }
    const values = [value].flat();
    if (values.some((each) => each === null || typeof each === "object"))
      throw templateFailure(`: ${key} takes a string, or a list of strings`);
    return [option, values.map((each) => relativeTo(path, String(each)))];
  });
  const isOnLine = (option: unknown): boolean => {
    const positiveName = String(option).replace(/^no-/, "");
    return optionValues[positiveName] !== undefined || optionValues[`no-${positiveName}`] !== undefined;
  };
  return { ...Object.fromEntries(templateOptions.filter(([option]) => !isOnLine(option))), ...optionValues };
}

function singleValue(optionValues: TypedOptions, option: string): string | undefined {
  const value = optionValues[option];
  if (!Array.isArray(value)) return undefined;
  if (value.length > 1) throw new Failure("usage", `--${option} is given twice`);
  return value[0];
}

const relativeTo = (path: string, text: string): string =>
  /^@[^@-]/.test(text) ? `@${resolve(dirname(path), text.slice(1))}` : text;

/** Numbers stay as typed: 24.10 is the name of a release. */
const withoutNumbers = (tags: Tags): Tags =>
  tags.filter((tag) => typeof tag === "string" || !/:(?:int|float)$/.test(tag.tag));

async function readTemplates(path: string, label: string): Promise<Readonly<Record<string, unknown>>> {
  let text: string;
  try {
    text = (await readBytes(fileChunks(path), maxBytes)).toString("utf8");
  } catch (error) {
    throw new Failure("usage", `cannot read ${label} ${path} (${systemErrorText(error)})`, {
      hint: "a template is a mapping of options: worker: {distro-series: jammy, user-data: '@worker.yaml'}",
    });
  }
  try {
    const value: unknown = parse(text, { customTags: withoutNumbers });
    if (isRecord(value)) return value;
  } catch (error) {
    // The message leaves out the text of the file, which may contain secrets.
    const position = error instanceof YAMLParseError ? error.linePos?.[0] : undefined;
    if (position !== undefined)
      throw new Failure(
        "usage",
        `${path} is not valid YAML: see line ${position.line}, column ${position.col}`,
      );
  }
  throw new Failure("usage", `${path} is not a mapping of templates in YAML`);
}
