import { accessSync, constants, renameSync, rmSync, writeFileSync } from "node:fs";
import { Failure, isSystemError, systemErrorCode } from "../../core/failure.ts";
import { makeFolder } from "../../core/make-folder.ts";
import { type Aliases, aliasesFile, readAliases } from "./aliases.ts";
import { noFolder } from "./folder.ts";
import { inTurn } from "./turn.ts";

/**
 * Changes the stored aliases: `change` sees what the file holds when it is written, and writers take turns. The file is
 * replaced as a whole (mode 0600). Throws a `Failure` where it cannot be written; it is then as it was.
 */
export function changeAliases(
  folder: string | undefined,
  random: { hex(length: number): string },
  change: (aliases: Aliases) => Aliases,
): void {
  if (folder === undefined) throw noFolder("aliases");
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
      hint: "make the folder writable, or use another with --config-dir or SVC_CONFIG_DIR; nothing was changed",
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
