import { Failure } from "../../core/failure.ts";
import { isGlob, matchesGlob } from "../../core/text/glob.ts";
import { unknownProfile } from "./connection.ts";
import { findProfile, type Profiles, profileNames } from "./profile.ts";

/** True for a list of profiles (`east,west`) or a pattern (`dc-*`), even if only one profile matches. */
export const isSiteList = (word: string): boolean => word.includes(",") || isGlob(word);

/** Each profile once, in the order of the list. Throws a notFound `Failure` for a name or pattern without a match. */
export function selectProfiles(word: string, profiles: Profiles): readonly string[] {
  const names = word
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .flatMap((part) => {
      if (findProfile(profiles, part) !== undefined) return [part];
      if (!isGlob(part)) throw unknownProfile(part, profiles);
      const matching = profileNames(profiles).filter((name) => matchesGlob(part, name));
      if (matching.length > 0) return matching;
      throw new Failure("notFound", `no profile matches '${part}'`, {
        hint: `profiles: ${profileNames(profiles).join(", ") || "none is stored"}`,
      });
    });
  if (names.length === 0) throw new Failure("usage", `'${word}' is not a profile`);
  return [...new Set(names)];
}

/** Returns all profiles that no sandbox stored. Of profiles with the same service and key, only the first counts. */
export function allSites(profiles: Profiles): readonly string[] {
  const services = new Set<string>();
  const names = profileNames(profiles).filter((name) => {
    const profile = findProfile(profiles, name);
    if (profile === undefined || profile.sandbox === true) return false;
    const service = `${profile.url} ${profile.key}`;
    if (services.has(service)) return false;
    services.add(service);
    return true;
  });
  if (names.length > 0) return names;
  throw new Failure("usage", "--all-profiles finds no profile", {
    hint: "profiles of sandboxes are left out: name them with --profile",
  });
}

/** Splits `east/web-01` if `east` is a profile. Throws a usage `Failure` if no name follows the slash. */
export function nameAtSite(word: string, profiles: Profiles): Record<"site" | "name", string> | undefined {
  const slash = word.indexOf("/");
  const site = word.slice(0, Math.max(0, slash));
  if (slash < 1 || findProfile(profiles, site) === undefined) return undefined;
  const name = word.slice(slash + 1);
  if (name === "") throw new Failure("usage", `'${word}' does not name a machine`);
  return { site, name };
}
