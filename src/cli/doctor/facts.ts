import { type GlobalOptionName, type ProfileSetting, variableOf } from "../../catalogue/commands/options.ts";
import { hashIn } from "../../client/description/folder.ts";
import type { Client, Endpoint } from "../../client/http/call.ts";
import { createClient } from "../../client/http/client.ts";
import type { Destination } from "../../client/http/network-errors.ts";
import type { ProxyChoice } from "../../client/http/proxy-choice.ts";
import {
  type ConnectionSettings,
  type ConnectionSources,
  type EffectiveConnection,
  needsProfiles,
  resolveConnection,
  withCommandKey,
} from "../../client/profiles/connection.ts";
import { type ExplicitKey, readExplicitKey } from "../../client/profiles/credentials.ts";
import { noProfiles } from "../../client/profiles/profile.ts";
import { configFolder, readProfiles, type StoredProfiles } from "../../client/profiles/store.ts";
import { addressingOrder, findAddressing } from "../../client/service/facts.ts";
import type { Context } from "../../context.ts";
import { Failure, resultOrFailure } from "../../core/failure.ts";
import { shellWord } from "../../core/text/shell-words.ts";
import { type Peer, peerAt } from "./sockets.ts";

/** Maps each setting to its member of the global options. */
export const settingMembers = {
  profile: "profile",
  url: "url",
  output: "output",
  timeout: "timeoutMs",
  "ca-cert": "caCert",
  insecure: "insecure",
  signature: "signature",
  addressing: "addressing",
  "config-dir": "configDir",
} as const;

export type SettingName = keyof typeof settingMembers;

export const settingNames = Object.keys(settingMembers) as readonly SettingName[];

export interface DoctorInputs {
  readonly context: Pick<
    Context,
    "env" | "clock" | "random" | "program" | "stdin" | "conceal" | "maskSecrets"
  >;
  readonly userSettings: ConnectionSettings & ConnectionSources;
  /** The option or variable that provides a setting, such as `--url` or `SVC_URL`. */
  readonly sources: Readonly<Partial<Record<SettingName, string>>>;
  /** Errors in environment variables, by option. */
  readonly invalidSettings: Readonly<Partial<Record<GlobalOptionName, Failure>>>;
  readonly programsOnPath: readonly string[];
  readonly completion: () => Promise<CompletionScript | undefined>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly trace: ((line: string) => void) | undefined;
}

export interface CompletionScript {
  readonly shell: string;
  readonly file: string;
  readonly state: "missing" | "current" | "other";
  readonly next: string | undefined;
}

export interface Address {
  readonly address: string;
  readonly family: "IPv4" | "IPv6";
}

/** What is known so far: each check stores what later checks need. */
export interface Facts extends ConnectionFacts {
  readonly inputs: DoctorInputs;
  proxy?: ProxyChoice | undefined;
  proxyVariable?: string;
  location?: string;
  addresses?: readonly Address[];
  caCert?: string;
  version?: string | undefined;
  /** The addressing with which the service listed the user's keys, or the error. */
  workingAddressing?: Promise<Endpoint["addressing"] | Failure>;
  descriptionHash?: string;
  readonly rateLimits: Map<string, string>;
  readonly clients: Client[];
}

export async function gatherFacts(inputs: DoctorInputs): Promise<Facts> {
  return { ...(await findConnection(inputs)), inputs, rateLimits: new Map(), clients: [] };
}

/** Throws the `Failure` that prevents a connection; checks that need `address` do not run then. */
export function connectionOf({ connection }: Facts): EffectiveConnection {
  if (connection instanceof Failure) throw connection;
  return connection;
}

export const peerOf = (facts: Facts): Peer =>
  peerAt(new URL(facts.proxy?.origin ?? connectionOf(facts).endpoint.baseUrl));

const limitHeader = /^(?:x-)?ratelimit-|^retry-after$/;

/** Creates a client that never retries. */
export function openClient(facts: Facts, overrides: Partial<Endpoint> = {}): Client {
  const { inputs, caCert, rateLimits } = facts;
  const { endpoint, insecure } = connectionOf(facts);
  const { clock, random, env, conceal } = inputs.context;
  const client = createClient({
    endpoint: { ...endpoint, ...overrides },
    clock,
    random,
    env,
    timeoutMs: inputs.timeoutMs,
    retries: 0,
    insecure,
    conceal,
    signal: inputs.signal,
    trace: inputs.trace,
    ...(caCert === undefined ? {} : { caCert }),
    noteHeaders: (headers) => {
      const hash = hashIn(headers);
      if (hash !== undefined) facts.descriptionHash = hash;
      if (headers["location"] !== undefined) facts.location = headers["location"];
      for (const [name, value] of Object.entries(headers))
        if (limitHeader.test(name)) rateLimits.set(name, value.slice(0, 40));
    },
  });
  facts.clients.push(client);
  return client;
}

export function destinationOf(facts: Facts): Destination {
  return {
    origin: new URL(connectionOf(facts).endpoint.baseUrl).origin,
    request: "",
    isChange: false,
    timeoutMs: facts.inputs.timeoutMs,
    usesProxy: facts.proxy !== undefined,
    hasAnswered: false,
  };
}

export interface ConnectionFacts {
  readonly folder: string | undefined;
  readonly stored: StoredProfiles | Failure;
  readonly usesProfiles: boolean;
  readonly explicitKey: ExplicitKey | undefined;
  /** Why the key cannot be used. Undefined if it can, or if there is no key. */
  readonly keyFailure: Failure | undefined;
  readonly connection: EffectiveConnection | Failure;
}

/** Replaces a key that cannot be read; never sent. */
const placeholderKey: ExplicitKey = {
  credentials: { consumerKey: "", tokenKey: "", tokenSecret: "" },
  source: "nothing",
};

async function findConnection({
  userSettings: settings,
  context,
  invalidSettings,
}: DoctorInputs): Promise<ConnectionFacts> {
  const folder = configFolder(settings.configDir, context.env);
  const keyOrFailure = await resultOrFailure(() => readExplicitKey(settings, context));
  const stored = await resultOrFailure(() => readProfiles(folder));
  const key = keyOrFailure instanceof Failure ? placeholderKey : keyOrFailure;
  const profiles = stored instanceof Failure ? noProfiles : stored.profiles;
  const usesProfiles = needsProfiles(settings, key);
  const [keyFailure, explicitKey] =
    keyOrFailure instanceof Failure ? [keyOrFailure, undefined] : [undefined, keyOrFailure];
  const facts = { folder, stored, usesProfiles, explicitKey, keyFailure };
  const urlFailure = settings.url === undefined ? invalidSettings.url : undefined;
  if (urlFailure !== undefined) return { ...facts, connection: urlFailure };
  if (usesProfiles && stored instanceof Failure) return { ...facts, connection: stored };
  const connection = await resultOrFailure(() =>
    withCommandKey(resolveConnection(settings, key, profiles), context.env),
  );
  if (!(connection instanceof Failure))
    return { ...facts, connection: keyFailure ? withoutKey(connection) : connection };
  // The other settings of the profile are used even if its key cannot be.
  const profileConnection = await resultOrFailure(() =>
    resolveConnection(settings, placeholderKey, profiles),
  );
  if (key !== undefined || profileConnection instanceof Failure) return { ...facts, connection };
  return { ...facts, keyFailure: connection, connection: withoutKey(profileConnection) };
}

const withoutKey = (connection: EffectiveConnection): EffectiveConnection => ({
  ...connection,
  endpoint: { ...connection.endpoint, credentials: undefined },
});

type ChangeableSetting = "url" | "addressing" | "signature" | "ca-cert";

export function settingFix(facts: Facts, name: ChangeableSetting, value: string): string {
  const { sources } = facts.inputs;
  const { profile } = connectionOf(facts);
  const source = sources[name];
  const isPlaceholder = /^[A-Z]+$/.test(value);
  const word = isPlaceholder ? value : shellWord(value);
  if (source?.startsWith("--") === true) return `${source} ${word}`;
  if (source !== undefined || profile === undefined) return `export ${variableOf(name)}=${word}`;
  return profileSettingFix(profile, name, value);
}

export const profileSettingFix = (profile: string, name: ProfileSetting, value: string): string =>
  `svc profiles set ${profile} ${shellWord(`${name}=${value}`)}`;

/** Returns the source without the name of its file, which follows a colon. */
export const keySource = ({ source }: ExplicitKey): string => source.split(":")[0] ?? source;

export function newKeyFix(facts: Facts): string {
  const { explicitKey } = facts;
  const { endpoint, profile } = connectionOf(facts);
  const login = `svc login ${profile === undefined ? `NAME ${endpoint.baseUrl}` : `${profile} --force`}`;
  if (explicitKey === undefined) return login;
  const isVariable = explicitKey.source === "SVC_API_KEY";
  if (isVariable && profile !== undefined) return "unset SVC_API_KEY";
  return isVariable
    ? "set SVC_API_KEY to a key of this service, from its web page or an administrator"
    : `use another key: ${login}`;
}

/** Sends requests only once per examination. */
export function findWorkingAddressing(facts: Facts): Promise<Endpoint["addressing"] | Failure> {
  const { addressing } = connectionOf(facts).endpoint;
  facts.workingAddressing ??= resultOrFailure(() =>
    findAddressing(addressingOrder(addressing), async (form) => openClient(facts, { addressing: form })),
  );
  return facts.workingAddressing;
}
