import { Failure } from "../../core/failure.ts";
import type { KnownSecrets } from "../../core/secrets/text.ts";
import { parseInterval } from "../../core/text/units.ts";
import { choiceFor } from "../../core/text/word-lists.ts";
import { version } from "../../core/version.ts";
import { normaliseBaseUrl, warnsOnPlainHttp } from "../http/address.ts";
import type { Client, ClientOptions } from "../http/call.ts";
import { createClient } from "../http/client.ts";
import { connectionWith, requireKey, withCommandKey } from "../profiles/connection.ts";
import { type ExplicitKey, parseKey } from "../profiles/credentials.ts";
import type { ConnectOptions } from "./types.ts";

type Env = ClientOptions["env"];

/** An explicit profile replaces address and key of the environment, an address not the key, a key not the address. */
export async function openClient(
  options: ConnectOptions,
  env: Env,
  clockAndRandom: Pick<ClientOptions, "clock" | "random">,
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
    ...clockAndRandom,
    endpoint,
    env,
    timeoutMs: options.timeoutMs ?? fromEnv(env, "SVC_TIMEOUT", parseTimeout),
    retries: options.retries ?? fromEnv(env, "SVC_RETRIES", parseRetries),
    insecure: connection.insecure,
    ...(await readAuthority(options.ca, connection.caCert)),
    userAgent: `svc/${version} (library)`,
    conceal: secrets.add,
    note,
    ...(options.onDebug && { trace: note }),
  });
}

/** Masks secrets. An exception from `onDebug` is rethrown asynchronously, so that it does not end a request. */
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

function settingsOf(options: ConnectOptions, env: Env) {
  const { profile, signature, addressing, ca, insecure = false, configDir } = options;
  const url = options.url ?? (profile === undefined ? envValue(env, "SVC_URL") : undefined);
  return {
    profile: profile ?? (options.url === undefined ? envValue(env, "SVC_PROFILE") : undefined),
    baseUrl: url === undefined ? undefined : normaliseBaseUrl(url),
    signature:
      signature === undefined
        ? fromEnv(env, "SVC_SIGNATURE", parseSignature)
        : parseSignature(signature, "signature"),
    addressing:
      addressing === undefined
        ? fromEnv(env, "SVC_ADDRESSING", parseAddressing)
        : parseAddressing(addressing, "addressing"),
    caCert: ca ?? envValue(env, "SVC_CA_CERT"),
    insecure,
    output: undefined,
    configDir,
  };
}

const envValue = (env: Env, name: string): string | undefined => env[name] || undefined;

/** Parses a variable; messages name it. Undefined if it is unset or empty. */
function fromEnv<Result>(env: Env, name: string, parse: (text: string, name: string) => Result) {
  const text = envValue(env, name);
  return text === undefined ? undefined : parse(text, name);
}

const explicitKey = (text: string, from: string): ExplicitKey => ({
  credentials: parseKey(text, from),
  from,
});

function explicitKeyOf({ key, profile }: ConnectOptions, env: Env): ExplicitKey | undefined {
  if (key !== undefined) return explicitKey(key, "key");
  return profile === undefined ? fromEnv(env, "SVC_API_KEY", explicitKey) : undefined;
}

const parseSignature = (text: string, label: string) => choiceFor(["plaintext", "hmac-sha1"], text, label);
const parseAddressing = (text: string, label: string) => choiceFor(["path", "query"], text, label);

const minTimeoutMs = 1_000;

const parseTimeout = (text: string, name: string) => parseInterval(text, name, minTimeoutMs);

export const maxRetries = 1_000;

function parseRetries(text: string, name: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 0 && count <= maxRetries) return count;
  throw new Failure("usage", `${name} takes a whole number from 0 to ${maxRetries}, not '${text}'`);
}

async function readAuthority(option: string | undefined, path: string | undefined) {
  if (path === undefined) return {};
  const { checkCertificate, readCertificate } = await import("../http/certificate.ts");
  if (option?.includes("-----BEGIN ") === true) {
    await checkCertificate(option, "ca");
    return { caCert: option };
  }
  const source = option === undefined ? "SVC_CA_CERT" : "ca";
  return { caCertPath: path, caCert: await readCertificate(path, source) };
}
