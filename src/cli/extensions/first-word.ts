import type { Context } from "../../context.ts";
import { commandTree, findRoot } from "../../contract/command-tree.ts";
import { Failure } from "../../failure.ts";
import { readAliases } from "../../profiles/aliases.ts";
import { configFolder } from "../../profiles/folder.ts";
import { readKnown } from "../described/known.ts";
import { placeOf } from "../described/place.ts";
import type { ScannedLine } from "../line/scan.ts";
import { knownOptions, tokenize, valueIn } from "../line/tokens.ts";
import { expandAliases } from "./expansion.ts";
import { findProgram, type OwnProgram } from "./programs.ts";

/** What the first word of a line means that is not a command of svc. */
export type OwnCommand =
  /** An alias, and the line that it stands for. */
  | { readonly kind: "line"; readonly argv: readonly string[] }
  /** A program, with the words behind its name. */
  | { readonly kind: "program"; readonly program: OwnProgram; readonly words: readonly string[] };

/**
 * What the operator has under the first word of a line that names no command: an alias, or else a program `svc-NAME` on
 * PATH; undefined where there is neither, or the service in use is known to describe a command of that name, which has
 * precedence. Throws the `Failure` of an alias that cannot be expanded, and of options before the name of a program,
 * which could not be passed on.
 */
export async function ownCommand({ tokens }: ScannedLine, context: Context): Promise<OwnCommand | undefined> {
  const { argv, env } = context;
  const word = argv[firstWordAt(argv)] ?? "";
  const { aliases, distrust } = readAliases(configFolder(valueIn(tokens, "config-dir"), env));
  const isAlias = aliases.has(word);
  if (!isAlias && findProgram(word, env) === undefined) return undefined;
  const place = await placeOf(tokens, context);
  const known = place && readKnown(place, context);
  if (known !== undefined && findRoot(commandTree(known.entries), word) !== undefined) return undefined;
  if (isAlias && distrust !== undefined) throw distrust;
  const usable = new Map([...aliases].filter(([name]) => !isCommand(name)));
  const line = expandAliases(argv, usable, firstWordAt);
  const at = firstWordAt(line);
  const name = line[at] ?? "";
  const program = isCommand(name) ? undefined : findProgram(name, env);
  if (program === undefined) return isAlias ? { kind: "line", argv: line } : undefined;
  if (at > 0) {
    throw new Failure(
      "usage",
      `options cannot stand before '${name}', which is the program ${program.path}`,
      {
        hint: `'svc ${name}' passes on what follows it; SVC_PROFILE and the like reach it by the environment`,
      },
    );
  }
  return { kind: "program", program, words: line.slice(1) };
}

const isCommand = (word: string): boolean => word === "help" || findRoot(commandTree(), word) !== undefined;

/** Where the first word of a line that is not an option stands; -1 where there is none. */
export function firstWordAt(argv: readonly string[]): number {
  const tokens = [...tokenize(argv, { known: knownOptions(), maxWords: 1 })];
  if (!tokens.some(({ kind }) => kind === "word")) return -1;
  const last = tokens.at(-1);
  return argv.length - 1 - (last?.kind === "rest" ? last.words.length : 0);
}
