import { isLoopback } from "../../../client/http/address.ts";
import { findProfile, type Profile, withoutProfile, withProfile } from "../../../client/profiles/profile.ts";
import { Failure } from "../../../core/failure.ts";
import { recordsIn } from "../../../core/json-record.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { writeWhole } from "../../output/sink.ts";
import { updateProfiles } from "../profiles/stored-profiles.ts";
import { type ControlTarget, controlSandbox, sandboxName } from "./control.ts";

export async function storeProfile(invocation: Invocation, sandbox: Pick<Profile, "url" | "key" | "caCert">) {
  const profile: Profile = {
    ...sandbox,
    user: "admin",
    addressing: "path",
    signature: "plaintext",
    sandbox: true,
  };
  const profileName = sandboxName(invocation);
  let previous: string | undefined;
  try {
    await updateProfiles(invocation, (latest) => {
      const existingProfile = findProfile(latest, profileName);
      if (existingProfile !== undefined && !isLoopback(existingProfile.url))
        throw new Failure(
          "other",
          `the profile '${profileName}' belongs to another service and is not replaced`,
        );
      previous = latest.current === profileName ? undefined : latest.current;
      return { ...withProfile(latest, profileName, profile), current: latest.current ?? profileName };
    });
    return { previous };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    invocation.messages.warn(`no profile is stored: ${error.message}`);
    return undefined;
  }
}

/** Removes the profile if it still belongs to this sandbox, and restores the previous one. */
export async function removeProfile(invocation: Invocation, url: string, previous: string | undefined) {
  const profileName = sandboxName(invocation);
  try {
    await updateProfiles(invocation, (latest) => {
      if (findProfile(latest, profileName)?.url !== url) return latest;
      const others = withoutProfile(latest, profileName);
      const previousExists = previous !== undefined && findProfile(others, previous) !== undefined;
      return latest.current === profileName && previousExists ? { ...others, current: previous } : others;
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    invocation.messages.warn(`the profile '${profileName}' is not removed: ${error.message}`);
  }
}

export async function printKey(
  invocation: Invocation,
  { target, user }: { readonly target?: ControlTarget; readonly user?: string | undefined },
): Promise<void> {
  const { key, users } = await controlSandbox(invocation, "GET", "keys", {}, target);
  const text = user === undefined ? String(key) : keyOfUser(users, user);
  await writeWhole(invocation.context.stdout, `${text}\n`);
}

function keyOfUser(users: unknown, name: string): string {
  const accounts = recordsIn(users);
  const [key] = [accounts.find(({ username }) => username === name)?.["keys"]].flat();
  if (typeof key === "string") return key;
  const names = accounts.map(({ username }) => String(username));
  throw new Failure(
    "notFound",
    names.includes(name)
      ? `the user '${name}' of the sandbox has no API key`
      : `the sandbox has no user '${name}'`,
    { hint: `its users are ${names.join(", ")}` },
  );
}
