import { join, resolve, sep } from "node:path";
import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";

/**
 * The folder of the profiles: `--config-dir` or `SVC_CONFIG_DIR`, else `svc`
 * in the user's configuration folder (`$XDG_CONFIG_HOME` or `~/.config`;
 * `%APPDATA%` on Windows). Undefined where the environment names no home.
 */
export function configFolder(configDir: string | undefined, env: Context["env"]): string | undefined {
  const given = configDir || env["SVC_CONFIG_DIR"];
  if (given) return resolve(given);
  if (env["XDG_CONFIG_HOME"]) return join(env["XDG_CONFIG_HOME"], "svc");
  if (onWindows) return env["APPDATA"] ? join(env["APPDATA"], "svc") : undefined;
  return env["HOME"] ? join(env["HOME"], ".config", "svc") : undefined;
}

/** Windows has no file modes to check. */
export const onWindows = sep === "\\";

/** The file of the profiles inside `folder`. */
export function profilesFile(folder: string): string {
  return join(folder, "profiles.json");
}

/** Where the environment names no folder that `what`, such as `profiles`, could be stored in. */
export const noFolder = (what: string): Failure =>
  new Failure("other", `there is no folder to store ${what} in: HOME is not set`, {
    hint: "set one with --config-dir or SVC_CONFIG_DIR",
  });
