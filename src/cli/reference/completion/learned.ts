import type { ProgramNode } from "../../../catalogue/commands/command-tree.ts";
import { type CompletedOption, type Completion, completion, places } from "./commands.ts";

/** A file for a shell holds no more characters; a group beyond it is not completed. */
const maxLength = 512 * 1024;

/**
 * What a tree has beyond the documented commands, as the completion scripts read it: for each group, and as `""` for
 * the first words, lines of a kind, what it is about, a word and its help, with tabs between them. No part is empty,
 * as bash takes several tabs for one.
 */
export async function learnedWords(tree: ProgramNode): Promise<ReadonlyMap<string, string>> {
  const [documented, known] = await Promise.all([completion(), completion(tree)]);
  const before = new Set(linesOf(documented).map(({ line }) => line));
  const files = new Map<string, string>();
  for (const { group, line } of linesOf(known))
    if (!before.has(line)) files.set(group, `${files.get(group) ?? ""}${line}\n`);
  return new Map([...files].filter(([, text]) => text.length <= maxLength));
}

interface Line {
  readonly group: string;
  readonly line: string;
}

function linesOf(known: Completion): readonly Line[] {
  const { roots, aliases, verbs, commands } = known;
  return [
    ...roots.map(([word, help]) => lineOf("", "verb", "-", word, help)),
    ...aliases.map(([alias, group]) => lineOf("", "alias", alias, group, "-")),
    ...verbs
      .filter(([root]) => root !== "help")
      .flatMap(([root, offers]) => offers.map(([word, help]) => lineOf(root, "verb", root, word, help))),
    ...commands.flatMap(({ path, options }) =>
      options.map(({ flag, takesValue, help }: CompletedOption) =>
        lineOf(groupOf(path), "option", path, takesValue ? `${flag}=` : flag, help),
      ),
    ),
    ...places(known).flatMap(({ keys, values }) => {
      return keys.map((key) => lineOf(groupOf(key), "value", key, values, "-"));
    }),
  ];
}

const groupOf = (path: string): string => path.split(" ")[0] ?? "";

const lineOf = (group: string, ...[kind, about, word, help]: [string, string, string, string]): Line => ({
  group,
  line: [kind, about, word, help.replace(/\s+/g, " ").trim() || "-"].join("\t"),
});
