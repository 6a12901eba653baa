import {
  findProfile,
  isProfileName,
  noProfiles,
  profileNames,
  withoutProfile,
  withProfile,
} from "../../client/profiles/profile.ts";
import { Failure } from "../../core/failure.ts";
import type { Action, Invocation } from "../invocation/invocation.ts";
import { printing } from "./printing.ts";
import {
  changeStored,
  describeProfile,
  invalidName,
  loadProfiles,
  namedProfile,
  noteNoneInUse,
  profileShape,
  requireProfile,
} from "./stored-profiles.ts";

const nameArgument = ({ arguments: words }: Invocation): string => String(words["name"] ?? "");

export const listProfiles = printing(profileShape, (invocation) => {
  const profiles = loadProfiles(invocation);
  const names = profileNames(profiles);
  if (names.length === 0) invocation.messages.note("no profile is stored yet; run: svc login NAME URL");
  return names.map((name) => describeProfile(profiles, name));
});

export const showProfile = printing(profileShape, (invocation) => {
  const profiles = loadProfiles(invocation);
  return describeProfile(profiles, namedProfile(invocation, profiles));
});

export const currentProfile = printing(profileShape, (invocation) => {
  const profiles = loadProfiles(invocation);
  const name = invocation.globals.profile ?? profiles.current;
  if (name === undefined) {
    throw new Failure("notFound", "no profile is in use", {
      hint: "svc profiles list shows all profiles",
    });
  }
  requireProfile(profiles, name);
  return name;
});

export const useProfile: Action = async (invocation) => {
  const name = nameArgument(invocation);
  await changeStored(invocation, (profiles) => {
    requireProfile(profiles, name);
    return { ...profiles, current: name };
  });
  invocation.messages.note(`profile '${name}' is now in use`);
};

export const renameProfile: Action = async (invocation) => {
  const name = nameArgument(invocation);
  const newName = String(invocation.arguments["new-name"] ?? "");
  if (!isProfileName(newName)) throw invalidName();
  await changeStored(invocation, (profiles) => {
    const profile = requireProfile(profiles, name);
    if (name !== newName && findProfile(profiles, newName) !== undefined) {
      throw new Failure("usage", `there is a profile '${newName}' already`);
    }
    const renamed = withProfile(withoutProfile(profiles, name), newName, profile);
    return profiles.current === name ? { ...renamed, current: newName } : renamed;
  });
  invocation.messages.note(`profile '${name}' is now called '${newName}'`);
};

export const removeProfile: Action = async (invocation) => {
  const name = nameArgument(invocation);
  let before = noProfiles;
  await changeStored(invocation, (profiles) => {
    requireProfile(profiles, name);
    before = profiles;
    return withoutProfile(profiles, name);
  });
  invocation.messages.note(
    `profile '${name}' and its key are removed here; the key still works at the service`,
  );
  noteNoneInUse(invocation, before, name);
};
