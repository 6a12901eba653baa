import { readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Script } from "node:vm";
import { makeFolder } from "./make-folder.ts";

/** A script with the functions that V8 has compiled for it, and the file that the launcher looks for them in. */
export interface CompiledCode {
  readonly path: string;
  readonly script: Script;
}

/** Each file takes about a megabyte. When there are as many, all are removed, with those of other releases. */
const maxFiles = 40;

/** Stores code for this user alone. Never throws: svc only starts more slowly without it. */
export function storeCompiledCode(codes: readonly CompiledCode[], pid: number): void {
  for (const { path, script } of codes) {
    const beside = `${path}.${pid}`;
    try {
      const folder = dirname(path);
      makeFolder(folder);
      const names = readdirSync(folder);
      if (names.length >= maxFiles) for (const name of names) rmSync(join(folder, name), { force: true });
      writeFileSync(beside, script.createCachedData(), { mode: 0o600 });
      renameSync(beside, path);
    } catch {
      try {
        rmSync(beside, { force: true });
      } catch {
        // It could not be made either.
      }
    }
  }
}
