import {
  type CommandSpec,
  type FieldOption,
  followUpOptions,
  signatureOf,
} from "../../../../src/catalogue/commands/command-spec.ts";
import { addedOptions } from "../../../../src/catalogue/commands/operation-options.ts";
import type { OptionSpec } from "../../../../src/catalogue/option-spec.ts";
import { builtinCommands } from "../../../../src/cli/commands/index.ts";
import { run } from "../../../../src/cli/run.ts";
import { operations, sampleOf } from "../command-line.ts";
import { openTerminal } from "../terminal/terminal.ts";

/** Nothing listens at this address: any request, even a name lookup, ends with exit code 11. */
const environment = {
  SVC_URL: "http://127.0.0.1:1/SVC",
  SVC_API_KEY: "aaaaaaaaaaaaaaaaaa:bbbbbbbbbbbbbbbbbb:cccccccccccccccccccccccccccccccc",
  SVC_CONFIG_DIR: "/nonexistent",
  SVC_RETRIES: "0",
};

export async function outcome(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const terminal = openTerminal({ isTTY: false, env: { ...environment, ...env } });
  terminal.hangUp();
  const code = await run({ ...terminal.context, argv });
  return { code, ...terminal.shown };
}

interface Command {
  readonly words: readonly string[];
  /** Undefined for an operation. */
  readonly own?: CommandSpec;
  readonly specs: readonly OptionSpec[];
  readonly fields: readonly FieldOption[];
}

export const commands: readonly Command[] = [
  ...operations.map((entry): Command => {
    const signature = signatureOf(entry);
    const needed = signature.options.filter(({ required, negatable }) => required && !negatable);
    const arguments_ = signature.arguments.filter(({ required }) => required);
    return {
      words: [
        entry.group.name,
        entry.operation.verb,
        ...arguments_.map(({ name, field }) => {
          if (field !== undefined) return sampleOf(field, entry);
          const parameter = entry.operation.parameters?.find((each) => each.name === name);
          return parameter?.type === "integer" ? "1" : "abc123";
        }),
        ...needed.flatMap(({ name, field }) => [
          `--${name}`,
          field.type === "file" ? process.execPath : sampleOf(field, entry),
        ]),
        "--yes",
      ],
      specs: addedOptions(entry.operation),
      fields: [...signature.options, ...followUpOptions(entry.operation)],
    };
  }),
  ...builtinCommands.map(
    (spec: CommandSpec): Command => ({
      words: [
        ...spec.command,
        ...(spec.passesThrough
          ? []
          : (spec.arguments ?? [])
              .filter(({ required }) => required)
              .map(({ choices }) => choices?.[0] ?? "name=value")),
        ...(spec.options ?? [])
          .filter(({ required }) => required)
          .flatMap(({ name }) => [`--${name}`, "x/y"]),
      ],
      own: spec,
      specs: spec.options ?? [],
      fields: [],
    }),
  ),
];

/** Removes an option and its value from the line. */
export function without(words: readonly string[], flag: string): readonly string[] {
  const at = words.indexOf(flag);
  return at === -1 ? words : [...words.slice(0, at), ...words.slice(at + 2)];
}
