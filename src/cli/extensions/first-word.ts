import { commandTree, findRoot } from "../../catalogue/commands/command-tree.ts";
import { readAliases } from "../../client/profiles/aliases.ts";
import { configFolder } from "../../client/profiles/folder.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { readKnown } from "../described/known.ts";
import { placeOf } from "../described/place.ts";
import { firstWordAt } from "../line/flags.ts";
import { type ScannedLine, valueIn } from "../line/scan.ts";
import { expandAliases, isCommand, usableAliases } from "./expansion.ts";
import { findProgram, type OwnProgram } from "./programs.ts";

/** An alias as it is stored. */
export interface UsedAlias {
  readonly name: string;
  readonly text: string;
}

/** What the first word of a line means that is not a command of svc. */
export type OwnCommand =
  /** An alias, what is stored of it, and the line that it stands for here. */
  | { readonly kind: "line"; readonly alias: UsedAlias; readonly argv: readonly string[] }
  /** A program, with the words behind its name. */
  | { readonly kind: "program"; readonly program: OwnProgram; readonly words: readonly string[] };

/**
 * What the operator has under the first word of a line that names no command: an alias, or else a program `svc-NAME` on
 * PATH; undefined where there is neither, or the service in use is known to describe a command of that name, which has
 * precedence: a warning says so. Throws the `Failure` of an alias that cannot be expanded, and of options before the name of a program,
 * which could not be passed on.
 */
export async function ownCommand(scanned: ScannedLine, context: Context): Promise<OwnCommand | undefined> {
  const { argv, env } = context;
  const word = argv[firstWordAt(argv)] ?? "";
  const { aliases, distrust } = readAliases(configFolder(valueIn(scanned, "config-dir"), env));
  const isAlias = aliases.has(word);
  if (!isAlias && findProgram(word, env) === undefined) return undefined;
  const place = await placeOf(scanned, context);
  const known = place && readKnown(place, context);
  if (known !== undefined && findRoot(commandTree(known.entries), word) !== undefined) {
    const own = isAlias ? "your alias" : `the program svc-${word}`;
    context.stderr.write(
      `warning: '${word}' is a command that the service describes, so ${own} of that name is not used\n`,
    );
    return undefined;
  }
  if (isAlias && distrust !== undefined) throw distrust;
  const line = expandAliases(argv, usableAliases(aliases));
  const at = firstWordAt(line);
  const name = line[at] ?? "";
  const program = isCommand(name) ? undefined : findProgram(name, env);
  const text = aliases.get(word);
  if (program === undefined)
    return text === undefined ? undefined : { kind: "line", alias: { name: word, text }, argv: line };
  if (at > 0) {
    throw new Failure("usage", `options cannot come before '${name}', which is the program ${program.path}`, {
      hint: `'svc ${name}' passes on what follows it; SVC_PROFILE and the like reach it by the environment`,
    });
  }
  return { kind: "program", program, words: line.slice(1) };
}
