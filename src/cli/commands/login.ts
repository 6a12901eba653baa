import { resolve } from "node:path";
import { normaliseBaseUrl, warnsOnPlainHttp } from "../../client/http/address.ts";
import type { Credentials } from "../../client/http/call.ts";
import { holdsKey, keyText, parseKey, readGivenKey } from "../../client/profiles/credentials.ts";
import { type Connection, resolveConnection } from "../../client/profiles/precedence.ts";
import {
  findProfile,
  isProfileName,
  noProfiles,
  type Profile,
  type Profiles,
  withProfile,
} from "../../client/profiles/profile.ts";
import { Failure, isSignal } from "../../core/failure.ts";
import { connectionSettings, requireSettings } from "../invocation/globals.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { isInteractive } from "../terminal/capabilities.ts";
import { askHidden, requireYes } from "../terminal/prompt.ts";
import { examineService } from "./login-check.ts";
import { printing } from "./printing.ts";
import { changeStored, describeProfile, invalidName, loadProfiles, profileShape } from "./stored-profiles.ts";

/**
 * `svc login [NAME] URL`: a key, proved at the service, becomes a stored profile, which is then the one in
 * use.
 */
export const login = printing(profileShape, async (invocation) => {
  const { context, globals, messages, options } = invocation;
  requireSettings(
    globals,
    connectionSettings.filter((name) => name !== "url"),
  );
  const profiles = loadProfiles(invocation);
  const { name, baseUrl } = readWords(invocation, profiles);
  const isKnown = findProfile(profiles, name) !== undefined;
  if (isKnown && options["force"] !== true) {
    await requireYes(context, globals.yes, `replace the stored profile '${name}' and its key?`);
  }
  const credentials = await obtainKey(invocation, baseUrl);
  const settings = { ...globals, profile: undefined, baseUrl };
  const connection = resolveConnection(settings, { credentials, from: "the line" }, noProfiles);
  const { endpoint } = connection;
  if (warnsOnPlainHttp(endpoint)) {
    messages.warn(`${baseUrl} is not encrypted: the API key is sent in clear text; use https if possible`);
  }
  const found =
    options["no-check"] === true
      ? { addressing: endpoint.addressing, clockOffsetMs: 0, version: undefined }
      : await examineService(connection, invocation);
  const profile: Profile = {
    url: baseUrl,
    addressing: found.addressing,
    signature: endpoint.signature,
    key: keyText(credentials),
    ...(globals.caCert === undefined ? {} : { caCert: resolve(globals.caCert) }),
    ...(globals.insecure ? { insecure: true } : {}),
    ...(found.clockOffsetMs === 0 ? {} : { clockOffsetMs: found.clockOffsetMs }),
  };
  const changed = await changeStored(invocation, (now) => ({
    ...withProfile(now, name, profile),
    current: name,
  }));
  if (options["no-check"] !== true) await learnOffers(connection, invocation);
  const version = found.version === undefined ? "" : ` (API version ${found.version})`;
  messages.note(`logged in to ${baseUrl}${version}; profile '${name}' is now in use`);
  return describeProfile(changed, name);
});

/** Learns the further commands of the service; a login does not depend on it. */
async function learnOffers(
  connection: Connection,
  { context, globals, messages, signal }: Invocation,
): Promise<void> {
  const [{ learn }, { placeAt }] = await Promise.all([
    import("../described/learn.ts"),
    import("../described/known-service.ts"),
  ]);
  try {
    const { groups } = await learn(placeAt(connection, globals, context), context, signal);
    const count = groups.flatMap(({ operations }) => Object.keys(operations)).length;
    if (count > 0) messages.detail(`the service describes ${count} further commands: svc describe`);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (isSignal(error)) throw error.with({ hint: "the profile is stored and in use" });
    messages.detail(`the service could not be asked for its own commands: ${error.message}`);
  }
}

/** Name and address from the words of the line; an address alone is named after its host. */
function readWords(
  { arguments: words, globals, context }: Invocation,
  profiles: Profiles,
): { readonly name: string; readonly baseUrl: string } {
  const first = String(words["name-or-url"] ?? "");
  const second = words["url"] as string | undefined;
  refuseKeys(first, second);
  const named = globals.profile === context.env["SVC_PROFILE"] ? undefined : globals.profile;
  if (second !== undefined) return { name: profileName(first, named), baseUrl: normaliseBaseUrl(second) };
  const isAddress = first.includes("/") || first.includes(":");
  if (!isAddress) requireSettings(globals, ["url"]);
  const elsewhere = globals.url ?? findProfile(profiles, first)?.url;
  if (!isAddress && elsewhere !== undefined) {
    return { name: profileName(first, named), baseUrl: normaliseBaseUrl(elsewhere) };
  }
  if (!isAddress && isProfileName(first) && !first.includes(".")) {
    throw new Failure("usage", `the address of '${first}' is missing`, {
      hint: `an address looks like http://host:5240/SVC: svc login ${first} URL`,
    });
  }
  const baseUrl = normaliseBaseUrl(first);
  return { name: named === undefined ? nameAfter(baseUrl) : profileName(named, undefined), baseUrl };
}

function profileName(name: string, named: string | undefined): string {
  if (!isProfileName(name)) {
    throw invalidName().with({ hint: "the name comes first: svc login NAME URL" });
  }
  if (named !== undefined && named !== name) {
    throw new Failure("usage", `two names for one profile: '${name}' and --profile '${named}'`);
  }
  return name;
}

/**
 * The first label of the host, such as `lab` for `lab.example`; `default` for an address in numbers or this
 * machine.
 */
function nameAfter(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  const [label = ""] = hostname.split(".");
  const isNumeric = /^[\d.]+$|^\[/.test(hostname);
  return isNumeric || label === "localhost" || !isProfileName(label) ? "default" : label;
}

function refuseKeys(...words: readonly (string | undefined)[]): void {
  if (!words.some((word) => word !== undefined && holdsKey(word))) return;
  throw new Failure("usage", "an API key is never an argument: other users and the shell's history see it", {
    hint: "revoke this key at the service, and enter the new one at the prompt, or give it with --api-key-file or --api-key-stdin",
  });
}

async function obtainKey(invocation: Invocation, baseUrl: string): Promise<Credentials> {
  const { context, globals, messages } = invocation;
  const asks = isInteractive(context);
  // On a terminal, standard input is a person: the key must not be echoed.
  const given = await readGivenKey({ ...globals, apiKeyStdin: globals.apiKeyStdin && !asks }, context);
  if (given !== undefined && !(globals.apiKeyStdin && asks)) {
    messages.detail(`the API key comes from ${given.from}`);
    return given.credentials;
  }
  if (asks) return parseKey(await askHidden(context, `API key for ${baseUrl}`), "the answer");
  throw new Failure("notAuthenticated", "no API key, and no terminal to ask for it", {
    hint: "give it with --api-key-stdin, --api-key-file FILE or SVC_API_KEY",
  });
}
