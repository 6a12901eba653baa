import { isLoopback } from "../../../client/http/address.ts";
import { findProfile, type Profile, withoutProfile, withProfile } from "../../../client/profiles/profile.ts";
import { Failure } from "../../../core/failure.ts";
import { isRecord } from "../../../core/json-record.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { writeWhole } from "../../output/sink.ts";
import { updateProfiles } from "../profiles/stored-profiles.ts";
import { controlSandbox, noSandbox, sandboxName, targetSandbox } from "./control.ts";

/** Stores the profile, and switches to it unless another one is in use. Warns and returns undefined on failure. */
export async function storeProfile(
  invocation: Invocation,
  sandbox: Pick<Profile, "url" | "key" | "caCert">,
): Promise<{ readonly previous: string | undefined } | undefined> {
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
      if (existingProfile !== undefined && !isLoopback(existingProfile.url)) {
        throw new Failure(
          "other",
          `the profile '${profileName}' belongs to another service and is not replaced`,
        );
      }
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
export async function removeProfile(
  invocation: Invocation,
  url: string,
  previous: string | undefined,
): Promise<void> {
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

type Target = ReturnType<typeof targetSandbox>;

/** Prints only the key: the administrator's, or that of `user`. Throws a `Failure` (notFound) if there is none. */
export async function printKey(
  invocation: Invocation,
  { target, user }: { readonly target?: Target; readonly user?: string | undefined },
): Promise<void> {
  const { context } = invocation;
  if (user !== undefined) {
    await writeWhole(context.stdout, `${await keyOfUser(invocation, user)}\n`);
    return;
  }
  const isInSandboxExec = target === undefined && context.env["SVC_SANDBOX_URL"] !== undefined;
  const key = isInSandboxExec ? context.env["SVC_API_KEY"] : await administratorKey(invocation, target);
  if (key === undefined) throw noSandbox();
  await writeWhole(context.stdout, `${key}\n`);
}

async function keyOfUser(invocation: Invocation, name: string): Promise<string> {
  const { users } = await controlSandbox(invocation.context, targetSandbox(invocation), "GET", "keys");
  const accounts = [users].flat().filter(isRecord);
  const key = [accounts.find(({ username }) => username === name)?.["keys"]].flat()[0];
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

async function administratorKey(invocation: Invocation, target = targetSandbox(invocation)): Promise<string> {
  const { key } = await controlSandbox(invocation.context, target, "GET", "keys");
  return String(key);
}
