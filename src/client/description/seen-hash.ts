import { readFileSync, writeFileSync } from "node:fs";
import type { Context } from "../../context.ts";
import { cacheFolder, descriptionFolder, hashFile, outdatedFile } from "./folder.ts";

const maxHashLength = 128;

/** The hash of the service's description among the headers of an answer, whose names are in lower case. */
export function hashIn(headers: Readonly<Record<string, string>>): string | undefined {
  const name = Object.keys(headers).find((header) => header.endsWith("-api-hash"));
  const hash = name === undefined ? undefined : headers[name]?.trim();
  return hash === undefined || hash === "" || hash.length > maxHashLength ? undefined : hash;
}

/**
 * Marks what is known of a service as out of date where it now has another hash. It costs one attempt to read a
 * small file, and never fails: what cannot be read or marked is left as it is.
 */
export function markOutdated(env: Context["env"], baseUrl: string, hash: string): void {
  const cache = cacheFolder(env);
  if (cache === undefined) return;
  const folder = descriptionFolder(cache, baseUrl);
  try {
    if (readFileSync(`${folder}/${hashFile}`, "utf8") === hash) return;
    writeFileSync(`${folder}/${outdatedFile}`, hash, { mode: 0o600 });
  } catch {
    // Nothing is known of this service, or the folder cannot be written.
  }
}
