import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { sep } from "node:path";
import type { Context } from "../../context.ts";
import { fingerprint } from "../../core/text/fingerprint.ts";

/**
 * The folder of what svc has learned and could learn again: `SVC_CACHE_DIR`, else `svc` in the user's cache folder
 * (`$XDG_CACHE_HOME` or `~/.cache`; `%LOCALAPPDATA%` on Windows). Undefined where the environment names no home.
 * Paths that most commands need are put together by hand: what "node:path" does to them, character by character, takes
 * a millisecond.
 */
export function cacheFolder(env: Context["env"]): string | undefined {
  if (env["SVC_CACHE_DIR"]) return env["SVC_CACHE_DIR"];
  if (env["XDG_CACHE_HOME"]) return `${env["XDG_CACHE_HOME"]}/svc`;
  if (sep === "\\") return env["LOCALAPPDATA"] ? `${env["LOCALAPPDATA"]}/svc/cache` : undefined;
  return env["HOME"] ? `${env["HOME"]}/.cache/svc` : undefined;
}

/** True where something may be known of a service: what only shows it looks no further otherwise. */
export function knowsServices(env: Context["env"]): boolean {
  const cache = cacheFolder(env);
  return cache !== undefined && existsSync(`${cache}/${descriptions}`);
}

const descriptions = "descriptions";

const maxNameLength = 80;

/** The folder of what the service at an address describes of itself. */
export function descriptionFolder(cache: string, baseUrl: string): string {
  const name = baseUrl.replace(/[^\w.-]+/g, "_").slice(0, maxNameLength);
  return `${cache}/${descriptions}/${name}-${fingerprint(baseUrl)}`;
}

/** The description's hash, for a comparison that reads nothing else. */
export const hashFile = "hash";

/** Stands where a service has said that its description has changed; it holds the hash that was seen. */
export const outdatedFile = "outdated";

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
