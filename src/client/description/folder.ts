import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { sep } from "node:path";
import type { Context } from "../../context.ts";
import { fingerprint } from "../../core/text/fingerprint.ts";

/**
 * The cache folder: `SVC_CACHE_DIR`, else `svc` in the user's cache folder (`$XDG_CACHE_HOME` or `~/.cache`;
 * `%LOCALAPPDATA%` on Windows). Undefined without a home. Paths that most commands need are joined by hand:
 * "node:path" takes a millisecond.
 */
export function cacheFolder(env: Context["env"]): string | undefined {
  if (env["SVC_CACHE_DIR"]) return env["SVC_CACHE_DIR"];
  if (env["XDG_CACHE_HOME"]) return `${env["XDG_CACHE_HOME"]}/svc`;
  if (sep === "\\") return env["LOCALAPPDATA"] ? `${env["LOCALAPPDATA"]}/svc/cache` : undefined;
  return env["HOME"] ? `${env["HOME"]}/.cache/svc` : undefined;
}

export function knowsServices(env: Context["env"]): boolean {
  const cache = cacheFolder(env);
  return cache !== undefined && existsSync(`${cache}/${descriptions}`);
}

const descriptions = "descriptions";

const maxNameLength = 80;

export function descriptionFolder(cache: string, baseUrl: string): string {
  const name = baseUrl.replace(/[^\w.-]+/g, "_").slice(0, maxNameLength);
  return `${cache}/${descriptions}/${name}-${fingerprint(baseUrl)}`;
}

export const hashFile = "hash";

/** Exists when the description has changed at the service; holds the hash that was seen. */
export const outdatedFile = "outdated";

const maxHashLength = 128;

/** The hash of the service's description in the headers of an answer (lower-case names). */
export function hashIn(headers: Readonly<Record<string, string>>): string | undefined {
  const name = Object.keys(headers).find((header) => header.endsWith("-api-hash"));
  const hash = name === undefined ? undefined : headers[name]?.trim();
  return hash === undefined || hash === "" || hash.length > maxHashLength ? undefined : hash;
}

/** Marks the stored description as outdated if its hash has changed. Reads one small file and never fails. */
export function markOutdated(env: Context["env"], baseUrl: string, hash: string): void {
  const cache = cacheFolder(env);
  if (cache === undefined) return;
  const folder = descriptionFolder(cache, baseUrl);
  try {
    if (readFileSync(`${folder}/${hashFile}`, "utf8") === hash) return;
    writeFileSync(`${folder}/${outdatedFile}`, hash, { mode: 0o600 });
  } catch {
    // Nothing is known of this service, or the folder is read-only.
  }
}
