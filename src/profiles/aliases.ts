import { accessSync, constants, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, isSystemError, systemErrorCode } from "../failure.ts";
import { makeFolder } from "../make-folder.ts";
import { onWindows } from "./folder.ts";
import { inTurn } from "./turn.ts";

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
const aliasesFile = (folder: string): string => join(folder, "aliases");

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

/**
 * Changes the stored aliases: `change` sees what the file holds when it is written, and writers take turns. The file is
 * replaced as a whole (mode 0600). Throws a `Failure` where it cannot be written; it is then as it was.
 */
export function changeAliases(
  folder: string | undefined,
  random: { hex(length: number): string },
  change: (aliases: Aliases) => Aliases,
): void {
  if (folder === undefined) {
    throw new Failure(
      "other",
      "there is no folder to store aliases in: the environment does not name a home",
      {
        hint: "name one with --config-dir or SVC_CONFIG_DIR",
      },
    );
  }
  const file = aliasesFile(folder);
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
    for (let isDone = false; !isDone; ) {
      isDone = inTurn(file, (isStillOurs) => {
        const lines = [...change(readAliases(folder).aliases)].sort(([a], [b]) => (a < b ? -1 : 1));
        return replaceFile(file, lines.map(([name, text]) => `${name} ${text}\n`).join(""), {
          beside: `${file}.${random.hex(8)}`,
          isStillOurs,
        });
      });
    }
  } catch (error) {
    if (error instanceof Failure || !isSystemError(error)) throw error;
    throw new Failure("other", `the aliases cannot be stored in ${file} (${systemErrorCode(error)})`, {
      hint: "free or open the folder, or name another with --config-dir or SVC_CONFIG_DIR; nothing was changed",
      cause: error,
    });
  }
}

interface Replacing {
  /** A path in the same folder that nothing stands at. */
  readonly beside: string;
  isStillOurs(): boolean;
}

/** False where another writer has taken the turn meanwhile: what it stored is not overwritten. */
function replaceFile(file: string, text: string, { beside, isStillOurs }: Replacing): boolean {
  try {
    writeFileSync(beside, text, { flag: "wx", mode: 0o600 });
    if (!isStillOurs()) return false;
    renameSync(beside, file);
    return true;
  } finally {
    rmSync(beside, { force: true });
  }
}
