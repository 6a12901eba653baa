import { findProfile } from "../../client/profiles/profile.ts";
import { configFolder, readProfiles } from "../../client/profiles/store.ts";
import type { Context } from "../../context.ts";
import { splitOutsideBrackets } from "../typed/ranges.ts";
import type { Globals } from "./invocation.ts";

/** A filter by its name alone. */
const isSaved = (piece: string): boolean => /^\s*[a-z][\w-]*\s*$/i.test(piece);

export const namesSaved = (texts: readonly string[]): boolean =>
  texts.some((text) => splitOutsideBrackets(text).some(isSaved));

/** The named settings of the profile in use. */
export function namedOf(
  { profile, configDir }: Globals,
  env: Context["env"],
): Readonly<Record<string, string>> {
  const { profiles } = readProfiles(configFolder(configDir, env));
  const name = profile ?? profiles.current;
  return (name === undefined ? undefined : findProfile(profiles, name)?.named) ?? {};
}

/** Puts the filters that the profile has saved in the place of their names; other words stay. */
export function withSaved(
  texts: readonly string[],
  globals: Globals,
  env: Context["env"],
): readonly string[] {
  const saved = namedOf(globals, env);
  return texts.map((text) =>
    splitOutsideBrackets(text)
      .map((piece) => (isSaved(piece) ? (saved[`where.${piece.trim()}`] ?? piece) : piece))
      .join(","),
  );
}
