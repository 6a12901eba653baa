import { unknownProfile } from "../../client/profiles/connection.ts";
import { findProfile, type Profile, type Profiles, profileNames } from "../../client/profiles/profile.ts";
import { configFolder, readProfiles } from "../../client/profiles/store.ts";
import { Failure } from "../../core/failure.ts";
import type { Invocation } from "../invocation/invocation.ts";
import type { Shape } from "../output/columns.ts";

/** Of what `describeProfile` makes; a key is never part of it. */
export const profileShape: Shape = {
  identity: "name",
  columns: [
    { header: "NAME", path: "name", rank: "key" },
    { header: "IN USE", path: "current", as: "boolean", rank: "key" },
    { header: "URL", path: "url", rank: "key" },
    { header: "ADDRESSING", path: "addressing", rank: "minor" },
    { header: "SIGNATURE", path: "signature", rank: "minor" },
    { header: "OUTPUT", path: "output", wide: true },
    { header: "CA CERT", path: "ca_cert", wide: true },
    { header: "INSECURE", path: "insecure", as: "boolean", wide: true },
    { header: "CLOCK OFFSET", path: "clock_offset_seconds", wide: true },
  ],
};

/** A stored profile as it is shown, without its key; throws a `Failure` (notFound) where there is none. */
export function describeProfile(profiles: Profiles, name: string): Record<string, unknown> {
  const profile = requireProfile(profiles, name);
  return {
    name,
    current: profiles.current === name,
    url: profile.url,
    addressing: profile.addressing,
    signature: profile.signature,
    output: profile.output ?? null,
    ca_cert: profile.caCert ?? null,
    insecure: profile.insecure === true,
    clock_offset_seconds: (profile.clockOffsetMs ?? 0) / 1000,
  };
}

/** The folder of the profiles, as the line and the environment have it. */
export const folderOf = ({ context, globals }: Pick<Invocation, "context" | "globals">): string | undefined =>
  configFolder(globals.configDir, context.env);

/** The stored profiles; warns of what is odd about their file. */
export function loadProfiles(invocation: Invocation): Profiles {
  const { profiles, warnings } = readProfiles(folderOf(invocation));
  for (const warning of warnings) invocation.messages.warn(warning);
  return profiles;
}

/** Changes the stored profiles; a `Failure` thrown by `apply` leaves the file as it is. */
export async function changeStored(
  invocation: Invocation,
  apply: (profiles: Profiles) => Profiles,
): Promise<Profiles> {
  const { changeProfiles } = await import("../../client/profiles/writer.ts");
  return await changeProfiles(folderOf(invocation), apply);
}

/** The profile of that name; throws a `Failure` (notFound) that lists those there are. */
export function requireProfile(profiles: Profiles, name: string): Profile {
  const profile = findProfile(profiles, name);
  if (profile === undefined) throw unknownProfile(name, profiles);
  return profile;
}

/**
 * The profile that a command means: its argument, else `--profile`, else the one in use. Throws a usage
 * `Failure`.
 */
export function namedProfile({ arguments: words, globals }: Invocation, profiles: Profiles): string {
  const name = (words["name"] as string | undefined) ?? globals.profile ?? profiles.current;
  if (name !== undefined) return name;
  const names = profileNames(profiles);
  throw new Failure("usage", "no profile is in use, and none was given", {
    hint: names.length === 0 ? "run: svc login NAME URL" : `profiles: ${names.join(", ")}`,
  });
}

/** For a word that cannot name a profile; it is not quoted, since it may be a key. */
export function invalidName(): Failure {
  return new Failure(
    "usage",
    "a profile name begins with a letter or digit and contains only letters, digits, '.', '_' and '-', at most 64",
  );
}

/** Notes that no profile is in use any more, where the one that was removed was. */
export function noteNoneInUse({ messages }: Invocation, before: Profiles, removed: string): void {
  if (before.current !== removed) return;
  const others = profileNames(before).filter((name) => name !== removed);
  const next =
    others.length === 0 ? "" : `; svc profiles use NAME selects another (profiles: ${others.join(", ")})`;
  messages.note(`no profile is in use now${next}`);
}
