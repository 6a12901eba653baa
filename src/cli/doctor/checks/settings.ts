import { normalizeBaseUrl } from "../../../client/http/address.ts";
import { requireKey } from "../../../client/profiles/connection.ts";
import { readCurrentUser } from "../../../client/service/facts.ts";
import { Failure, resultOrFailure } from "../../../core/failure.ts";
import { type CheckResult, type Checks, failed, failedBy, ok, skipped, warning } from "../check.ts";
import {
  connectionOf,
  type Facts,
  findWorkingAddressing,
  keySource,
  newKeyFix,
  openClient,
  profileSettingFix,
  type SettingName,
  settingNames,
} from "../facts.ts";

export const settingsChecks = {
  address: {
    async examine(facts) {
      const { connection, inputs } = facts;
      if (connection instanceof Failure) return resultWithoutAddress(connection, facts);
      const { baseUrl } = connection.endpoint;
      const source = inputs.sources.url ?? `profile '${connection.profile}'`;
      const normalUrl = await resultOrFailure(() => normalizeBaseUrl(baseUrl));
      if (normalUrl instanceof Failure) {
        const fix = urlFix(connection.profile, "http://host:5240/SVC");
        return failed("usage", `${normalUrl.message} (${source})`, fix);
      }
      if (normalUrl !== baseUrl)
        return warning(
          `${baseUrl} (${source}) contains more than a base address`,
          urlFix(connection.profile, normalUrl),
        );
      const segmentNote = new URL(baseUrl).pathname === "/" ? ", without a name segment" : "";
      return ok(`${baseUrl}${segmentNote} (${source})`);
    },
  },
  settings: {
    needs: ["address"],
    examine(facts) {
      const { warning: unusedProfileWarning } = connectionOf(facts);
      const sourceText = sourceTexts(facts).join("; ");
      return unusedProfileWarning === undefined
        ? ok(sourceText)
        : warning(
            `${unusedProfileWarning}; ${sourceText}`,
            "leave out --profile or unset SVC_PROFILE; or unset SVC_URL",
          );
    },
  },
  key: {
    needs: ["service"],
    async examine(facts) {
      const { keyFailure } = facts;
      const connection = connectionOf(facts);
      if (keyFailure !== undefined) return failedBy(keyFailure, commandFix(keyFailure) ?? newKeyFix(facts));
      if (connection.endpoint.credentials === undefined) return await examineWithoutKey(facts);
      const result = await findWorkingAddressing(facts);
      const from = sourceOf(facts);
      if (!(result instanceof Failure)) return ok(`accepted (${from}, ${connection.endpoint.signature})`);
      if (result.kind !== "notAuthenticated") return failedBy(result);
      const cause = causeOf(result.message);
      return failed(
        result.kind,
        `not accepted (${from}): ${result.message.replace(/\.$/, "")}${cause === undefined ? "" : `; ${cause.text}`}`,
        fixFor(cause, facts),
      );
    },
  },
  user: {
    needs: ["key", "addressing"],
    async examine(facts) {
      const user = await readCurrentUser(openClient(facts));
      const name = user?.["username"];
      if (typeof name !== "string" || name === "")
        return skipped("the service does not say which user the key belongs to");
      const isAdmin = user?.["is_superuser"];
      const role =
        isAdmin === true ? ", an administrator" : isAdmin === false ? ", not an administrator" : "";
      return ok(`${name.slice(0, 80)}${role}`);
    },
  },
} satisfies Checks;

const urlFix = (profile: string | undefined, url: string): string =>
  profile === undefined ? `export SVC_URL=${url}` : profileSettingFix(profile, "url", url);

function resultWithoutAddress(failure: Failure, { stored, usesProfiles }: Facts): CheckResult {
  const [profilesWarning] = stored instanceof Failure ? [] : stored.warnings;
  const areProfilesUnreadable =
    failure === stored || (usesProfiles && profilesWarning?.includes("cannot be read") === true);
  return areProfilesUnreadable
    ? failed(
        failure.kind,
        "the profiles cannot be read, and no address is set elsewhere",
        "see the check 'profiles'",
      )
    : failedBy(failure);
}

function sourceTexts(facts: Facts): readonly string[] {
  const { sources } = facts.inputs;
  const { profile, endpoint, caCert, insecure, output } = connectionOf(facts);
  const isSet = (name: SettingName) => sources[name] !== undefined;
  const fromProfile = [
    ...(!isSet("url") ? ["address"] : []),
    ...(facts.explicitKey === undefined && endpoint.credentials !== undefined ? ["key"] : []),
    ...(endpoint.addressing !== "path" && !isSet("addressing") ? ["addressing"] : []),
    ...(endpoint.signature !== "plaintext" && !isSet("signature") ? ["signature"] : []),
    ...(caCert !== undefined && !isSet("ca-cert") ? ["ca-cert"] : []),
    ...(insecure && !isSet("insecure") ? ["insecure"] : []),
    ...(output !== undefined && !isSet("output") ? ["output"] : []),
    ...(endpoint.clockOffsetMs === 0 ? [] : [`clock-offset ${endpoint.clockOffsetMs / 1000} s`]),
  ];
  const profileSource = sources.profile ?? "in use";
  const hasKey = endpoint.credentials !== undefined || facts.keyFailure !== undefined;
  return [
    ...(sources.url === undefined ? [] : [`address from ${sources.url}`]),
    ...(hasKey ? [] : ["no key"]),
    ...(profile === undefined || fromProfile.length === 0
      ? []
      : [`${fromProfile.join(", ")} of profile '${profile}' (${profileSource})`]),
    ...(facts.explicitKey === undefined
      ? []
      : [`key from ${keySource(facts.explicitKey)}${profile === undefined ? "" : ", not the profile's"}`]),
    ...settingNames.flatMap((name) => {
      const source = sources[name];
      const isReportedElsewhere =
        source === undefined || name === "profile" || name === "url" || source === "--output";
      return isReportedElsewhere ? [] : [`${name} from ${source}`];
    }),
  ];
}

/** Only the user can find out why the profile's `key-command` fails. */
const commandFix = ({ details: { hint } }: Failure): string | undefined =>
  hint?.startsWith("run it by itself") === true ? hint : undefined;

function sourceOf({ explicitKey, connection }: Facts): string {
  const profile = connection instanceof Failure ? undefined : connection.profile;
  if (explicitKey === undefined) return `profile '${profile}'`;
  const from = keySource(explicitKey);
  return profile === undefined ? from : `${from}, which replaces the key of profile '${profile}'`;
}

async function examineWithoutKey(facts: Facts): Promise<CheckResult> {
  const failure = await resultOrFailure(() => requireKey(connectionOf(facts)));
  return failure instanceof Failure ? failedBy(failure, newKeyFix(facts)) : ok("none is needed");
}

interface Cause {
  readonly about: "time" | "signature" | "key";
  readonly pattern: RegExp;
  readonly text: string;
}

const causes: readonly Cause[] = [
  { about: "time", pattern: /timestamp|expired/i, text: "the time in the signature is not accepted" },
  { about: "time", pattern: /nonce/i, text: "a request was rejected as a replay" },
  { about: "signature", pattern: /signature/i, text: "the last part of the key does not match the others" },
  { about: "key", pattern: /consumer|token/i, text: "the key was deleted, or belongs to another service" },
];

export const causeOf = (text: string): Cause | undefined => causes.find(({ pattern }) => pattern.test(text));

function fixFor(cause: Cause | undefined, facts: Facts): string {
  if (cause?.about === "time")
    return "see the check 'clock', and correct the clock that is wrong (timedatectl set-ntp true)";
  const { endpoint, profile } = connectionOf(facts);
  const newKeyAdvice = newKeyFix(facts);
  if (endpoint.signature !== "hmac-sha1" || profile === undefined) return newKeyAdvice;
  return `${newKeyAdvice}; or ${profileSettingFix(profile, "signature", "plaintext")}`;
}
