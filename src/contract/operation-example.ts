import type { OperationEntry } from "../api/index.ts";
import { shellWord } from "../text/shell-word.ts";
import { type ArgumentSignature, type OptionSignature, signatureOf } from "./command-signature.ts";

const byType: Readonly<Record<string, string>> = {
  integer: "1",
  size: "1G",
  map: "role=web",
  file: "./file",
  base64: "@user-data.yaml",
};

/** A command line for an operation, made from its required fields and the example values of the catalogue. */
export function exampleOf(entry: OperationEntry): string {
  const signature = signatureOf(entry);
  const values = entry.operation.example ?? {};
  const words = signature.arguments.map((argument) =>
    shellWord(values[argument.field] ?? argumentExample(argument)),
  );
  const options = signature.options
    .filter((option) => values[option.field] !== undefined || (option.required && option.default === null))
    .map((option) => optionExample(option, values[option.field]));
  const known = [...signature.arguments, ...signature.options].map(({ field }) => field);
  const others = Object.entries(values)
    .filter(([name]) => !known.includes(name))
    .map(([name, value]) => `--set ${shellWord(`${name}=${value}`)}`);
  const line = ["svc", ...signature.command, ...words, ...options, ...others].join(" ");
  return entry.operation.exampleInput === undefined ? line : `${entry.operation.exampleInput} | ${line}`;
}

function argumentExample(argument: ArgumentSignature): string {
  if (argument.kind !== undefined) return argument.kind === "device" ? "printer-01" : "web-01";
  return byType[argument.type] ?? argument.name;
}

function optionExample(option: OptionSignature, value: string | undefined): string {
  if (option.negation !== undefined) return value === "false" ? option.negation : option.flag;
  return `${option.flag} ${shellWord(value ?? option.choices?.[0] ?? byType[option.type] ?? option.field)}`;
}
