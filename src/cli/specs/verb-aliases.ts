/** Verbs as other tools write them, and the verbs that each may stand for: the first one that a group has. */
const verbAliases: Readonly<Record<string, readonly string[]>> = {
  ls: ["list", "query"],
  rm: ["delete", "remove"],
  show: ["get"],
};

/** The verb that a word stands for in a group of these verbs, itself before an alias; undefined where it names none. */
export function verbMeant(word: string, verbs: readonly string[]): string | undefined {
  if (verbs.includes(word)) return word;
  const meant = Object.hasOwn(verbAliases, word) ? verbAliases[word] : undefined;
  return meant?.find((verb) => verbs.includes(verb));
}

/** The aliases of a verb in a group of these verbs. */
export const aliasesOf = (verb: string, verbs: readonly string[]): readonly string[] =>
  Object.keys(verbAliases).filter(
    (alias) => verbAliases[alias]?.includes(verb) && verbMeant(alias, verbs) === verb,
  );
