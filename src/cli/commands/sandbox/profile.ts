import { isLoopback } from "../../../client/http/address.ts";
import { findProfile, type Profile, withoutProfile, withProfile } from "../../../client/profiles/profile.ts";
import { Failure } from "../../../core/failure.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { changeStored } from "../stored-profiles.ts";

/** The profile that stands while a sandbox runs. */
export const profileName = "sandbox";

/**
 * Stores the profile `sandbox`, and puts it to use where no other is; the one that was in use is the previous
 * one. Undefined where that is not possible, which a warning reports; nothing fails.
 */
export async function storeProfile(
  invocation: Invocation,
  sandbox: { readonly url: string; readonly key: string },
): Promise<{ readonly previous: string | undefined } | undefined> {
  const profile: Profile = { ...sandbox, addressing: "path", signature: "plaintext" };
  let previous: string | undefined;
  try {
    await changeStored(invocation, (now) => {
      const known = findProfile(now, profileName);
      if (known !== undefined && !isLoopback(known.url)) {
        throw new Failure("other", `the profile '${profileName}' is of another service and is kept`);
      }
      previous = now.current === profileName ? undefined : now.current;
      return { ...withProfile(now, profileName, profile), current: now.current ?? profileName };
    });
    return { previous };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    invocation.messages.warn(`no profile is stored: ${error.message}`);
    return undefined;
  }
}

/** Removes the profile where it is still that sandbox's, and puts the one before it back to use. */
export async function removeProfile(
  invocation: Invocation,
  url: string,
  previous: string | undefined,
): Promise<void> {
  try {
    await changeStored(invocation, (now) => {
      if (findProfile(now, profileName)?.url !== url) return now;
      const others = withoutProfile(now, profileName);
      const isKnown = previous !== undefined && findProfile(others, previous) !== undefined;
      return now.current === profileName && isKnown ? { ...others, current: previous } : others;
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    invocation.messages.warn(`the profile '${profileName}' is not removed: ${error.message}`);
  }
}
