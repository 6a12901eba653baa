import { resolve } from "node:path";
import { exposesKey, normalizeBaseUrl } from "../../../client/http/address.ts";
import type { Client, Credentials, Endpoint } from "../../../client/http/call.ts";
import { type Connection, resolveConnection, withCommandKey } from "../../../client/profiles/connection.ts";
import { holdsKey, keyText, parseKey, readExplicitKey } from "../../../client/profiles/credentials.ts";
import {
  findProfile,
  isProfileName,
  maxClockOffsetMs,
  maxIgnoredSkewMs,
  noProfiles,
  type Profile,
  type Profiles,
  withoutProfile,
  withProfile,
} from "../../../client/profiles/profile.ts";
import {
  addressingOrder,
  askVersion,
  findAddressing,
  mayBeWrongAddressing,
  noService,
} from "../../../client/service/facts.ts";
import { Failure, isSignal } from "../../../core/failure.ts";
import { formatDuration } from "../../../core/text/units.ts";
import { connectionSettings, requireSettings } from "../../invocation/globals.ts";
import type { Invocation } from "../../invocation/invocation.ts";
import { userName } from "../../operation/confirmation.ts";
import { askHidden, askYesNo, requireYes } from "../../terminal/prompt.ts";
import { isInteractive } from "../../terminal/streams.ts";
import {
  describeProfile,
  invalidProfileName,
  loadProfiles,
  noteNoProfileInUse,
  type ProfileArgument,
  requireProfile,
  selectedProfileName,
  updateProfiles,
} from "./profiles.ts";

export async function storeLogin(
  invocation: Invocation<{ force?: boolean; "no-check"?: boolean; "no-use"?: boolean }, LoginArguments>,
): Promise<unknown> {
  const { context, globals, messages, options } = invocation;
  requireSettings(
    globals,
    connectionSettings.filter((name) => name !== "url"),
  );
  const profiles = loadProfiles(invocation);
  const { name, baseUrl } = parseLoginArguments(invocation, profiles);
  const profileExists = findProfile(profiles, name) !== undefined;
  if (profileExists && options["force"] !== true)
    await requireYes(context, globals.yes, `replace the stored profile '${name}' and its key?`);
  const credentials = await obtainKey(invocation, baseUrl);
  const settings = { ...globals, profile: undefined, url: baseUrl };
  const connection = resolveConnection(settings, { credentials, source: "the line" }, noProfiles);
  const { endpoint } = connection;
  if (exposesKey(endpoint))
    messages.warn(`${baseUrl} is not encrypted: the API key is sent in clear text; use https if possible`);
  const facts =
    options["no-check"] === true
      ? { addressing: endpoint.addressing, clockOffsetMs: 0, version: undefined, user: undefined }
      : await examineService(connection, invocation);
  const profile: Profile = {
    url: baseUrl,
    addressing: facts.addressing,
    signature: endpoint.signature,
    key: keyText(credentials),
    ...(facts.user === undefined ? {} : { user: facts.user }),
    ...(globals.caCert === undefined ? {} : { caCert: resolve(globals.caCert) }),
    ...(globals.insecure ? { insecure: true } : {}),
    ...(facts.clockOffsetMs === 0 ? {} : { clockOffsetMs: facts.clockOffsetMs }),
  };
  const { current: currentName = name } = profiles;
  const willBeCurrent =
    currentName === name ||
    (options["no-use"] !== true && (await confirmSwitch(invocation, name, currentName)));
  const newProfiles = await updateProfiles(invocation, (latest) => ({
    ...withProfile(latest, name, profile),
    ...(willBeCurrent ? { current: name } : {}),
  }));
  if (options["no-check"] !== true) await storeServiceCommands(connection, invocation);
  const version = facts.version === undefined ? "" : ` (API version ${facts.version})`;
  const userText = facts.user === undefined ? "" : ` as ${facts.user}`;
  const profileText = !willBeCurrent
    ? `'${currentName}' is still in use: 'svc profiles use ${name}' switches to '${name}'`
    : currentName === name
      ? `profile '${name}' is now in use`
      : `profile '${name}' is now in use instead of '${currentName}': 'svc profiles use ${currentName}' switches back`;
  messages.note(`logged in to ${baseUrl}${userText}${version}; ${profileText}`);
  return describeProfile(newProfiles, name);
}

/** A person is asked first; a script always switches to the new profile. */
async function confirmSwitch({ context, globals }: Invocation, name: string, currentName: string) {
  if (globals.yes || !isInteractive(context)) return true;
  return await askYesNo(context, `use profile '${name}' from now on, instead of '${currentName}'?`);
}

type LoginArguments = { readonly "name-or-url": string; readonly url: string | undefined };

/** Stores the commands that only this service has; login succeeds even if they cannot be read. */
async function storeServiceCommands(
  connection: Connection,
  { context, globals, messages, builtins, signal }: Invocation,
): Promise<void> {
  const [{ fetchDescription }, { locationOf }] = await Promise.all([
    import("../../described/fetch-description.ts"),
    import("../../described/service-catalogue.ts"),
  ]);
  try {
    const { groups } = await fetchDescription(
      locationOf(connection, globals, context),
      context,
      builtins,
      signal,
    );
    const count = groups.flatMap(({ operations }) => Object.keys(operations)).length;
    if (count > 0) messages.detail(`the service describes ${count} more commands: svc describe`);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (isSignal(error)) throw error.with({ hint: "the profile is stored and in use" });
    messages.detail(`could not read the commands that the service describes: ${error.message}`);
  }
}

function parseLoginArguments(
  { arguments: words, globals, context }: Invocation<unknown, LoginArguments>,
  profiles: Profiles,
): { readonly name: string; readonly baseUrl: string } {
  const { "name-or-url": nameOrUrl, url } = words;
  refuseKeys(nameOrUrl, url);
  const requestedName = globals.profile === context.env["SVC_PROFILE"] ? undefined : globals.profile;
  if (url !== undefined)
    return { name: profileName(nameOrUrl, requestedName), baseUrl: normalizeBaseUrl(url) };
  const isAddress = nameOrUrl.includes("/") || nameOrUrl.includes(":");
  if (!isAddress) requireSettings(globals, ["url"]);
  const knownUrl = globals.url ?? findProfile(profiles, nameOrUrl)?.url;
  if (!isAddress && knownUrl !== undefined)
    return { name: profileName(nameOrUrl, requestedName), baseUrl: normalizeBaseUrl(knownUrl) };
  if (!isAddress && isProfileName(nameOrUrl) && !nameOrUrl.includes(".")) {
    throw new Failure("usage", `the address of '${nameOrUrl}' is missing`, {
      hint: `an address looks like http://host:5240/SVC: svc login ${nameOrUrl} URL`,
    });
  }
  const baseUrl = normalizeBaseUrl(nameOrUrl);
  return {
    name: requestedName === undefined ? nameFromUrl(baseUrl) : profileName(requestedName, undefined),
    baseUrl,
  };
}

function profileName(name: string, requestedName: string | undefined): string {
  if (!isProfileName(name))
    throw invalidProfileName().with({ hint: "the name comes first: svc login NAME URL" });
  if (requestedName !== undefined && requestedName !== name)
    throw new Failure("usage", `two names for one profile: '${name}' and --profile '${requestedName}'`);
  return name;
}

/** `lab` for `lab.example`; `default` for a numeric address or localhost. */
function nameFromUrl(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  const [label = ""] = hostname.split(".");
  const isNumeric = /^[\d.]+$|^\[/.test(hostname);
  return isNumeric || label === "localhost" || !isProfileName(label) ? "default" : label;
}

function refuseKeys(...words: readonly (string | undefined)[]): void {
  if (!words.some((word) => word !== undefined && holdsKey(word))) return;
  throw new Failure("usage", "an API key cannot be an argument, because other users could see it", {
    hint: "revoke this key on the service, and enter the new one at the prompt, or give it with --api-key-file or --api-key-stdin",
  });
}

async function obtainKey(invocation: Invocation, baseUrl: string): Promise<Credentials> {
  const { context, globals, messages } = invocation;
  const canAsk = isInteractive(context);
  // On a terminal the key is read from a prompt without echo, even with --api-key-stdin.
  const suppliedKey = await readExplicitKey(
    { ...globals, apiKeyStdin: globals.apiKeyStdin && !canAsk },
    context,
  );
  if (suppliedKey !== undefined && !(globals.apiKeyStdin && canAsk)) {
    messages.detail(`the API key comes from ${suppliedKey.source}`);
    return suppliedKey.credentials;
  }
  if (canAsk) {
    messages.note(keySource);
    return parseKey(await askHidden(context, `API key for ${baseUrl}`), "the answer");
  }
  throw new Failure("notAuthenticated", "no API key, and no terminal to ask for it", {
    hint: `give it with --api-key-stdin, --api-key-file FILE or SVC_API_KEY; ${keySource}`,
  });
}

const keySource =
  "find or create an API key in the web interface, under your user preferences, or ask an administrator";

/** The version needs no key and shows the service's time; every user may list the keys. */
async function examineService(connection: Connection, invocation: Invocation) {
  try {
    return await askService(connection, invocation);
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "unreachable") throw error;
    // The hint explains how to change a stored address, but no profile is stored yet.
    const cause = error.details.hint?.replace(/check the address: .*/, "check the address");
    const nextStep = `svc doctor --url ${connection.endpoint.baseUrl} looks for the cause`;
    throw error.with({ hint: [...(cause ? [cause] : []), "nothing was stored", nextStep].join("; ") });
  }
}

async function askService(connection: Connection, invocation: Invocation) {
  const { globals, messages } = invocation;
  const { endpoint } = connection;
  const open = (overrides: Partial<Endpoint>) =>
    invocation.open({ ...connection, endpoint: { ...endpoint, ...overrides } });
  const anonymousClient = await open({ credentials: undefined });
  const version = await askVersion(anonymousClient);
  const skewMs = anonymousClient.clockSkewMs() ?? 0;
  const clockOffsetMs = Math.abs(skewMs) > maxIgnoredSkewMs ? Math.round(skewMs / 1000) * 1000 : 0;
  if (Math.abs(clockOffsetMs) > maxClockOffsetMs) throw wrongClock(clockOffsetMs, invocation);
  if (clockOffsetMs !== 0) {
    const direction = clockOffsetMs > 0 ? "behind" : "ahead of";
    messages.warn(
      `this computer's clock is ${formatDuration(Math.abs(clockOffsetMs))} ${direction} the service's; requests are signed with ` +
        "the service's time, according to the profile's clock-offset",
    );
  }
  const forms = globals.addressing === undefined ? addressingOrder("path") : [globals.addressing];
  try {
    const addressing = await findAddressing(forms, (form) => open({ addressing: form, clockOffsetMs }));
    if (addressing !== "path")
      messages.note("the service expects operations as ?op=name; this is stored in the profile");
    return {
      addressing,
      /** 0 unless the clocks differ enough to matter. */
      clockOffsetMs,
      /** Undefined if the service does not report it. */
      version,
      user: await userName(await open({ addressing, clockOffsetMs })),
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.kind === "notAuthenticated") throw error.with({ hint: wrongKeyHint });
    throw mayBeWrongAddressing(error) ? noService(endpoint, error) : error;
  }
}

const wrongKeyHint =
  "the service does not accept this API key: is it complete, and does it belong to this service? nothing was stored";

/** An offset this large is not stored, because that would hide that one of the clocks is wrong. */
function wrongClock(offsetMs: number, { context }: Invocation): Failure {
  const serviceTime = new Date(context.clock.now() + offsetMs).toISOString().slice(0, 16).replace("T", " ");
  const days = Math.round(Math.abs(offsetMs) / maxClockOffsetMs);
  const direction = offsetMs > 0 ? "ahead of" : "behind";
  return new Failure(
    "notAuthenticated",
    `the service's clock says ${serviceTime}Z, ${days} days ${direction} this computer's: nothing was stored`,
    { hint: "correct the clock that is wrong; an offset of more than a day is not stored" },
  );
}

export async function removeLogin(invocation: Invocation<{ readonly revoke?: boolean }, ProfileArgument>) {
  const { context, globals, messages } = invocation;
  const revokes = invocation.options.revoke === true;
  const profiles = loadProfiles(invocation);
  const name = selectedProfileName(invocation, profiles);
  const profile = requireProfile(profiles, name);
  if (revokes) {
    const question = `delete the key of profile '${name}' at ${profile.url}? Everything else that uses it stops working`;
    await requireYes(context, globals.yes, question);
    await revokeKey(name, profiles, invocation);
  }
  await updateProfiles(invocation, (latest) => withoutProfile(latest, name));
  messages.note(
    revokes
      ? `logged out: profile '${name}' was removed`
      : `logged out: profile '${name}' was removed; its key still works on the service (--revoke deletes it there)`,
  );
  noteNoProfileInUse(invocation, profiles, name);
}

/** A key that the service no longer has (401, 404) counts as deleted. */
async function revokeKey(name: string, profiles: Profiles, invocation: Invocation): Promise<void> {
  const { globals, messages } = invocation;
  const source = `profile '${name}'`;
  const settings = { ...globals, profile: name, url: undefined };
  const { key, keyCommand } = requireProfile(profiles, name);
  const storedKey = keyCommand === undefined ? { credentials: parseKey(key, source), source } : undefined;
  const connection = await withCommandKey(
    resolveConnection(settings, storedKey, profiles),
    invocation.context.env,
  );
  const client = await invocation.open(connection);
  const { tokenGroup } = await import("../../../catalogue/groups/keys.ts");
  try {
    await client.call(tokenGroup.operations["account.delete_authorisation_token"], {
      token_key: client.endpoint.credentials?.tokenKey ?? "",
    });
    messages.note("the key was deleted on the service");
  } catch (error) {
    if (!(error instanceof Failure) || !isKeyGone(error, client)) throw error;
    messages.note(`the service no longer has the key (${error.details.status})`);
  }
}

/** A 401 caused by a wrong clock does not mean that the key is gone. */
function isKeyGone({ details }: Failure, client: Client): boolean {
  const isClockOff = Math.abs(client.clockSkewMs() ?? 0) > 300_000;
  return details.status === 404 || (details.status === 401 && !isClockOff);
}
