import { type OutputFormat, outputFormats } from "../../catalogue/commands/options.ts";
import { isRecord } from "../../core/json-record.ts";
import type { Endpoint } from "../http/call.ts";

export interface Profile extends Pick<Endpoint, "addressing" | "signature"> {
  readonly url: string;
  readonly key: string;
  readonly user?: string;
  readonly output?: OutputFormat;
  readonly caCert?: string;
  readonly insecure?: true;
  readonly clockOffsetMs?: number;
  readonly protected?: true;
  readonly readOnly?: true;
  /** A command that prints the key. `key` is empty then. */
  readonly keyCommand?: string;
  readonly history?: "off";
  /** Default options and saved filters by name: `columns.machines`, `where.free`. */
  readonly named?: Readonly<Record<string, string>>;
  /** True if a sandbox stored the profile. `--all-profiles` skips such profiles. */
  readonly sandbox?: true;
}

/** Smaller clock differences are ignored; the service accepts up to 300 s. */
export const maxIgnoredSkewMs = 60_000;

/** For larger clock differences svc suggests no `clock-offset`: the clock itself must be set. */
export const maxClockOffsetMs = 24 * 3_600_000;

export interface Profiles {
  readonly current: string | undefined;
  readonly byName: Readonly<Record<string, Profile>>;
}

export const noProfiles: Profiles = { current: undefined, byName: {} };

export const isProfileName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name);

export const findProfile = ({ byName }: Profiles, name: string): Profile | undefined =>
  Object.hasOwn(byName, name) ? byName[name] : undefined;

export const profileNames = ({ byName }: Profiles): readonly string[] => Object.keys(byName).sort();

export const withProfile = (profiles: Profiles, name: string, profile: Profile): Profiles => ({
  ...profiles,
  byName: { ...profiles.byName, [name]: profile },
});

export function withoutProfile({ current, byName }: Profiles, name: string): Profiles {
  const { [name]: _removed, ...others } = byName;
  return { current: current === name ? undefined : current, byName: others };
}

/** For an invalid value, returns a message to follow the file's name. It quotes no values, which may be keys. */
export function parseProfiles(value: unknown): Profiles | string {
  if (!isRecord(value)) return "does not contain a JSON object";
  const { current, profiles = {} } = value;
  if (current !== undefined && typeof current !== "string") return "has a 'current' that is not a name";
  if (!isRecord(profiles)) return "has a member 'profiles' that is not an object";
  const byName: Record<string, Profile> = {};
  for (const [name, stored] of Object.entries(profiles)) {
    if (!isProfileName(name)) return "has a profile whose name is not valid";
    const profile = parseProfile(stored);
    if (typeof profile === "string") return `has a profile '${name}' whose ${profile} is wrong or missing`;
    byName[name] = profile;
  }
  return { current, byName };
}

export const storedForm = ({ current, byName }: Profiles): Record<string, unknown> => ({
  ...(current === undefined ? {} : { current }),
  profiles: byName,
});

const isText = (value: unknown): value is string => typeof value === "string";
const isFlag = (value: unknown): boolean => typeof value === "boolean";

const settingChecks: Readonly<Record<string, (value: unknown) => boolean>> = {
  output: (value) => (outputFormats as readonly unknown[]).includes(value),
  caCert: isText,
  insecure: isFlag,
  user: isText,
  named: (value) => isRecord(value) && Object.values(value).every(isText),
  keyCommand: isText,
  protected: isFlag,
  readOnly: isFlag,
  clockOffsetMs: Number.isSafeInteger,
};

function parseProfile(value: unknown): Profile | string {
  if (!isRecord(value)) return "content";
  const { url, addressing = "path", signature = "plaintext", key, sandbox, history, ...rest } = value;
  if (!isText(url) || !/^https?:\/\//.test(url)) return "url";
  if (addressing !== "path" && addressing !== "query") return "addressing";
  if (signature !== "plaintext" && signature !== "hmac-sha1") return "signature";
  if (!isText(key)) return "key";
  const invalidSetting = Object.entries(settingChecks).find(
    ([name, accepts]) => rest[name] !== undefined && !accepts(rest[name]),
  );
  if (invalidSetting !== undefined) return invalidSetting[0];
  const isSet = (name: string) => rest[name] !== undefined && rest[name] !== false && rest[name] !== 0;
  const settings = Object.keys(settingChecks).filter(isSet);
  return {
    url,
    addressing,
    signature,
    key,
    ...(Object.fromEntries(settings.map((name) => [name, rest[name]])) as Partial<Profile>),
    ...(sandbox === true && { sandbox }),
    ...(history === "off" && { history }),
  };
}
