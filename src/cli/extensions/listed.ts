import { findRoot, type ProgramNode } from "../../catalogue/commands/command-tree.ts";
import { readAliases } from "../../client/profiles/aliases.ts";
import { configFolder } from "../../client/profiles/folder.ts";
import type { Context } from "../../context.ts";
import type { OwnCommands } from "../line/help.ts";
import { type ScannedLine, valueIn } from "../line/scan.ts";
import type { Row } from "../reference/page.ts";
import { findProgram, listPrograms } from "./programs.ts";

/** The aliases and programs of the operator, without those that a command of svc hides; reads the folders of PATH. */
export function extensionsOf(
  scanned: ScannedLine,
  { env }: Pick<Context, "env">,
  tree: ProgramNode,
): OwnCommands {
  const isShown = (name: string) => name !== "help" && findRoot(tree, name) === undefined;
  const stored = readAliases(configFolder(valueIn(scanned, "config-dir"), env));
  const aliases = new Map([...stored.aliases].filter(([name]) => isShown(name)));
  const programs = listPrograms(env).filter(({ name }) => isShown(name) && !aliases.has(name));
  return {
    sections: [
      { title: "Your aliases", rows: [...aliases].map(([name, text]): Row => [name, `svc ${text}`]) },
      { title: "Programs on PATH", rows: programs.map(({ name, path }): Row => [name, path]) },
    ].filter(({ rows }) => rows.length > 0),
    helpOn: (word) => {
      const text = aliases.get(word);
      if (text !== undefined) return `'${word}' is an alias of: svc ${text}\n`;
      const program = findProgram(word, env);
      return program && `'${word}' is the program ${program.path}; 'svc ${word} --help' asks it.\n`;
    },
  };
}
