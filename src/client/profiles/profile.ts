import { type OutputFormat, outputFormats } from "../../catalogue/commands/options.ts";
import { isRecord } from "../../core/json-record.ts";
import type { Endpoint } from "../http/call.ts";

/** Where one service is, how it is spoken to, and the key: what `svc login` stores under a name. */
export interface Profile extends Pick<Endpoint, "addressing" | "signature"> {
  /** Normalised: scheme, host and service segment. */
  readonly url: string;
  /** `consumer_key:token_key:token_secret`. */
  readonly key: string;
  readonly output?: OutputFormat;
  /** Absolute path of a PEM file. */
  readonly caCert?: string;
  readonly insecure?: true;
  /** Added to this computer's time for signing, in milliseconds. */
  readonly clockOffsetMs?: number;
}

/** A smaller difference of the clocks is left alone, in milliseconds; the service takes up to 300 s. */
export const tolerableSkewMs = 60_000;

/** Clocks that are further apart are wrong, and not to be worked around, in milliseconds. */
export const maxClockOffsetMs = 24 * 3_600_000;

export interface Profiles {
  /** The profile in use when none is named. */
  readonly current: string | undefined;
  readonly byName: Readonly<Record<string, Profile>>;
}

export const noProfiles: Profiles = { current: undefined, byName: {} };

/** True for a name that a shell, a file and a table take as it is: letters, digits, `.`, `_` and `-`, at most 64. */
export function isProfileName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name);
}

export function findProfile({ byName }: Profiles, name: string): Profile | undefined {
  return Object.hasOwn(byName, name) ? byName[name] : undefined;
}

export function profileNames({ byName }: Profiles): readonly string[] {
  return Object.keys(byName).sort();
}

/** `profiles` with one profile added or replaced. */
export function withProfile(profiles: Profiles, name: string, profile: Profile): Profiles {
  return { ...profiles, byName: { ...profiles.byName, [name]: profile } };
}

/** `profiles` without one; where it was the one in use, none is in use afterwards. */
export function withoutProfile({ current, byName }: Profiles, name: string): Profiles {
  const { [name]: _removed, ...others } = byName;
  return { current: current === name ? undefined : current, byName: others };
}

/**
 * Reads the stored form. Answers what is wrong, in words that follow the file's name, where it is not one; a
 * value is never quoted, since it may be a key.
 */
export function parseProfiles(value: unknown): Profiles | string {
  if (!isRecord(value)) return "does not contain a JSON object";
  const { current, profiles = {} } = value;
  if (current !== undefined && typeof current !== "string") return "has a 'current' that is not a name";
  if (!isRecord(profiles)) return "has 'profiles' that are not an object";
  const byName: Record<string, Profile> = {};
  for (const [name, stored] of Object.entries(profiles)) {
    if (!isProfileName(name)) return "has a profile whose name is not valid";
    const profile = parseProfile(stored);
    if (typeof profile === "string") return `has a profile '${name}' whose ${profile} is wrong or missing`;
    byName[name] = profile;
  }
  return { current, byName };
}

/** The stored form of `profiles`. */
export function storedForm({ current, byName }: Profiles): Record<string, unknown> {
  return { ...(current === undefined ? {} : { current }), profiles: byName };
}

/**
 * Answers the name of the wrong setting where it is not a profile. Settings are checked one by one, so that the
 * compiler knows the type of each.
 */
function parseProfile(value: unknown): Profile | string {
  if (!isRecord(value)) return "content";
  const { url, addressing = "path", signature = "plaintext", key, ...rest } = value;
  const { output, caCert, insecure, clockOffsetMs } = rest;
  if (typeof url !== "string" || !/^https?:\/\//.test(url)) return "url";
  if (addressing !== "path" && addressing !== "query") return "addressing";
  if (signature !== "plaintext" && signature !== "hmac-sha1") return "signature";
  if (typeof key !== "string") return "key";
  if (output !== undefined && !isOutputFormat(output)) return "output";
  if (caCert !== undefined && typeof caCert !== "string") return "caCert";
  if (insecure !== undefined && typeof insecure !== "boolean") return "insecure";
  if (clockOffsetMs !== undefined && !Number.isSafeInteger(clockOffsetMs)) return "clockOffsetMs";
  return {
    url,
    addressing,
    signature,
    key,
    ...(output === undefined ? {} : { output }),
    ...(caCert === undefined ? {} : { caCert }),
    ...(insecure === true ? { insecure } : {}),
    ...(typeof clockOffsetMs === "number" && clockOffsetMs !== 0 ? { clockOffsetMs } : {}),
  };
}

export function isOutputFormat(value: unknown): value is OutputFormat {
  return (outputFormats as readonly unknown[]).includes(value);
}
