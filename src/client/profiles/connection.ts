import type { OutputFormat } from "../../catalogue/commands/options.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { isGlob, matchesGlob } from "../../core/text/glob.ts";
import { normalizeBaseUrl } from "../http/address.ts";
import type { Endpoint } from "../http/call.ts";
import { type ExplicitKey, parseKey, readExplicitKey } from "./credentials.ts";
import { findProfile, noProfiles, type Profile, type Profiles, profileNames } from "./profile.ts";
import { configFolder, readProfiles, type StoredProfiles } from "./store.ts";

export interface ConnectionSources {
  readonly configDir: string | undefined;
  readonly apiKeyFile: string | undefined;
  readonly apiKeyStdin: boolean;
}

interface ConnectionWithWarnings {
  readonly connection: EffectiveConnection;
  readonly warnings: readonly string[];
}

export async function findConnection(
  settings: ConnectionSettings & ConnectionSources,
  context: Pick<Context, "env" | "stdin">,
  signal?: AbortSignal,
): Promise<ConnectionWithWarnings> {
  const lookup = connectionWith(await readExplicitKey(settings, context), settings, context.env);
  return { ...lookup, connection: await withCommandKey(lookup.connection, context.env, signal) };
}

/** Adds the key that `key-command` prints, if it is needed. Throws the `Failure`s of `runKeyCommand`. */
export async function withCommandKey<Found extends EffectiveConnection>(
  connection: Found,
  env: Context["env"],
  signal?: AbortSignal,
): Promise<Found> {
  const { keyCommand, endpoint, profile } = connection;
  if (keyCommand === undefined) return connection;
  const { runKeyCommand } = await import("./key-command.ts");
  const credentials = await runKeyCommand(keyCommand, `key-command of profile '${profile}'`, env, { signal });
  return { ...connection, endpoint: { ...endpoint, credentials } };
}

export function connectionWith(
  explicitKey: ExplicitKey | undefined,
  settings: ConnectionSettings & Pick<ConnectionSources, "configDir">,
  env: Context["env"],
): ConnectionWithWarnings {
  const { profiles, warnings }: StoredProfiles = needsProfiles(settings, explicitKey)
    ? readProfiles(configFolder(settings.configDir, env))
    : { profiles: noProfiles, warnings: [] };
  try {
    const connection = resolveConnection(settings, explicitKey, profiles);
    return { connection, warnings: [...warnings, ...[connection.warning ?? []].flat()] };
  } catch (error) {
    if (!(error instanceof Failure) || warnings.length === 0) throw error;
    throw error.with({ lines: warnings });
  }
}

export interface ConnectionSettings {
  readonly profile: string | undefined;
  /** As the user wrote it. */
  readonly url: string | undefined;
  readonly signature: Endpoint["signature"] | undefined;
  readonly addressing: Endpoint["addressing"] | undefined;
  readonly caCert: string | undefined;
  readonly insecure: boolean;
  readonly output: OutputFormat | undefined;
}

export interface Connection extends Pick<ConnectionSettings, "caCert" | "insecure"> {
  readonly endpoint: Endpoint;
  readonly profile: string | undefined;
  /** The profile's settings that affect changes; undefined if the profile is for another service. */
  readonly safeguards?: Pick<Profile, "protected" | "readOnly" | "history" | "sandbox"> | undefined;
}

export interface EffectiveConnection extends Connection, Pick<ConnectionSettings, "output"> {
  readonly warning: string | undefined;
  readonly namedSettings?: Profile["named"];
  /** The command that prints the profile's key; undefined if that key is not needed. */
  readonly keyCommand?: string | undefined;
}

/** False if an explicit key and address make the profiles unnecessary, so that a damaged file does no harm. */
export const needsProfiles = (settings: ConnectionSettings, explicitKey: ExplicitKey | undefined): boolean =>
  settings.profile !== undefined || settings.url === undefined || explicitKey === undefined;

/** A profile's settings and key apply only to its own origin, so that its key never reaches another service. */
export function resolveConnection(
  settings: ConnectionSettings,
  explicitKey: ExplicitKey | undefined,
  stored: Profiles,
): EffectiveConnection {
  const profileName = settings.profile ?? stored.current;
  const profile = profileName === undefined ? undefined : findProfile(stored, profileName);
  if (profile === undefined && settings.profile !== undefined) throw unknownProfile(settings.profile, stored);
  const baseUrl = settings.url === undefined ? profile?.url : normalizeBaseUrl(settings.url);
  if (baseUrl === undefined) throw noAddress(explicitKey !== undefined, stored);
  const usableProfile = profile !== undefined && sameOrigin(profile.url, baseUrl) ? profile : undefined;
  const isIgnored = settings.profile !== undefined && usableProfile === undefined;
  return {
    endpoint: {
      baseUrl,
      addressing: settings.addressing ?? usableProfile?.addressing ?? "path",
      signature: settings.signature ?? usableProfile?.signature ?? "plaintext",
      clockOffsetMs: usableProfile?.clockOffsetMs ?? 0,
      credentials: explicitKey?.credentials ?? keyOf(usableProfile, profileName),
    },
    profile: usableProfile === undefined ? undefined : profileName,
    caCert: settings.caCert ?? usableProfile?.caCert,
    insecure: settings.insecure || usableProfile?.insecure === true,
    output: settings.output ?? profile?.output,
    namedSettings: profile?.named,
    safeguards: usableProfile,
    keyCommand: explicitKey === undefined ? usableProfile?.keyCommand : undefined,
    warning: isIgnored
      ? `profile '${settings.profile}' is not used: --url or SVC_URL names another service`
      : undefined,
  };
}

export function requireKey(connection: Connection): void {
  if (connection.endpoint.credentials !== undefined) return;
  throw new Failure("notAuthenticated", `no API key for ${connection.endpoint.baseUrl}`, {
    hint: "a profile's key is sent to its own service only; set SVC_API_KEY or run: svc login NAME URL",
  });
}

export function unknownProfile(name: string, stored: Profiles): Failure {
  const names = profileNames(stored);
  return new Failure("notFound", `no profile is called '${name}'`, {
    hint:
      names.length === 0
        ? "no profile is stored yet; run: svc login NAME URL"
        : `profiles: ${names.join(", ")}`,
  });
}

function noAddress(hasKey: boolean, stored: Profiles): Failure {
  const hint = "run: svc login NAME URL, or try without a service: svc sandbox exec -- svc machines list";
  if (hasKey)
    return new Failure("usage", "there is an API key but no address: set SVC_URL or give --url", { hint });
  const names = profileNames(stored);
  return names.length === 0
    ? new Failure("notAuthenticated", "not logged in: no profile is stored, and SVC_URL is not set", { hint })
    : new Failure("usage", "no profile is in use, and no address is given", {
        hint: `give a profile with --profile, or run: svc profiles use NAME (profiles: ${names.join(", ")})`,
      });
}

function keyOf(profile: Profile | undefined, name: string | undefined): Endpoint["credentials"] {
  return profile && profile.keyCommand === undefined && profile.key !== ""
    ? parseKey(profile.key, `profile '${name}'`)
    : undefined;
}

const sameOrigin = (left: string, right: string): boolean =>
  URL.canParse(left) && URL.canParse(right) && new URL(left).origin === new URL(right).origin;

/** True for a list of profiles (`east,west`) or a pattern (`dc-*`), even if only one profile matches. */
export const isSiteList = (word: string): boolean => word.includes(",") || isGlob(word);

/** Each profile once, in the order of the list. Throws a notFound `Failure` for a name or pattern without a match. */
export function selectProfiles(word: string, profiles: Profiles): readonly string[] {
  const names = word
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .flatMap((part) => {
      if (findProfile(profiles, part) !== undefined) return [part];
      if (!isGlob(part)) throw unknownProfile(part, profiles);
      const matchingNames = profileNames(profiles).filter((name) => matchesGlob(part, name));
      if (matchingNames.length > 0) return matchingNames;
      throw new Failure("notFound", `no profile matches '${part}'`, {
        hint: `profiles: ${profileNames(profiles).join(", ") || "none is stored"}`,
      });
    });
  if (names.length === 0) throw new Failure("usage", `'${word}' is not a profile`);
  return [...new Set(names)];
}

/** Returns all profiles except those that a sandbox stored. Of profiles with the same service and key, only the first counts. */
export function allSites(profiles: Profiles): readonly string[] {
  const services = new Set<string>();
  const names = profileNames(profiles).filter((name) => {
    const profile = findProfile(profiles, name);
    if (profile === undefined || profile.sandbox === true) return false;
    const service = `${profile.url} ${profile.key}`;
    if (services.has(service)) return false;
    services.add(service);
    return true;
  });
  if (names.length > 0) return names;
  throw new Failure("usage", "--all-profiles finds no profile", {
    hint: "profiles of sandboxes are left out: name them with --profile",
  });
}

/** Splits `east/web-01` if `east` is a profile. Throws a usage `Failure` if no name follows the slash. */
export function nameAtSite(word: string, profiles: Profiles): Record<"site" | "name", string> | undefined {
  const slash = word.indexOf("/");
  const site = word.slice(0, Math.max(0, slash));
  if (slash < 1 || findProfile(profiles, site) === undefined) return undefined;
  const name = word.slice(slash + 1);
  if (name === "") throw new Failure("usage", `'${word}' does not name a machine`);
  return { site, name };
}
