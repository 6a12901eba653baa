import { hashIn } from "../../client/description/folder.ts";
import type { Client, Endpoint } from "../../client/http/call.ts";
import { createClient } from "../../client/http/client.ts";
import type { Destination } from "../../client/http/network-errors.ts";
import type { ProxyChoice } from "../../client/http/proxy-choice.ts";
import {
  type ConnectionSettings,
  type EffectiveConnection,
  needsProfiles,
  resolveConnection,
} from "../../client/profiles/connection.ts";
import { type GivenKey, readGivenKey } from "../../client/profiles/credentials.ts";
import { noProfiles } from "../../client/profiles/profile.ts";
import { configFolder, readProfiles, type StoredProfiles } from "../../client/profiles/store.ts";
import { findForm, formsFrom } from "../../client/service/facts.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { shellWord } from "../../core/text/shell-words.ts";
import type { ProfileSetting } from "../specs/profile-commands.ts";

/** The settings of a connection that a line, a variable or a profile may say. */
export type SettingName =
  | "profile"
  | "url"
  | "output"
  | "timeout"
  | "ca-cert"
  | "insecure"
  | "signature"
  | "addressing"
  | "config-dir";

/** What is to be examined: what the line and the environment say. */
export interface Subject {
  readonly context: Pick<Context, "env" | "clock" | "random" | "program" | "stdin" | "conceal" | "maskKnown">;
  readonly given: ConnectionSettings & {
    readonly configDir: string | undefined;
    readonly apiKeyFile: string | undefined;
    readonly apiKeyStdin: boolean;
  };
  /** What says a setting, as it is typed: `--url` or `SVC_URL`; without an entry, neither does. */
  readonly sources: Readonly<Partial<Record<SettingName, string>>>;
  /** What is wrong with settings of the environment, by variable. */
  readonly wrong: Readonly<Record<string, Failure>>;
  /** The programs called svc on PATH, in its order. */
  readonly programs: readonly string[];
  /** The completion script of the shell that the user logs in with; undefined where svc has none for it. */
  readonly completion: () => Promise<CompletionScript | undefined>;
  /** How long one step may take, in milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Takes the lines of `--debug`. */
  readonly trace: ((line: string) => void) | undefined;
}

/** Where a completion script belongs, and what stands there. */
export interface CompletionScript {
  readonly shell: string;
  readonly file: string;
  readonly state: "missing" | "current" | "other";
  /** What is still to do by hand before the shell finds it. */
  readonly next: string | undefined;
}

/** What is connected to: the service, or the proxy before it. */
interface Peer {
  readonly host: string;
  readonly port: number;
}

/** One address of a host. */
export interface Address {
  readonly address: string;
  readonly family: "IPv4" | "IPv6";
}

/** What is known so far. Checks note here what later ones need. */
export interface Facts extends FoundConnection {
  readonly subject: Subject;
  proxy?: ProxyChoice | undefined;
  /** The variable that names the proxy. */
  proxyVariable?: string;
  /** Where the last redirect pointed to. */
  location?: string;
  addresses?: readonly Address[];
  /** PEM text of the certificate authority that is to be trusted. */
  caCert?: string;
  /** The answer of the service to the question for its version. */
  version?: string | undefined;
  /** Why it does not answer that. */
  versionFailure?: Failure;
  /** The form of addressing in which the service listed the user's keys, or why it did not. */
  keys?: Promise<Endpoint["addressing"] | Failure>;
  /** The hash of its description, as answers name it. */
  hash?: string;
  /** Headers of answers that are about limits. */
  readonly limits: Map<string, string>;
  readonly clients: Client[];
}

export async function gatherFacts(subject: Subject): Promise<Facts> {
  return { ...(await findConnection(subject)), subject, limits: new Map(), clients: [] };
}

/** The connection. Checks that ask for it need the address. */
export function connectionOf({ connection }: Facts): EffectiveConnection {
  if (connection instanceof Failure) throw connection;
  return connection;
}

export function peerOf(facts: Facts): Peer {
  const { hostname, port, protocol } = new URL(facts.proxy?.origin ?? connectionOf(facts).endpoint.baseUrl);
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
  };
}

const limitHeader = /^(?:x-)?ratelimit-|^retry-after$/;

/** A client for the service, with another endpoint in some respects. Nothing is tried again. */
export function openClient(facts: Facts, changed: Partial<Endpoint> = {}): Client {
  const { subject, caCert, limits } = facts;
  const { endpoint, insecure } = connectionOf(facts);
  const { clock, random, env, conceal } = subject.context;
  const client = createClient({
    endpoint: { ...endpoint, ...changed },
    clock,
    random,
    env,
    timeoutMs: subject.timeoutMs,
    retries: 0,
    insecure,
    conceal,
    signal: subject.signal,
    trace: subject.trace,
    ...(caCert === undefined ? {} : { caCert }),
    noteHeaders: (headers) => {
      const hash = hashIn(headers);
      if (hash !== undefined) facts.hash = hash;
      if (headers["location"] !== undefined) facts.location = headers["location"];
      for (const [name, value] of Object.entries(headers))
        if (limitHeader.test(name)) limits.set(name, value.slice(0, 40));
    },
  });
  facts.clients.push(client);
  return client;
}

export async function closeClients({ clients }: Facts): Promise<void> {
  await Promise.allSettled(clients.map((client) => client.close()));
}

/** For the explanation of errors of a connection. */
export function destinationOf(facts: Facts): Destination {
  return {
    origin: new URL(connectionOf(facts).endpoint.baseUrl).origin,
    request: "",
    changes: false,
    timeoutMs: facts.subject.timeoutMs,
    usesProxy: facts.proxy !== undefined,
    hasAnswered: false,
  };
}

/** Where a connection comes from, each part found by itself, so that one that is wrong does not hide the others. */
export interface FoundConnection {
  /** The folder of the profiles; undefined where the environment names none. */
  readonly folder: string | undefined;
  readonly stored: StoredProfiles | Failure;
  /** Whether the profiles matter to this line. */
  readonly usesProfiles: boolean;
  /** The key that was given for this run; undefined where none is. */
  readonly given: GivenKey | undefined;
  /** Why no key can be used; undefined also where there is none at all. */
  readonly keyFailure: Failure | undefined;
  readonly connection: EffectiveConnection | Failure;
}

/** In the place of a key that cannot be read: it is never sent. */
const placeholder: GivenKey = {
  credentials: { consumerKey: "", tokenKey: "", tokenSecret: "" },
  from: "nothing",
};

async function findConnection({ given: settings, context, wrong }: Subject): Promise<FoundConnection> {
  const folder = configFolder(settings.configDir, context.env);
  const given = await orFailure(() => readGivenKey(settings, context));
  const stored = await orFailure(() => readProfiles(folder));
  const key = given instanceof Failure ? placeholder : given;
  const profiles = stored instanceof Failure ? noProfiles : stored.profiles;
  const usesProfiles = needsProfiles(settings, key);
  const common = {
    folder,
    stored,
    usesProfiles,
    given: given instanceof Failure ? undefined : given,
  };
  const badKey = given instanceof Failure ? given : undefined;
  const wrongUrl = settings.baseUrl === undefined ? wrong["SVC_URL"] : undefined;
  if (wrongUrl !== undefined) return { ...common, keyFailure: badKey, connection: wrongUrl };
  if (usesProfiles && stored instanceof Failure) return { ...common, keyFailure: badKey, connection: stored };
  const connection = await orFailure(() => resolveConnection(settings, key, profiles));
  if (!(connection instanceof Failure)) {
    return { ...common, keyFailure: badKey, connection: badKey ? keyless(connection) : connection };
  }
  // A profile's key that cannot be used leaves the rest of the profile as it is.
  const rest = await orFailure(() => resolveConnection(settings, placeholder, profiles));
  if (key !== undefined || rest instanceof Failure) {
    return { ...common, keyFailure: badKey, connection };
  }
  return { ...common, keyFailure: connection, connection: keyless(rest) };
}

const keyless = (connection: EffectiveConnection): EffectiveConnection => ({
  ...connection,
  endpoint: { ...connection.endpoint, credentials: undefined },
});

async function orFailure<Result>(work: () => Result | Promise<Result>): Promise<Result | Failure> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

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

/**
 * Asks for the list of the user's keys, as `svc login` does, first in the form of addressing that is set; once,
 * whichever check asks first. Answers the form that worked, or why none did.
 */
export function askKeys(facts: Facts): Promise<Endpoint["addressing"] | Failure> {
  facts.keys ??= ask(facts);
  return facts.keys;
}

async function ask(facts: Facts): Promise<Endpoint["addressing"] | Failure> {
  const { addressing } = connectionOf(facts).endpoint;
  try {
    return await findForm(formsFrom(addressing), async (form) => openClient(facts, { addressing: form }));
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}
