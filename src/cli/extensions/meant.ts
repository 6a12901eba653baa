import { readAliases } from "../../client/profiles/aliases.ts";
import { configFolder } from "../../client/profiles/folder.ts";
import type { Context } from "../../context.ts";
import type { Failure } from "../../core/failure.ts";
import { nearest } from "../../core/text/nearest.ts";
import { shellWord } from "../../core/text/shell-word.ts";
import { type ScannedLine, valueIn } from "../line/scan.ts";
import { isCommand } from "./expansion.ts";
import { findBlocked, listPrograms } from "./programs.ts";

/**
 * The failure of a line whose first word names nothing, with the alias or program of the operator that it is nearest
 * to, or with why a file of that name is not a program; as it stands where a command is as near.
 */
export function withOwnMeant(failure: Failure, scanned: ScannedLine, { env }: Pick<Context, "env">): Failure {
  const [word = ""] = scanned.words;
  const blocked = findBlocked(word, env);
  if (blocked !== undefined)
    return failure.with({ hint: `${blocked} is not executable: chmod +x ${shellWord(blocked)}` });
  const { aliases } = readAliases(configFolder(valueIn(scanned, "config-dir"), env));
  const own = [...aliases.keys(), ...listPrograms(env).map(({ name }) => name)];
  const [, command] = /^did you mean 'svc ([^' ]+)'\?$/.exec(failure.details.hint ?? "") ?? [];
  const candidates = [...(command === undefined ? [] : [command]), ...own.filter((name) => !isCommand(name))];
  const meant = nearest(word, candidates);
  return meant === undefined || meant === command
    ? failure
    : failure.with({ hint: `did you mean 'svc ${meant}'?` });
}
