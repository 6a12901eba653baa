import { unknownProfile } from "../../../client/profiles/connection.ts";
import {
  findProfile,
  isProfileName,
  noProfiles,
  type Profile,
  type Profiles,
  profileNames,
  withoutProfile,
  withProfile,
} from "../../../client/profiles/profile.ts";
import { configFolder, readProfiles } from "../../../client/profiles/store.ts";
import type { Pause } from "../../../client/profiles/writer.ts";
import { Failure } from "../../../core/failure.ts";
import type { Invocation } from "../../invocation/invocation.ts";

export function describeProfile(profiles: Profiles, name: string): Record<string, unknown> {
  const profile = requireProfile(profiles, name);
  return {
    name,
    current: profiles.current === name,
    url: profile.url,
    user: profile.user ?? null,
    addressing: profile.addressing,
    signature: profile.signature,
    output: profile.output ?? null,
    ca_cert: profile.caCert ?? null,
    insecure: profile.insecure === true,
    clock_offset_seconds: (profile.clockOffsetMs ?? 0) / 1000,
    protected: profile.protected === true,
    read_only: profile.readOnly === true,
    key_command: profile.keyCommand ?? null,
    history: profile.history ?? null,
    settings: profile.named ?? {},
  };
}

export const folderOf = ({ context, globals }: Pick<Invocation, "context" | "globals">): string | undefined =>
  configFolder(globals.configDir, context.env);

export function loadProfiles(invocation: Invocation): Profiles {
  const { profiles, warnings } = readProfiles(folderOf(invocation));
  for (const warning of warnings) invocation.messages.warn(warning);
  return profiles;
}

/** A `Failure` thrown by `apply` leaves the file unchanged. */
export async function updateProfiles(
  invocation: Invocation,
  apply: (profiles: Profiles) => Profiles,
): Promise<Profiles> {
  const { changeProfiles } = await import("../../../client/profiles/writer.ts");
  return await changeProfiles(folderOf(invocation), apply, pauseOf(invocation));
}

/** Ends at the first signal. */
export const pauseOf =
  ({ context, signal }: Pick<Invocation, "context" | "signal">): Pause =>
  (ms) =>
    context.clock.sleep(ms, signal);

export async function renameStored(invocation: Invocation, name: string, newName: string): Promise<void> {
  if (!isProfileName(newName)) throw invalidName();
  await updateProfiles(invocation, (profiles) => {
    const profile = requireProfile(profiles, name);
    if (name !== newName && findProfile(profiles, newName) !== undefined)
      throw new Failure("usage", `profile '${newName}' already exists`);
    const renamedProfiles = withProfile(withoutProfile(profiles, name), newName, profile);
    return profiles.current === name ? { ...renamedProfiles, current: newName } : renamedProfiles;
  });
}

/** Returns the profiles as they were before. */
export async function removeStored(invocation: Invocation, name: string): Promise<Profiles> {
  let previousProfiles = noProfiles;
  await updateProfiles(invocation, (profiles) => {
    requireProfile(profiles, name);
    previousProfiles = profiles;
    return withoutProfile(profiles, name);
  });
  return previousProfiles;
}

export function requireProfile(profiles: Profiles, name: string): Profile {
  const profile = findProfile(profiles, name);
  if (profile === undefined) throw unknownProfile(name, profiles);
  return profile;
}

export type ProfileArgument = { readonly name?: string | undefined };

export function nameInUse(
  { arguments: words, globals }: Pick<Invocation<unknown, ProfileArgument>, "arguments" | "globals">,
  profiles: Profiles,
): string {
  const name = words.name ?? globals.profile ?? profiles.current;
  if (name !== undefined) return name;
  const names = profileNames(profiles);
  throw new Failure("usage", "no profile is in use, and none was given", {
    hint: names.length === 0 ? "run: svc login NAME URL" : `profiles: ${names.join(", ")}`,
  });
}

/** Does not quote the name, because it may be an API key. */
export const invalidName = (): Failure =>
  new Failure(
    "usage",
    "a profile name begins with a letter or digit and contains only letters, digits, '.', '_' and '-', at most 64",
  );

export function noteNoneInUse({ messages }: Invocation, previousProfiles: Profiles, removedName: string) {
  if (previousProfiles.current !== removedName) return;
  const others = profileNames(previousProfiles).filter((name) => name !== removedName);
  const next =
    others.length === 0 ? "" : `; 'svc profiles use NAME' selects another (profiles: ${others.join(", ")})`;
  messages.note(`no profile is in use now${next}`);
}
