import { cacheFolder, descriptionFolder } from "../../client/description/folder.ts";
import type { Context } from "../../context.ts";

/** The service whose names are kept, and who asks it: two keys may see different objects. */
export interface Asker {
  readonly baseUrl: string;
  /** The parts of the key that are not secret; undefined without a key. */
  readonly credentials: { readonly consumerKey: string; readonly tokenKey: string } | undefined;
}

/** The folder of the names that all services keep; undefined where the environment names no place. */
export function allNamesFolder(env: Context["env"]): string | undefined {
  const cache = cacheFolder(env);
  return cache === undefined ? undefined : `${cache}/names`;
}

/** The folder of the names of one service as one key sees them. */
export function namesFolder(env: Context["env"], { baseUrl, credentials }: Asker): string | undefined {
  const all = allNamesFolder(env);
  if (all === undefined) return undefined;
  const key = credentials === undefined ? "" : `${credentials.consumerKey}:${credentials.tokenKey}`;
  const marks = [0x811c9dc5, 0x9747b28c].map((seed) => fingerprint(`${baseUrl} ${key}`, seed));
  return `${all}/${descriptionFolder("", baseUrl).split("/").at(-1)}-${marks.join("")}`;
}

/** FNV-1a with a seed: tells keys apart, and no key can be found from it. */
function fingerprint(text: string, seed: number): string {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
