import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it that are missing, for this user alone (0700) unless another `mode` is given.
 * Throws the error of the file system. One by one: Node's own recursion never returns where a folder cannot be made
 * in one that exists, as below `/proc`.
 */
export function makeFolder(path: string, mode = 0o700): void {
  const missing: string[] = [];
  for (let at = path; !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  for (const each of missing) {
    try {
      mkdirSync(each, { mode });
    } catch (error) {
      // Another process may have made it in the meantime.
      if (!existsSync(each)) throw error;
    }
  }
}
