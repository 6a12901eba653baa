import { profileSettings, serviceOptions } from "../../catalogue/commands/options.ts";
import { option, rowOptions } from "../../catalogue/option-spec.ts";
import { Failure } from "../../core/failure.ts";
import { command } from "../invocation/invocation.ts";
import type { Shape } from "../output/columns.ts";

const profileShape: Shape = {
  identity: "name",
  columns: [
    { header: "NAME", path: "name", rank: "key" },
    { header: "IN USE", path: "current", as: "boolean", rank: "key" },
    { header: "URL", path: "url", rank: "key" },
    { header: "USER", path: "user" },
    { header: "OUTPUT", path: "output" },
    { header: "ADDRESSING", path: "addressing", rank: "minor" },
    { header: "SIGNATURE", path: "signature", rank: "minor" },
    { header: "PROTECTED", path: "protected", as: "boolean", wide: true },
    { header: "READ ONLY", path: "read_only", as: "boolean", wide: true },
    { header: "KEY COMMAND", path: "key_command", wide: true },
    { header: "SETTINGS", path: "settings", wide: true },
    { header: "CA CERT", path: "ca_cert", wide: true },
    { header: "INSECURE", path: "insecure", as: "boolean", wide: true },
    { header: "CLOCK OFFSET", path: "clock_offset_seconds", wide: true },
  ],
};

export const login = command({
  command: ["login"],
  sites: "local",
  summary: "Store a profile: the address of a service and an API key",
  arguments: [
    { name: "name-or-url", help: "profile name, address, or both in this order", required: true },
    { name: "url", help: "address of the service" },
  ],
  notes: [
    "API keys are listed and created in the service's web interface, under your user preferences; 'svc tokens create' creates more.",
    "The API key is read from a prompt without echo, or from --api-key-stdin, --api-key-file or SVC_API_KEY; it cannot be given as an argument.",
    "The key is checked against the service before anything is stored.",
    "svc uses the profile from then on. If another one is in use, svc asks on a terminal; --no-use keeps the other one.",
    "With only an address, the profile is named after the host. With only the name of a stored profile, its key is replaced.",
    "A profile of the same name is replaced only after a confirmation, or with --yes or --force.",
  ],
  options: [
    option("no-check", "store the profile without checking its key"),
    option("force", "replace a profile of the same name"),
    option("no-use", "store the profile without switching to it"),
  ],
  refusedGlobals: ["curl"],
  example: "svc login lab $SVC_URL",
  shape: profileShape,
  run: async (invocation) => (await import("./stored/login.ts")).storeLogin(invocation),
});

export const logout = command({
  command: ["logout"],
  summary: "Remove a profile and its key",
  arguments: [{ name: "name", help: "profile; by default the one in use", nameOf: "profiles" }],
  options: [option("revoke", "also delete the key on the service")],
  refusedGlobals: ["url", "api-key-file", "api-key-stdin", "curl", ...rowOptions],
  example: "svc logout lab",
  run: async (invocation) => (await import("./stored/login.ts")).removeLogin(invocation),
});

export const listProfiles = command({
  command: ["profiles", "list"],
  summary: "List the stored profiles",
  refusedGlobals: ["profile", "show-secrets", ...serviceOptions],
  example: "svc profiles list",
  shape: profileShape,
  run: async (invocation) => {
    const { describeProfile, loadProfiles } = await import("./stored/profiles.ts");
    const { profileNames } = await import("../../client/profiles/profile.ts");
    const profiles = loadProfiles(invocation);
    const names = profileNames(profiles);
    if (names.length === 0) invocation.messages.note("no profile is stored yet; run: svc login NAME URL");
    return names.map((name) => describeProfile(profiles, name));
  },
});

export const useProfile = command({
  command: ["profiles", "use"],
  summary: "Switch to a profile",
  arguments: [{ name: "name", help: "profile", required: true, nameOf: "profiles" }],
  refusedGlobals: ["profile", ...serviceOptions, ...rowOptions],
  example: "svc profiles use lab",
  run: async (invocation) => {
    const { updateProfiles, requireProfile } = await import("./stored/profiles.ts");
    const { name } = invocation.arguments;
    await updateProfiles(invocation, (profiles) => {
      requireProfile(profiles, name);
      return { ...profiles, current: name };
    });
    invocation.messages.note(`profile '${name}' is now in use`);
  },
});

export const showProfile = command({
  command: ["profiles", "show"],
  summary: "Show a profile without its key",
  arguments: [{ name: "name", help: "profile; by default the one in use", nameOf: "profiles" }],
  refusedGlobals: ["show-secrets", ...serviceOptions],
  example: "svc profiles show lab",
  shape: profileShape,
  run: async (invocation) => {
    const { describeProfile, loadProfiles, selectedProfileName } = await import("./stored/profiles.ts");
    const profiles = loadProfiles(invocation);
    return describeProfile(profiles, selectedProfileName(invocation, profiles));
  },
});

export const currentProfile = command({
  command: ["profiles", "current"],
  summary: "Print the name of the profile in use",
  refusedGlobals: ["show-secrets", ...serviceOptions],
  example: "svc profiles current",
  shape: profileShape,
  run: async (invocation) => {
    const { loadProfiles, requireProfile } = await import("./stored/profiles.ts");
    const profiles = loadProfiles(invocation);
    const name = invocation.globals.profile ?? profiles.current;
    if (name === undefined)
      throw new Failure("notFound", "no profile is in use", { hint: "svc profiles list shows all profiles" });
    requireProfile(profiles, name);
    return name;
  },
});

export const printEnvironment = command({
  command: ["profiles", "env"],
  summary: "Print a profile as shell variables, including its key",
  arguments: [{ name: "name", help: "profile; by default the one in use", nameOf: "profiles" }],
  notes: [
    'For a shell: eval "$(svc profiles env lab)". The curl commands of --curl read SVC_API_KEY.',
    "On a terminal the key is shown only with --show-secrets.",
  ],
  refusedGlobals: ["columns", "sort", "no-header", ...serviceOptions],
  example: "svc profiles env lab",
  run: async (invocation) => (await import("./stored/profiles.ts")).printVariables(invocation),
});

export const renameProfile = command({
  command: ["profiles", "rename"],
  summary: "Rename a profile",
  arguments: [
    { name: "name", help: "profile", required: true, nameOf: "profiles" },
    { name: "new-name", help: "new name", required: true },
  ],
  refusedGlobals: ["profile", ...serviceOptions, ...rowOptions],
  example: "svc profiles rename lab lab-old",
  run: async (invocation) => {
    const { renameStoredProfile } = await import("./stored/profiles.ts");
    const { name, "new-name": newName } = invocation.arguments;
    await renameStoredProfile(invocation, name, newName);
    invocation.messages.note(`profile '${name}' is now called '${newName}'`);
  },
});

export const removeProfile = command({
  command: ["profiles", "remove"],
  summary: "Remove a stored profile",
  arguments: [{ name: "name", help: "profile", required: true, nameOf: "profiles" }],
  refusedGlobals: ["profile", ...serviceOptions, ...rowOptions],
  example: "svc profiles remove lab",
  run: async (invocation) => {
    const { noteNoProfileInUse, removeStoredProfile } = await import("./stored/profiles.ts");
    const { name } = invocation.arguments;
    const previousProfiles = await removeStoredProfile(invocation, name);
    invocation.messages.note(
      `profile '${name}' and its key were removed from this computer; the key still works on the service`,
    );
    noteNoProfileInUse(invocation, previousProfiles, name);
  },
});

export const setProfile = command({
  command: ["profiles", "set"],
  summary: "Change settings of a profile",
  arguments: [
    { name: "name", help: "profile", required: true, nameOf: "profiles" },
    {
      name: "setting=value",
      help: "setting; an empty value restores the default",
      required: true,
      variadic: true,
      suggestions: Object.keys(profileSettings).map((name) => `${name}=`),
    },
  ],
  notes: [
    `Settings: ${Object.keys(profileSettings).join(", ")}.`,
    "columns.GROUP, sort.GROUP and output.GROUP are defaults for the lists of a group, and where.NAME is a saved filter: columns.machines=NAME,IP, output.events=yaml, where.free=status=ready. columns.top, sort.top and key.X are for svc top: key.D='machines describe {name}'.",
    "A protected profile asks for its name before a change; in scripts --profile NAME --yes confirms it.",
    "clock-offset is added to this computer's time, in seconds or as a duration: -90, 1h.",
  ],
  refusedGlobals: ["profile", "show-secrets", ...serviceOptions],
  example: "svc profiles set lab output=json",
  shape: profileShape,
  run: async (invocation) => {
    const { changeSettings } = await import("./stored/profiles.ts");
    const { name, "setting=value": pairs } = invocation.arguments;
    return await changeSettings(invocation, name, pairs);
  },
});
