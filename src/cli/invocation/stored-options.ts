import { findProfile } from "../../client/profiles/profile.ts";
import { configFolder, readProfiles } from "../../client/profiles/store.ts";
import type { Context } from "../../context.ts";
import { splitOutsideBrackets } from "../parsing/ranges.ts";
import type { Globals } from "./invocation.ts";

const isFilterName = (piece: string): boolean => /^\s*[a-z][\w-]*\s*$/i.test(piece);

export const usesSavedFilters = (texts: readonly string[]): boolean =>
  texts.some((text) => splitOutsideBrackets(text).some(isFilterName));

export function profileSettings({ profile, configDir }: Globals, env: Context["env"]) {
  const { profiles } = readProfiles(configFolder(configDir, env));
  const name = profile ?? profiles.current;
  return (name === undefined ? undefined : findProfile(profiles, name)?.named) ?? {};
}

export function expandSavedFilters(texts: readonly string[], globals: Globals, env: Context["env"]) {
  const settings = profileSettings(globals, env);
  return texts.map((text) =>
    splitOutsideBrackets(text)
      .map((piece) => (isFilterName(piece) ? (settings[`where.${piece.trim()}`] ?? piece) : piece))
      .join(","),
  );
}
