import { link, realpath, rename, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Context } from "../../context.ts";
import type { Random } from "../../core/clock.ts";
import { Failure, systemErrorCode, systemErrorText } from "../../core/failure.ts";
import { writeAtomically, writePipe } from "../../core/files.ts";
import { requireYes } from "../terminal/prompt.ts";

/** Checks before any request that a file can be written. Returns true if it exists and may be replaced. */
export async function checkTarget(path: string, mayReplace: boolean, context: Context): Promise<boolean> {
  const existing = await stat(path).catch(() => undefined);
  if (existing?.isDirectory()) throw new Failure("usage", `'${path}' is a folder`);
  const folder = await stat(dirname(path)).catch(() => undefined);
  if (folder?.isDirectory() !== true)
    throw new Failure("usage", `the folder '${dirname(path)}' does not exist`);
  if (existing?.isFile()) await requireYes(context, mayReplace, `replace '${path}'?`);
  return existing !== undefined;
}

/** Devices and pipes are written directly; a file created after `checkTarget` is not replaced. */
export async function writeTarget(path: string, content: Uint8Array, replaces: boolean, random: Random) {
  try {
    const existing = replaces ? await stat(path).catch(() => undefined) : undefined;
    if (existing?.isFIFO()) return await writePipe(path, content);
    if (existing !== undefined && !existing.isFile()) return await writeFile(path, content);
    // Replaces the target of a symbolic link, not the link.
    const target = existing === undefined ? path : await realpath(path);
    const temporaryPath = join(dirname(target), `.${basename(target)}.${random.hex(8)}`);
    await writeAtomically(target, content, {
      temporaryPath,
      mode: existing?.mode,
      ...(existing === undefined ? { move: linkNew } : {}),
    });
  } catch (error) {
    if (error instanceof Failure) throw error;
    const isUnreadPipe = systemErrorCode(error) === "ENXIO";
    const reason = isUnreadPipe ? "no program is reading from this pipe" : systemErrorText(error);
    throw new Failure("other", `cannot write '${path}': ${reason}`, { cause: error });
  }
}

/** Unlike renaming, linking fails if the file now exists. */
async function linkNew(temporaryPath: string, target: string): Promise<void> {
  try {
    await link(temporaryPath, target);
  } catch (error) {
    if (systemErrorCode(error) === "EEXIST")
      throw new Failure("other", `'${target}' was created in the meantime: not replaced`);
    await rename(temporaryPath, target);
  }
}
