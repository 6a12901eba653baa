import { open, rename, rm } from "node:fs/promises";

interface Placing {
  /** A path in the same folder that no other process uses; nothing stands there. */
  readonly beside: string;
  /** The permissions of the file; left out, those that new files get. */
  readonly mode?: number | undefined;
  /** Puts the file that is written into its place; replaces what stands there unless given. */
  readonly place?: (beside: string, target: string) => Promise<void>;
}

/**
 * Writes a file as a whole or not at all: to the disk beside its place, then put there in one step, so that
 * `target` holds its old content or the new one whenever the process ends. Rejects with the error of the file
 * system; nothing is left beside it.
 */
export async function writeAtomically(
  target: string,
  content: string | Uint8Array,
  { beside, mode, place = rename }: Placing,
): Promise<void> {
  const file = await open(beside, "wx", mode);
  try {
    try {
      if (mode !== undefined) await file.chmod(mode & 0o7777);
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await place(beside, target);
  } finally {
    await rm(beside, { force: true });
  }
}
