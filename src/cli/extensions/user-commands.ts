import { configFolder, readAliases } from "../../client/profiles/store.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { shellWord } from "../../core/text/shell-words.ts";
import { nearest } from "../../core/text/word-lists.ts";
import { locateService, readCachedCatalogue } from "../described/service-catalogue.ts";
import { firstWordAt } from "../line/flags.ts";
import type { UserCommands } from "../line/help.ts";
import { type ScannedLine, valueIn } from "../line/scan.ts";
import type { Row } from "../reference/page.ts";
import { commandTree, findRoot } from "../tree/command-tree.ts";
import { expandAliases, isCommand, usableAliases } from "./expansion.ts";
import { findNonExecutable, findProgram, listPrograms, type UserProgram } from "./programs.ts";

export interface UsedAlias {
  readonly name: string;
  readonly text: string;
}

type UserCommand =
  | { readonly kind: "line"; readonly alias: UsedAlias; readonly argv: readonly string[] }
  | { readonly kind: "program"; readonly program: UserProgram; readonly words: readonly string[] };

/** A described command takes precedence, with a warning. Options cannot be passed on to a program. */
export async function findUserCommand(
  scannedLine: ScannedLine,
  context: Context,
): Promise<UserCommand | undefined> {
  const { argv, env } = context;
  const { builtins } = scannedLine.tree;
  const word = argv[firstWordAt(argv)] ?? "";
  const { aliases, accessFailure } = readAliases(configFolder(valueIn(scannedLine, "config-dir"), env));
  const isAlias = aliases.has(word);
  if (!isAlias && findProgram(word, env) === undefined) return undefined;
  const location = await locateService(scannedLine, context);
  const catalogue = location && readCachedCatalogue(location, context);
  if (catalogue !== undefined && findRoot(commandTree(builtins, catalogue.groups), word) !== undefined) {
    const label = isAlias ? "your alias" : `the program svc-${word}`;
    context.stderr.write(
      `warning: '${word}' is a command that the service describes, so ${label} of that name is not used\n`,
    );
    return undefined;
  }
  if (isAlias && accessFailure !== undefined) throw accessFailure;
  const line = expandAliases(argv, usableAliases(aliases, builtins));
  const at = firstWordAt(line);
  const name = line[at] ?? "";
  const program = isCommand(name, builtins) ? undefined : findProgram(name, env);
  const text = aliases.get(word);
  if (program === undefined)
    return text === undefined ? undefined : { kind: "line", alias: { name: word, text }, argv: line };
  if (at > 0)
    throw new Failure("usage", `options cannot come before '${name}', which is the program ${program.path}`, {
      hint: `'svc ${name}' passes on everything after its name; use environment variables such as SVC_PROFILE for options of svc`,
    });
  return { kind: "program", program, words: line.slice(1) };
}

/** Returns the failure unchanged if a command of svc is spelled at least as similarly. */
export function suggestUserCommand(failure: Failure, line: ScannedLine, { env }: Pick<Context, "env">) {
  const [word = ""] = line.words;
  const nonExecutable = findNonExecutable(word, env);
  if (nonExecutable !== undefined)
    return failure.with({
      hint: `${nonExecutable} is not executable: chmod +x ${shellWord(nonExecutable)}`,
    });
  const { aliases } = readAliases(configFolder(valueIn(line, "config-dir"), env));
  const userNames = [...aliases.keys(), ...listPrograms(env).map(({ name }) => name)];
  const [, command] = /^did you mean 'svc ([^' ]+)'\?$/.exec(failure.details.hint ?? "") ?? [];
  const candidates = [
    ...(command === undefined ? [] : [command]),
    ...userNames.filter((name) => !isCommand(name, line.tree.builtins)),
  ];
  const suggestion = nearest(word, candidates);
  return suggestion === undefined || suggestion === command
    ? failure
    : failure.with({ hint: `did you mean 'svc ${suggestion}'?` });
}

export function extensionsOf(line: ScannedLine, { env }: Pick<Context, "env">): UserCommands {
  const isReachable = (name: string) => name !== "help" && findRoot(line.tree, name) === undefined;
  const stored = readAliases(configFolder(valueIn(line, "config-dir"), env));
  const aliases = new Map([...stored.aliases].filter(([name]) => isReachable(name)));
  const programs = listPrograms(env).filter(({ name }) => isReachable(name) && !aliases.has(name));
  return {
    sections: [
      { title: "Your aliases", rows: [...aliases].map(([name, text]): Row => [name, `svc ${text}`]) },
      { title: "Programs on PATH", rows: programs.map(({ name, path }): Row => [name, path]) },
    ].filter(({ rows }) => rows.length > 0),
    helpOn: (word) => {
      const text = aliases.get(word);
      if (text !== undefined) return `'${word}' is an alias of: svc ${text}\n`;
      const program = findProgram(word, env);
      return program && `'${word}' is the program ${program.path}; 'svc ${word} --help' asks it for help.\n`;
    },
  };
}
