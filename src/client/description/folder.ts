import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { sep } from "node:path";
import type { Context } from "../../context.ts";
import { xdgFolder } from "../../core/files.ts";
import { hashText } from "../../core/text/hash.ts";

/** `SVC_CACHE_DIR`, or `svc` in the user's cache folder. */
export function cacheFolder(env: Context["env"]): string | undefined {
  if (env["SVC_CACHE_DIR"]) return env["SVC_CACHE_DIR"];
  const caches = xdgFolder(env, "CACHE");
  if (caches !== undefined) return `${caches}/svc`;
  if (sep === "\\") return env["LOCALAPPDATA"] ? `${env["LOCALAPPDATA"]}/svc/cache` : undefined;
  return env["HOME"] ? `${env["HOME"]}/.cache/svc` : undefined;
}

export function hasStoredDescriptions(env: Context["env"]): boolean {
  const cache = cacheFolder(env);
  return cache !== undefined && existsSync(`${cache}/${descriptions}`);
}

const descriptions = "descriptions";

const maxNameLength = 80;

export function descriptionFolder(cache: string, baseUrl: string): string {
  const name = baseUrl.replace(/[^\w.-]+/g, "_").slice(0, maxNameLength);
  return `${cache}/${descriptions}/${name}-${hashText(baseUrl)}`;
}

export const hashFile = "hash";

/** Exists if the service's description has changed; contains its new hash. */
export const outdatedFile = "outdated";

const maxHashLength = 128;

export function hashIn(headers: Readonly<Record<string, string>>): string | undefined {
  const name = Object.keys(headers).find((header) => header.endsWith("-api-hash"));
  const hash = name === undefined ? undefined : headers[name]?.trim();
  return hash === undefined || hash === "" || hash.length > maxHashLength ? undefined : hash;
}

/** Marks the stored description as outdated if `hash` is not its hash. Reads one small file and never throws. */
export function markOutdated(env: Context["env"], baseUrl: string, hash: string): void {
  const cache = cacheFolder(env);
  if (cache === undefined) return;
  const folder = descriptionFolder(cache, baseUrl);
  try {
    if (readFileSync(`${folder}/${hashFile}`, "utf8") === hash) return;
    writeFileSync(`${folder}/${outdatedFile}`, hash, { mode: 0o600 });
  } catch {
    // No description of this service is stored, or the folder is read-only.
  }
}
