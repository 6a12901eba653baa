import { resolve } from "node:path";
import {
  isTableForm,
  namedSettings,
  outputFormats,
  type ProfileSetting,
  profileSettings,
} from "../../../catalogue/commands/options.ts";
import { groupNames, loadGroup } from "../../../catalogue/index.ts";
import { normalizeBaseUrl } from "../../../client/http/address.ts";
import { unknownProfile } from "../../../client/profiles/connection.ts";
import { holdsKey } from "../../../client/profiles/credentials.ts";
import { wordsOfCommand } from "../../../client/profiles/key-command.ts";
import {
  findProfile,
  isProfileName,
  maxClockOffsetMs,
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
import { isKeyLike } from "../../../core/secrets/text.ts";
import { shellWord } from "../../../core/text/shell-words.ts";
import { parseDuration } from "../../../core/text/units.ts";
import { choiceFor, nearestOrAll } from "../../../core/text/word-lists.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { writeWhole } from "../../output/sink.ts";

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

export const configFolderOf = ({
  context,
  globals,
}: Pick<Invocation, "context" | "globals">): string | undefined =>
  configFolder(globals.configDir, context.env);

export function loadProfiles(invocation: Invocation): Profiles {
  const { profiles, warnings } = readProfiles(configFolderOf(invocation));
  for (const warning of warnings) invocation.messages.warn(warning);
  return profiles;
}

/** A `Failure` thrown by `apply` leaves the file unchanged. */
export async function updateProfiles(
  invocation: Invocation,
  apply: (profiles: Profiles) => Profiles,
): Promise<Profiles> {
  const { changeProfiles } = await import("../../../client/profiles/writer.ts");
  return await changeProfiles(configFolderOf(invocation), apply, pauseOf(invocation));
}

/** A signal ends the pause. */
export const pauseOf =
  ({ context, signal }: Pick<Invocation, "context" | "signal">): Pause =>
  (ms) =>
    context.clock.sleep(ms, signal);

export async function renameStoredProfile(
  invocation: Invocation,
  name: string,
  newName: string,
): Promise<void> {
  if (!isProfileName(newName)) throw invalidProfileName();
  await updateProfiles(invocation, (profiles) => {
    const profile = requireProfile(profiles, name);
    if (name !== newName && findProfile(profiles, newName) !== undefined)
      throw new Failure("usage", `profile '${newName}' already exists`);
    const renamedProfiles = withProfile(withoutProfile(profiles, name), newName, profile);
    return profiles.current === name ? { ...renamedProfiles, current: newName } : renamedProfiles;
  });
}

/** Returns the profiles as they were before. */
export async function removeStoredProfile(invocation: Invocation, name: string): Promise<Profiles> {
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

export function selectedProfileName(
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
export const invalidProfileName = (): Failure =>
  new Failure(
    "usage",
    "a profile name begins with a letter or digit and has at most 64 letters, digits, '.', '_' and '-'",
  );

export function noteNoProfileInUse(
  { messages }: Invocation,
  previousProfiles: Profiles,
  removedName: string,
) {
  if (previousProfiles.current !== removedName) return;
  const others = profileNames(previousProfiles).filter((name) => name !== removedName);
  const next =
    others.length === 0 ? "" : `; 'svc profiles use NAME' selects another (profiles: ${others.join(", ")})`;
  messages.note(`no profile is in use now${next}`);
}

/** Changes all settings or none. */
export async function changeSettings(invocation: Invocation, name: string, pairs: readonly string[]) {
  const names = pairs.map((pair) => parsePair(pair).setting);
  for (const { setting, value } of pairs.map(parsePair))
    if (value !== undefined && /^\w+\./.test(setting)) await checkNamedSetting(setting, value);
  const duplicate = names.find((each, index) => isSetting(each) && names.indexOf(each) !== index);
  if (duplicate !== undefined) throw new Failure("usage", `${duplicate} is given twice: it takes one value`);
  let hadKey = false;
  const newProfiles = await updateProfiles(invocation, (profiles) => {
    const profile = requireProfile(profiles, name);
    hadKey = profile.key !== "";
    return withProfile(profiles, name, pairs.reduce(withSetting, profile));
  });
  if (names.includes("url"))
    invocation.messages.warn(`the key of profile '${name}' is now sent to its new address`);
  if (hadKey && newProfiles.byName[name]?.key === "")
    invocation.messages.note(`the key stored in profile '${name}' was removed: its key-command replaces it`);
  return describeProfile(newProfiles, name);
}

/** An empty value restores the default. */
const settingSetters: Readonly<Record<ProfileSetting, (profile: Profile, value: string) => Profile>> = {
  url: (profile, value) => ({ ...profile, url: normalizeBaseUrl(value) }),
  signature: (profile, value) => ({
    ...profile,
    signature: value === "" ? "plaintext" : choiceFor(["plaintext", "hmac-sha1"], value, "signature"),
  }),
  addressing: (profile, value) => ({
    ...profile,
    addressing: value === "" ? "path" : choiceFor(["path", "query"], value, "addressing"),
  }),
  output: ({ output: _before, ...profile }, value) =>
    value === "" ? profile : { ...profile, output: choiceFor(outputFormats, value, "output") },
  "ca-cert": ({ caCert: _before, ...profile }, value) =>
    value === "" ? profile : { ...profile, caCert: resolve(value) },
  insecure: ({ insecure: _before, ...profile }, value) =>
    isOn("insecure", value) ? { ...profile, insecure: true } : profile,
  "clock-offset": ({ clockOffsetMs: _before, ...profile }, value) => {
    const isBehind = value.startsWith("-");
    const ms = value === "" ? 0 : parseDuration(value.replace(/^[-+]/, ""), "clock-offset");
    if (ms > maxClockOffsetMs) throw new Failure("usage", "clock-offset must be at most one day");
    return ms === 0 ? profile : { ...profile, clockOffsetMs: isBehind ? -ms : ms };
  },
  protected: ({ protected: _before, ...profile }, value) =>
    isOn("protected", value) ? { ...profile, protected: true } : profile,
  "read-only": ({ readOnly: _before, ...profile }, value) =>
    isOn("read-only", value) ? { ...profile, readOnly: true } : profile,
  "key-command": ({ keyCommand: _before, ...profile }, value) => {
    if (value === "") return profile;
    if (wordsOfCommand(value).some(isKeyLike))
      throw new Failure("usage", "a key cannot be an argument", {
        hint: "give a command that prints it, such as 'pass show svc'",
      });
    // The command replaces the stored key.
    return { ...profile, key: "", keyCommand: value };
  },
  history: ({ history: _before, ...profile }, value) =>
    value !== "" && choiceFor(["on", "off"], value, "history") === "off"
      ? { ...profile, history: "off" }
      : profile,
};

async function checkNamedSetting(setting: string, value: string): Promise<void> {
  const [kind = "", ...rest] = setting.split(".");
  const name = rest.join(".");
  if (kind === "key" || (name === "top" && (kind === "columns" || kind === "sort"))) {
    const { checkPreference } = await import("../top/preferences.ts");
    if (value !== "") checkPreference(kind, name, value);
    return;
  }
  if (!Object.hasOwn(namedSettings, kind) || !/^[a-z][\w-]{0,63}$/i.test(name)) throw unknownSetting(setting);
  if (value === "") return;
  if (kind === "where") {
    const { parseFilters } = await import("../../parsing/node-filters.ts");
    return void parseFilters([value], setting);
  }
  const group = groupNames.find((each) => each === name);
  if (group === undefined)
    throw new Failure("usage", `no group is called '${name}'`, {
      hint: nearestOrAll(name, groupNames, "groups", "svc --help"),
    });
  if (kind === "output") return void choiceFor(outputFormats, value, setting);
  const { columns = [] } = await loadGroup(group);
  const words = value.split(",");
  const { checkColumnNames } = await import("../../parsing/column-names.ts");
  await checkColumnNames({ query: undefined, columns: undefined, sort: undefined, [kind]: words }, columns);
}

const isSetting = (name: string): name is ProfileSetting => Object.hasOwn(profileSettings, name);

const isOn = (setting: ProfileSetting, value: string): boolean =>
  value !== "" && choiceFor(["true", "false"], value, setting) === "true";

/** The value is undefined without an equals sign. */
function parsePair(pair: string) {
  const [setting = "", ...rest] = pair.split("=");
  return { setting, value: rest.length === 0 ? undefined : rest.join("=") };
}

function withSetting(profile: Profile, pair: string): Profile {
  const { setting, value } = parsePair(pair);
  if (value !== undefined && isSetting(setting)) return settingSetters[setting](profile, value);
  const [kind = "", ...rest] = setting.split(".");
  if (value !== undefined && rest.length > 0 && Object.hasOwn(namedSettings, kind)) {
    const { [setting]: _before, ...others } = profile.named ?? {};
    return { ...profile, named: value === "" ? others : { ...others, [setting]: value } };
  }
  if (holdsKey(pair) || setting === "key")
    throw new Failure("usage", "a key cannot be an argument", { hint: "svc login stores a new one" });
  throw value === undefined
    ? new Failure("usage", `'${pair}' is not of the form setting=value`)
    : unknownSetting(setting);
}

function unknownSetting(setting: string): Failure {
  const { name = "NAME" } = /\.(?<name>.+)/.exec(setting)?.groups ?? {};
  const names = [
    ...Object.keys(profileSettings),
    ...Object.keys(namedSettings).map((kind) => `${kind}.${name}`),
  ];
  return new Failure("usage", `no setting is called '${setting}'`, {
    hint: nearestOrAll(setting, names, "settings", "svc profiles set --help", (each) => `${each}=...`),
  });
}

export async function printVariables(invocation: Invocation<unknown, ProfileArgument>): Promise<void> {
  const { context, globals, messages } = invocation;
  const profiles = loadProfiles(invocation);
  const name = selectedProfileName(invocation, profiles);
  const profile = requireProfile(profiles, name);
  if (context.stdout.isTTY === true && !globals.showSecrets)
    throw new Failure("usage", `the key of profile '${name}' is not shown on a terminal`, {
      hint: `eval "$(svc profiles env ${name})" sets the variables; --show-secrets shows them`,
    });
  if (profile.keyCommand !== undefined)
    throw new Failure("usage", `profile '${name}' stores no key: its key-command prints it`);
  const { url, key, signature, addressing, caCert } = profile;
  const variables = {
    SVC_URL: url,
    SVC_API_KEY: key,
    ...(signature === "plaintext" ? {} : { SVC_SIGNATURE: signature }),
    ...(addressing === "path" ? {} : { SVC_ADDRESSING: addressing }),
    ...(caCert === undefined ? {} : { SVC_CA_CERT: caCert }),
  };
  const settingsWithoutVariable = [
    ...(profile.insecure ? ["insecure"] : []),
    ...(profile.clockOffsetMs === undefined ? [] : ["clock-offset"]),
  ];
  if (settingsWithoutVariable.length > 0)
    messages.note(
      `profile '${name}' has settings without an environment variable: ${settingsWithoutVariable.join(" and ")}`,
    );
  if (isTableForm(globals.output ?? "table")) {
    const lines = Object.entries(variables).map(
      ([variable, value]) => `export ${variable}=${shellWord(value)}\n`,
    );
    return await writeWhole(context.stdout, lines.join(""));
  }
  await invocation.print(variables, { identity: "SVC_URL", columns: [], sensitive: false });
}
