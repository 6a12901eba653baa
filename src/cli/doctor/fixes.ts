import type { ProfileSetting } from "../../catalogue/commands/profile-settings.ts";
import { shellWord } from "../../core/text/shell-word.ts";
import { connectionOf, type Facts } from "./facts.ts";

/** The option or variable that says a setting of a connection, as it is typed before its value. */
const variables = {
  url: "SVC_URL",
  addressing: "SVC_ADDRESSING",
  signature: "SVC_SIGNATURE",
  "ca-cert": "SVC_CA_CERT",
} as const satisfies Partial<Record<ProfileSetting, string>>;

type Changeable = keyof typeof variables;

/** How a setting is changed where it is said now: an option, a variable, or the profile. */
export function changeOf(facts: Facts, name: Changeable, value: string): string {
  const { sources } = facts.subject;
  const { profile } = connectionOf(facts);
  const source = sources[name];
  const word = isPlaceholder(value) ? value : shellWord(value);
  if (source?.startsWith("--") === true) return `${source} ${word}`;
  if (source !== undefined || profile === undefined) return `export ${variables[name]}=${word}`;
  return profileChange(profile, name, value);
}

/** The command that changes a setting of a stored profile. */
export const profileChange = (profile: string, name: ProfileSetting, value: string): string =>
  `svc profiles set ${profile} ${shellWord(`${name}=${value}`)}`;

/** The command that stores another key, where the key comes from a profile; else how it is set. */
export function newKeyFix(facts: Facts): string {
  const { given } = facts;
  const { endpoint, profile } = connectionOf(facts);
  const login = `svc login ${profile === undefined ? `NAME ${endpoint.baseUrl}` : `${profile} --force`}`;
  if (given === undefined) return login;
  const isVariable = given.from === "SVC_API_KEY";
  if (isVariable && profile !== undefined) return "unset SVC_API_KEY";
  return isVariable
    ? "set SVC_API_KEY to a key of this service, as its web page or an administrator gives it"
    : `give another key: ${login}`;
}

/** A word such as `FILE`, in the place of what the reader knows. */
const isPlaceholder = (value: string): boolean => /^[A-Z]+$/.test(value);
