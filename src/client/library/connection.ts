import { Failure } from "../../core/failure.ts";
import type { KnownSecrets } from "../../core/secrets/text.ts";
import { choiceFor } from "../../core/text/choices.ts";
import { parseInterval } from "../../core/text/duration.ts";
import { version } from "../../core/version.ts";
import { normaliseBaseUrl, warnsOnPlainHttp } from "../http/address.ts";
import type { Client, ClientOptions } from "../http/call.ts";
import { createClient } from "../http/client.ts";
import {
  type ConnectionSettings,
  connectionWith,
  requireKey,
  withCommandKey,
} from "../profiles/connection.ts";
import { type ExplicitKey, parseKey } from "../profiles/credentials.ts";
import type { ConnectOptions } from "./types.ts";

type Env = ClientOptions["env"];

/** An explicit address, key or profile replaces both address and key of the environment. */
export async function openClient(
  options: ConnectOptions,
  env: Env,
  timeAndRandom: Pick<ClientOptions, "clock" | "random">,
  secrets: KnownSecrets,
): Promise<Client> {
  const note = debugNote(options, secrets);
  const isAnonymous = options.anonymous === true;
  const key = isAnonymous ? undefined : explicitKeyOf(options, env);
  const lookup = connectionWith(key, settingsOf(options, env), env);
  const connection = isAnonymous ? lookup.connection : await withCommandKey(lookup.connection, env);
  for (const warning of lookup.warnings) note(warning);
  const endpoint = { ...connection.endpoint, ...(isAnonymous && { credentials: undefined }) };
  if (!isAnonymous) requireKey(connection);
  if (warnsOnPlainHttp(endpoint))
    note(`${endpoint.baseUrl} is not encrypted: the API key is sent in clear text`);
  return createClient({
    ...timeAndRandom,
    endpoint,
    env,
    timeoutMs: options.timeoutMs ?? intervalIn(env, "SVC_TIMEOUT"),
    retries: options.retries ?? retriesIn(env),
    insecure: connection.insecure,
    ...(await authority(options.ca, connection.caCert)),
    userAgent: `svc/${version} (library)`,
    conceal: secrets.add,
    note,
    ...(options.onDebug && { trace: note }),
  });
}

/** Masks secrets. An exception of `onDebug` is rethrown asynchronously, so that it ends no request. */
export const debugNote =
  ({ onDebug }: ConnectOptions, { redact }: KnownSecrets): ((text: string) => void) =>
  (text) => {
    try {
      onDebug?.(redact(text));
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  };

function settingsOf(
  options: ConnectOptions,
  env: Env,
): ConnectionSettings & { readonly configDir: string | undefined } {
  const { profile, ca, insecure = false, configDir } = options;
  const url = options.url ?? (profile === undefined ? envValue(env, "SVC_URL") : undefined);
  return {
    profile: profile ?? (options.url === undefined ? envValue(env, "SVC_PROFILE") : undefined),
    baseUrl: url === undefined ? undefined : normaliseBaseUrl(url),
    signature: readChoice(["plaintext", "hmac-sha1"], options.signature, "signature", env, "SVC_SIGNATURE"),
    addressing: readChoice(["path", "query"], options.addressing, "addressing", env, "SVC_ADDRESSING"),
    caCert: ca ?? envValue(env, "SVC_CA_CERT"),
    insecure,
    output: undefined,
    configDir,
  };
}

const envValue = (env: Env, name: string): string | undefined => env[name] || undefined;

function explicitKeyOf({ key, profile }: ConnectOptions, env: Env): ExplicitKey | undefined {
  if (key !== undefined) return { credentials: parseKey(key, "key"), from: "key" };
  const text = profile === undefined ? envValue(env, "SVC_API_KEY") : undefined;
  return text === undefined ? undefined : { credentials: parseKey(text, "SVC_API_KEY"), from: "SVC_API_KEY" };
}

function readChoice<Choice extends string>(
  choices: readonly Choice[],
  option: Choice | undefined,
  label: string,
  env: Env,
  variable: string,
): Choice | undefined {
  if (option !== undefined) return choiceFor(choices, option, label);
  const text = envValue(env, variable);
  return text === undefined ? undefined : choiceFor(choices, text, variable);
}

const minTimeoutMs = 1_000;

function intervalIn(env: Env, name: string): number | undefined {
  const text = envValue(env, name);
  return text === undefined ? undefined : parseInterval(text, name, minTimeoutMs);
}

export const maxRetries = 1_000;

function retriesIn(env: Env): number | undefined {
  const text = envValue(env, "SVC_RETRIES");
  if (text === undefined) return undefined;
  const count = Number(text);
  if (Number.isInteger(count) && count >= 0 && count <= maxRetries) return count;
  throw new Failure("usage", `SVC_RETRIES takes a whole number from 0 to ${maxRetries}, not '${text}'`);
}

async function authority(
  option: string | undefined,
  path: string | undefined,
): Promise<Pick<ClientOptions, "caCert" | "caCertPath">> {
  if (path === undefined) return {};
  const { checkCertificate, readCertificate } = await import("../http/certificate.ts");
  if (option?.includes("-----BEGIN ") === true) {
    await checkCertificate(option, "ca");
    return { caCert: option };
  }
  const source = option === undefined ? "SVC_CA_CERT" : "ca";
  return { caCertPath: path, caCert: await readCertificate(path, source) };
}
