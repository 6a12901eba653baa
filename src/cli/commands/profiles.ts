import { resolve } from "node:path";
import { outputFormats } from "../../contract/options.ts";
import { type ProfileSetting, profileSettings } from "../../contract/profile-settings.ts";
import { Failure } from "../../failure.ts";
import { normaliseBaseUrl } from "../../http/address.ts";
import type { Shape } from "../../output/shape.ts";
import { holdsKey } from "../../profiles/credentials.ts";
import { configFolder } from "../../profiles/folder.ts";
import { unknownProfile } from "../../profiles/precedence.ts";
import {
  findProfile,
  isOutputFormat,
  isProfileName,
  maxClockOffsetMs,
  noProfiles,
  type Profile,
  type Profiles,
  profileNames,
  withoutProfile,
  withProfile,
} from "../../profiles/profile.ts";
import { readProfiles } from "../../profiles/store.ts";
import type { Action, Invocation } from "../invocation/invocation.ts";
import { choiceHint } from "../typed/choices.ts";
import { checkColumnNames } from "../typed/column-names.ts";
import { parseDuration } from "../typed/duration.ts";
import { nearest } from "../typed/nearest.ts";

/** Of what `describeProfile` makes; a key is never part of it. */
export const profileShape: Shape = {
  identity: "name",
  columns: [
    { header: "NAME", path: "name" },
    { header: "IN USE", path: "current", as: "boolean" },
    { header: "URL", path: "url" },
    { header: "ADDRESSING", path: "addressing" },
    { header: "SIGNATURE", path: "signature" },
    { header: "OUTPUT", path: "output", wide: true },
    { header: "CA CERT", path: "ca_cert", wide: true },
    { header: "INSECURE", path: "insecure", as: "boolean", wide: true },
    { header: "CLOCK OFFSET", path: "clock_offset_seconds", wide: true },
  ],
};

/** A profile as it is shown: every setting, and no key. */
export function describeProfile(profiles: Profiles, name: string, profile: Profile): Record<string, unknown> {
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

export const listProfiles: Action = async (invocation) => {
  await checkColumnNames(invocation.globals, profileShape.columns);
  const { profiles } = stored(invocation);
  const described = profileNames(profiles).flatMap((name) => {
    const profile = findProfile(profiles, name);
    return profile === undefined ? [] : [describeProfile(profiles, name, profile)];
  });
  if (described.length === 0) {
    invocation.messages.note("no profile is stored yet; run: svc login NAME URL");
  }
  await invocation.print(described, profileShape);
};

export const useProfile: Action = async (invocation) => {
  const name = profileArgument(invocation);
  await change(invocation, (profiles) => {
    demand(profiles, name);
    return { ...profiles, current: name };
  });
  invocation.messages.note(`profile '${name}' is now in use`);
};

export const showProfile: Action = async (invocation) => {
  await checkColumnNames(invocation.globals, profileShape.columns);
  const { profiles } = stored(invocation);
  const name = namedProfile(invocation, profiles);
  await invocation.print(describeProfile(profiles, name, demand(profiles, name)), profileShape);
};

export const currentProfile: Action = async (invocation) => {
  await checkColumnNames(invocation.globals, profileShape.columns);
  const { profiles } = stored(invocation);
  const name = invocation.globals.profile ?? profiles.current;
  if (name === undefined) {
    throw new Failure("notFound", "no profile is in use", {
      hint: "svc profiles list shows which there are",
    });
  }
  demand(profiles, name);
  await invocation.print(name, profileShape);
};

export const renameProfile: Action = async (invocation) => {
  const name = profileArgument(invocation);
  const newName = String(invocation.arguments["new-name"] ?? "");
  if (!isProfileName(newName)) throw wrongName();
  await change(invocation, (profiles) => {
    const profile = demand(profiles, name);
    if (name !== newName && findProfile(profiles, newName) !== undefined) {
      throw new Failure("usage", `there is a profile '${newName}' already`);
    }
    const renamed = withProfile(withoutProfile(profiles, name), newName, profile);
    return profiles.current === name ? { ...renamed, current: newName } : renamed;
  });
  invocation.messages.note(`profile '${name}' is now called '${newName}'`);
};

/** For a word that cannot name a profile; it is not quoted, since it may be a key. */
export function wrongName(): Failure {
  return new Failure(
    "usage",
    "a profile's name begins with a letter or digit and has letters, digits, '.', '_' and '-', 64 at most",
  );
}

export const removeProfile: Action = async (invocation) => {
  const name = profileArgument(invocation);
  let before = noProfiles;
  await change(invocation, (profiles) => {
    demand(profiles, name);
    before = profiles;
    return withoutProfile(profiles, name);
  });
  invocation.messages.note(
    `profile '${name}' and its key are removed here; the key still works at the service`,
  );
  noteNoneInUse(invocation, before, name);
};

export const setProfile: Action = async (invocation) => {
  await checkColumnNames(invocation.globals, profileShape.columns);
  const name = profileArgument(invocation);
  const pairs = [invocation.arguments["setting=value"] ?? []].flat();
  const names = pairs.map((pair) => pair.split("=")[0] ?? "");
  const repeated = Object.keys(settings).find((each) => names.indexOf(each) !== names.lastIndexOf(each));
  if (repeated !== undefined) throw new Failure("usage", `${repeated} is given twice: it takes one value`);
  const changed = await change(invocation, (profiles) =>
    withProfile(profiles, name, pairs.reduce(withSetting, demand(profiles, name))),
  );
  if (pairs.some((pair) => pair.startsWith("url="))) {
    invocation.messages.warn(`the key of profile '${name}' now goes to its new address`);
  }
  await invocation.print(describeProfile(changed, name, demand(changed, name)), profileShape);
};

/** Says that no profile is in use any more, where the one that was removed was. */
export function noteNoneInUse({ messages }: Invocation, before: Profiles, removed: string): void {
  if (before.current !== removed) return;
  const others = profileNames(before).filter((name) => name !== removed);
  const next =
    others.length === 0 ? "" : `; svc profiles use NAME takes another (there are: ${others.join(", ")})`;
  messages.note(`no profile is in use now${next}`);
}

/** The profile of that name; throws a `Failure` (notFound) that says which there are. */
export function demand(profiles: Profiles, name: string): Profile {
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
  throw new Failure("usage", "no profile is in use, and none is named", {
    hint: names.length === 0 ? "run: svc login NAME URL" : `there are: ${names.join(", ")}`,
  });
}

/** The stored profiles, what is odd about their file said. */
export function stored({ context, globals, messages }: Invocation): { readonly profiles: Profiles } {
  const { profiles, warnings } = readProfiles(configFolder(globals.configDir, context.env));
  for (const warning of warnings) messages.warn(warning);
  return { profiles };
}

/** Changes the stored profiles; `Failure`s thrown by `apply` leave the file as it is. */
export async function change(
  { context, globals }: Invocation,
  apply: (profiles: Profiles) => Profiles,
): Promise<Profiles> {
  const { changeProfiles } = await import("../../profiles/writer.ts");
  return await changeProfiles(configFolder(globals.configDir, context.env), apply);
}

function profileArgument({ arguments: words }: Invocation): string {
  return String(words["name"] ?? "");
}

type Setting = (profile: Profile, value: string) => Profile;

/** What `svc profiles set` knows; an empty value returns to the default. */
const settings: Readonly<Record<ProfileSetting, Setting>> = {
  url: (profile, value) => ({ ...profile, url: normaliseBaseUrl(value) }),
  signature: (profile, value) => {
    if (value === "plaintext" || value === "hmac-sha1") return { ...profile, signature: value };
    if (value === "") return { ...profile, signature: "plaintext" };
    throw wrongValue("signature", "plaintext or hmac-sha1", choiceHint(value, ["plaintext", "hmac-sha1"]));
  },
  addressing: (profile, value) => {
    if (value === "path" || value === "query") return { ...profile, addressing: value };
    if (value === "") return { ...profile, addressing: "path" };
    throw wrongValue("addressing", "path or query", choiceHint(value, ["path", "query"]));
  },
  output: ({ output: _before, ...profile }, value) => {
    if (value === "") return profile;
    if (isOutputFormat(value)) return { ...profile, output: value };
    throw wrongValue(
      "output",
      `${outputFormats.slice(0, -1).join(", ")} or ${outputFormats.at(-1)}`,
      choiceHint(value, outputFormats),
    );
  },
  "ca-cert": ({ caCert: _before, ...profile }, value) =>
    value === "" ? profile : { ...profile, caCert: resolve(value) },
  insecure: ({ insecure: _before, ...profile }, value) => {
    if (value === "true") return { ...profile, insecure: true };
    if (value === "false" || value === "") return profile;
    throw wrongValue("insecure", "true or false", choiceHint(value, ["true", "false"]));
  },
  "clock-offset": ({ clockOffsetMs: _before, ...profile }, value) => {
    const isBehind = value.startsWith("-");
    const ms = value === "" ? 0 : parseDuration(value.replace(/^[-+]/, ""), "clock-offset");
    if (ms > maxClockOffsetMs) throw wrongValue("clock-offset", "a day at most");
    return ms === 0 ? profile : { ...profile, clockOffsetMs: isBehind ? -ms : ms };
  },
};

const isSetting = (name: string): name is ProfileSetting => Object.hasOwn(profileSettings, name);

function withSetting(profile: Profile, pair: string): Profile {
  const split = pair.indexOf("=");
  const setting = split === -1 ? pair : pair.slice(0, split);
  const apply = isSetting(setting) ? settings[setting] : undefined;
  if (split !== -1 && apply !== undefined) return apply(profile, pair.slice(split + 1));
  if (holdsKey(pair) || setting === "key") {
    throw new Failure("usage", "a key is never an argument", { hint: "svc login stores a new one" });
  }
  const meant = nearest(setting, Object.keys(profileSettings));
  throw new Failure(
    "usage",
    split === -1 ? `'${pair}' is not setting=value` : `no setting is named '${setting}'`,
    {
      hint:
        meant === undefined
          ? `settings: ${Object.keys(profileSettings).join(", ")}`
          : `did you mean ${meant}=...?`,
    },
  );
}

function wrongValue(setting: string, allowed: string, hint?: string): Failure {
  return new Failure("usage", `${setting} is ${allowed}`, { hint });
}
