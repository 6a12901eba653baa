import { type FieldOption, signatureOf } from "../../catalogue/commands/command-signature.ts";
import type { OperationEntry } from "../../catalogue/index.ts";
import type { FieldType } from "../../catalogue/operation.ts";
import { shellWord } from "../../core/text/shell-word.ts";

const byType: Readonly<Partial<Record<FieldType, string>>> = {
  integer: "1",
  size: "1G",
  map: "role=web",
  file: "./file",
  base64: "@user-data.yaml",
};

/** A command line for an operation, made from its required fields and the example values of the catalogue. */
export function exampleOf({ group, operation }: OperationEntry): string {
  const { example: values = {}, exampleInput, parameters = [], fields = [] } = operation;
  const signature = signatureOf({ operation });
  const identifiers = parameters.map(({ name, kind, type }) => {
    const usual = kind === undefined ? (byType[type] ?? name) : kind === "device" ? "printer-01" : "web-01";
    return shellWord(values[name] ?? usual);
  });
  const words = fields
    .filter(({ positional }) => positional)
    .map(({ name, type }) => shellWord(values[name] ?? byType[type] ?? name));
  const options = signature.options
    .filter(
      ({ field, required }) => values[field.name] !== undefined || (required && field.default === undefined),
    )
    .map((option) => optionExample(option, values[option.field.name]));
  const known = [...parameters, ...fields].map(({ name }) => name);
  const others = Object.entries(values)
    .filter(([name]) => !known.includes(name))
    .map(([name, value]) => `--set ${shellWord(`${name}=${value}`)}`);
  const line = ["svc", group.name, operation.verb, ...identifiers, ...words, ...options, ...others].join(" ");
  return exampleInput === undefined ? line : `${exampleInput} | ${line}`;
}

function optionExample({ name, negatable, field }: FieldOption, value: string | undefined): string {
  if (negatable) return value === "false" ? `--no-${name}` : `--${name}`;
  return `--${name} ${shellWord(value ?? field.choices?.[0] ?? byType[field.type] ?? field.name)}`;
}
