import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../../core/failure.ts";
import { onWindows } from "./store.ts";

/** The operator's own names of commands, and the text that each stands for. */
export type Aliases = ReadonlyMap<string, string>;

export interface StoredAliases {
  readonly aliases: Aliases;
  /** Why none of them may be used: other users could have put them there. */
  readonly distrust?: Failure;
}

/** No file of aliases is larger, in bytes. */
const maxBytes = 1024 * 1024;

/** An alias begins with a letter or digit and has letters, digits, `.`, `_` and `-`. */
export const isAliasName = (word: string): boolean => /^[A-Za-z0-9][\w.-]{0,63}$/.test(word);

/** A line for each alias, its name before the first blank: completion scripts read it too. */
export const aliasesFile = (folder: string): string => join(folder, "aliases");

/**
 * The aliases that are stored in `folder`; lines that are not an alias are passed over. A file that is missing or cannot
 * be read holds none.
 */
export function readAliases(folder: string | undefined): StoredAliases {
  if (folder === undefined) return { aliases: new Map() };
  const file = aliasesFile(folder);
  try {
    const facts = statSync(file);
    if (!facts.isFile() || facts.size > maxBytes) return { aliases: new Map() };
    const aliases = parseAliases(readFileSync(file, "utf8"));
    if (onWindows || (facts.mode & 0o022) === 0) return { aliases };
    const distrust = new Failure(
      "other",
      `other users may change the aliases in ${file}, so they are not used`,
      {
        hint: `chmod 600 ${file}`,
      },
    );
    return { aliases, distrust };
  } catch {
    return { aliases: new Map() };
  }
}

const parseAliases = (text: string): Aliases =>
  new Map(
    text.split("\n").flatMap((line) => {
      const [, name = "", expansion = ""] = /^(\S+)\s+(\S.*)$/.exec(line.trim()) ?? [];
      return isAliasName(name) ? [[name, expansion] as const] : [];
    }),
  );
