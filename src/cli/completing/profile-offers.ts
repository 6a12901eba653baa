import { configFolder } from "../../client/profiles/folder.ts";
import { findProfile, profileNames } from "../../client/profiles/profile.ts";
import { readProfiles } from "../../client/profiles/store.ts";
import type { Context } from "../../context.ts";
import type { Offer } from "./offers.ts";
import { globalsOf } from "./service.ts";

/** The stored profiles with their addresses. */
export async function profileOffers(
  words: readonly string[],
  part: string,
  context: Context,
): Promise<readonly Offer[]> {
  const { configDir } = await globalsOf(words, context);
  const { profiles } = readProfiles(configFolder(configDir, context.env));
  return profileNames(profiles)
    .filter((name) => name.startsWith(part) && /^[\w.-]+$/.test(name))
    .map((word) => ({ word, about: addressOf(findProfile(profiles, word)?.url ?? "") }));
}

/** An address that a terminal shows as it is. */
const addressOf = (url: string): string => (/^[!-~]{1,200}$/.test(url) ? url : "");
