import { join, resolve, sep } from "node:path";
import type { Context } from "../context.ts";

/**
 * The folder of the profiles: `--config-dir` or `SVC_CONFIG_DIR`, else `svc`
 * in the user's configuration folder (`$XDG_CONFIG_HOME` or `~/.config`;
 * `%APPDATA%` on Windows). Undefined where the environment names no home.
 */
export function configFolder(configDir: string | undefined, env: Context["env"]): string | undefined {
  const given = nonEmpty(configDir) ?? nonEmpty(env["SVC_CONFIG_DIR"]);
  if (given !== undefined) return resolve(given);
  const xdg = nonEmpty(env["XDG_CONFIG_HOME"]);
  if (xdg !== undefined) return join(xdg, "svc");
  if (onWindows) {
    const appData = nonEmpty(env["APPDATA"]);
    return appData === undefined ? undefined : join(appData, "svc");
  }
  const home = nonEmpty(env["HOME"]);
  return home === undefined ? undefined : join(home, ".config", "svc");
}

/** Windows has no file modes to check. */
export const onWindows = sep === "\\";

/** The file of the profiles inside `folder`. */
export function profilesFile(folder: string): string {
  return join(folder, "profiles.json");
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text === "" ? undefined : text;
}
