import { type CheckSpec, ok, warning } from "../check.ts";
import { connectionOf, type Facts } from "../facts.ts";
import type { SettingName } from "../subject.ts";

/** Where the settings come from, and which of them are passed over. */
export const settingsCheck: CheckSpec = {
  name: "settings",
  needs: ["address"],
  examine(facts) {
    const { warning: unused } = connectionOf(facts);
    const found = sourcesOf(facts).join("; ");
    return unused === undefined
      ? ok(found)
      : warning(`${unused}; ${found}`, "leave out --profile or unset SVC_PROFILE; or unset SVC_URL");
  },
};

/** What may come from the line or a variable besides address and key. */
const names: readonly SettingName[] = [
  "profile",
  "output",
  "timeout",
  "ca-cert",
  "insecure",
  "signature",
  "addressing",
  "config-dir",
];

function sourcesOf(facts: Facts): readonly string[] {
  const { sources } = facts.subject;
  const { profile, endpoint, caCert, insecure, output } = connectionOf(facts);
  const isGiven = (name: SettingName) => sources[name] !== undefined;
  const fromProfile = [
    ...(!isGiven("url") ? ["address"] : []),
    ...(facts.given === undefined && endpoint.credentials !== undefined ? ["key"] : []),
    ...(endpoint.addressing !== "path" && !isGiven("addressing") ? ["addressing"] : []),
    ...(endpoint.signature !== "plaintext" && !isGiven("signature") ? ["signature"] : []),
    ...(caCert !== undefined && !isGiven("ca-cert") ? ["ca-cert"] : []),
    ...(insecure && !isGiven("insecure") ? ["insecure"] : []),
    ...(output !== undefined && !isGiven("output") ? ["output"] : []),
    ...(endpoint.clockOffsetMs === 0 ? [] : [`clock-offset ${endpoint.clockOffsetMs / 1000} s`]),
  ];
  const inUse = sources.profile ?? "in use";
  const hasKey = endpoint.credentials !== undefined || facts.keyFailure !== undefined;
  return [
    ...(sources.url === undefined ? [] : [`address from ${sources.url}`]),
    ...(hasKey ? [] : ["no key"]),
    ...(profile === undefined || fromProfile.length === 0
      ? []
      : [`${fromProfile.join(", ")} of profile '${profile}' (${inUse})`]),
    ...(facts.given === undefined
      ? []
      : [`key from ${keySource(facts.given.from)}${profile === undefined ? "" : ", not the profile's"}`]),
    ...names.flatMap((name) => {
      const source = sources[name];
      const isSaid = source === undefined || name === "profile" || source === "--output";
      return isSaid ? [] : [`${name} from ${source}`];
    }),
  ];
}

/** What gave a key, without the name of a file. */
const keySource = (from: string): string => from.split(":")[0] ?? from;
