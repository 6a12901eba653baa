import { findProfile } from "../../client/profiles/profile.ts";
import { configFolder, readProfiles } from "../../client/profiles/store.ts";
import type { Context } from "../../context.ts";
import { splitOutsideBrackets } from "../typed/ranges.ts";
import type { Globals } from "./invocation.ts";

/** A word without an operator: it may be the name of a saved filter. */
const isFilterName = (piece: string): boolean => /^\s*[a-z][\w-]*\s*$/i.test(piece);

export const usesSavedFilters = (texts: readonly string[]): boolean =>
  texts.some((text) => splitOutsideBrackets(text).some(isFilterName));

/** The defaults and saved filters of the profile in use, by name. */
export function profileSettings(
  { profile, configDir }: Globals,
  env: Context["env"],
): Readonly<Record<string, string>> {
  const { profiles } = readProfiles(configFolder(configDir, env));
  const name = profile ?? profiles.current;
  return (name === undefined ? undefined : findProfile(profiles, name)?.named) ?? {};
}

/** Replaces the names of saved filters by the filters; other words stay. */
export function expandSavedFilters(
  texts: readonly string[],
  globals: Globals,
  env: Context["env"],
): readonly string[] {
  const saved = profileSettings(globals, env);
  return texts.map((text) =>
    splitOutsideBrackets(text)
      .map((piece) => (isFilterName(piece) ? (saved[`where.${piece.trim()}`] ?? piece) : piece))
      .join(","),
  );
}
