import { builtinIds, builtinWords } from "../../catalogue/commands/builtin-commands.ts";
import { groupNames, groups, type OperationEntry } from "../../catalogue/index.ts";
import type { Surroundings } from "./catalogue.ts";

/** First words that the line gives a meaning of its own. */
const reservedWords = ["help", "svc", "topics"];

/** The documented operations, and every name of svc that a description cannot take. */
export function surroundings(
  documented: readonly OperationEntry[],
  topics: readonly string[] = [],
): Surroundings {
  const commands = builtinIds.map(builtinWords);
  const verbs = new Map<string, readonly string[]>();
  for (const [root = "", verb] of commands) {
    if (verb !== undefined) verbs.set(root, [...(verbs.get(root) ?? []), verb]);
  }
  return {
    documented,
    roots: new Set([
      ...groupNames.flatMap((name) => [name, ...groups[name].aliases]),
      ...commands.map(([root = ""]) => root),
      ...reservedWords,
      ...topics,
    ]),
    verbs,
  };
}
