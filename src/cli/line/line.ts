import { CommanderError } from "commander";
import { addedOptions } from "../../contract/operation-options.ts";
import { globalOptions } from "../../contract/options.ts";
import { followUpOptions, surfaceOf } from "../../contract/surface.ts";
import { Failure } from "../../failure.ts";
import {
  addFieldOptions,
  addGlobalOptions,
  addOwnOptions,
  bareCommand,
  type TypedOptions,
  typedOptions,
} from "./command.ts";
import type { TypedGlobals } from "./globals.ts";
import { nearest } from "./nearest.ts";
import type { Target } from "./target.ts";

/** A line read against its command: what was typed, and nothing made of it yet. */
interface Line {
  readonly globals: TypedGlobals;
  /** Options of the command itself. */
  readonly options: TypedOptions;
  /** Words that are no options, after group and verb. */
  readonly words: readonly string[];
}

/** Reads the whole line with the tree of the command it names; unknown options name the nearest one. */
export function readLine(argv: readonly string[], target: Target): Line {
  const program = addGlobalOptions(bareCommand("svc"));
  let leaf = program;
  for (const word of pathOf(target)) {
    const child = addGlobalOptions(bareCommand(word));
    leaf.addCommand(child);
    leaf = child;
  }
  if (target.kind === "operation") {
    addFieldOptions(leaf, surfaceOf(target.entry).options);
    addFieldOptions(leaf, followUpOptions(target.entry.operation));
    addOwnOptions(leaf, addedOptions(target.entry.operation));
  }
  if (target.kind === "own") {
    addOwnOptions(leaf, target.command.spec.options ?? []);
    if (target.command.spec.passesThrough) leaf.passThroughOptions();
  }
  leaf.action(() => {});
  try {
    program.parse(argv, { from: "user" });
  } catch (error) {
    throw error instanceof CommanderError ? usageFailure(error, leaf.options, target) : error;
  }
  const typed = typedOptions(leaf);
  const isGlobal = (name: string) => globalOptions.some((option) => option.name === name);
  return {
    globals: Object.fromEntries(Object.entries(typed).filter(([name]) => isGlobal(name))),
    options: Object.fromEntries(Object.entries(typed).filter(([name]) => !isGlobal(name))),
    words: leaf.args,
  };
}

function pathOf(target: Target): readonly string[] {
  switch (target.kind) {
    case "program":
      return [];
    case "group":
      return [target.name];
    default:
      return target.path;
  }
}

function usageFailure(
  error: CommanderError,
  known: readonly { readonly long?: string | undefined }[],
  target: Target,
): Failure {
  const [, flag] = /unknown option '([^'=]*)/.exec(error.message) ?? [];
  if (flag === undefined) return new Failure("usage", error.message.replace(/^error: /, ""));
  const meant = nearest(
    flag,
    known.flatMap(({ long }) => (long === undefined ? [] : [long])),
  );
  const field = flag.replace(/^-+/, "").replaceAll("-", "_");
  const anyway = target.kind === "operation" ? [`--set ${field}=value sends it all the same`] : [];
  const first =
    meant === undefined
      ? `'svc ${pathOf(target).join(" ")} --help' lists the options;`
      : `did you mean ${meant}?`;
  return new Failure("usage", `unknown option '${flag}'`, {
    hint: [first, ...anyway].join(" ").replace(/;$/, ""),
  });
}
