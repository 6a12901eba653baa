import type { Context } from "../../context.ts";
import { systemClock, systemRandom } from "../../core/clock.ts";
import { Failure } from "../../core/failure.ts";
import { onceSuccessful } from "../../core/once.ts";
import { createKnownSecrets, type KnownSecrets } from "../../core/secrets/text.ts";
import { parseInterval } from "../../core/text/units.ts";
import { choiceFor } from "../../core/text/word-lists.ts";
import { version } from "../../core/version.ts";
import { exposesKey } from "../http/address.ts";
import type { Client, ClientOptions } from "../http/call.ts";
import { createClient } from "../http/client.ts";
import { connectionWith, requireKey, withCommandKey } from "../profiles/connection.ts";
import { type ExplicitKey, explicitKey } from "../profiles/credentials.ts";
import { withSvcErrors } from "./error.ts";
import { groupMembers, methodOf } from "./operation-call.ts";
import {
  aFlag,
  aFunction,
  anObject,
  aString,
  checkOptions,
  maxRetries,
  type OptionTypes,
  requestOptions,
  typeName,
  waitOptions,
} from "./options.ts";
import { type Session, waitUntil, withClient } from "./session.ts";
import type { CallOptions, ConnectOptions, WaitOptions } from "./types.ts";
import { describedGroup, loadServiceOperations, sendRequest } from "./untyped-calls.ts";

type Env = Context["env"];

/** The build writes the published declaration from the catalogue, with a type for each operation. */
export type Connection = ReturnType<typeof membersOf> & Readonly<Record<string, unknown>>;

const connectOptions: OptionTypes<ConnectOptions> = {
  ...requestOptions,
  profile: aString,
  url: aString,
  key: aString,
  anonymous: aFlag,
  ca: aString,
  insecure: aFlag,
  signature: aString,
  addressing: aString,
  onDebug: aFunction,
  configDir: aString,
  env: anObject,
};

type WaitForOptions = WaitOptions & { readonly all?: boolean | undefined };

const waitForOptions: OptionTypes<WaitForOptions> = { ...waitOptions, all: aFlag };

export async function connect(options: ConnectOptions, processEnv: Env): Promise<Connection> {
  const secrets = createKnownSecrets();
  const mask = secrets.redact;
  return await withSvcErrors(mask, async () => {
    checkOptions("connect", options, connectOptions);
    const env = options.env ?? processEnv;
    const timeAndRandom = { clock: systemClock, random: systemRandom };
    const client = await openClient(options, env, timeAndRandom, secrets);
    const closer = new AbortController();
    const session: Session = {
      ...timeAndRandom,
      client,
      signal: options.signal,
      closeSignal: closer.signal,
      mask,
      note: debugNote(options, secrets),
    };
    const close = () => {
      closer.abort(new Failure("interrupted", "the connection was closed"));
      return client.close();
    };
    return { ...(await groupMembers((entry) => methodOf(session, entry))), ...membersOf(session, close) };
  });
}

function membersOf(session: Session, close: () => Promise<void>) {
  const operationsOnce = onceSuccessful(() => loadServiceOperations(session));
  return {
    url: session.client.endpoint.baseUrl,
    waitFor: (names: unknown, conditions: unknown, options: WaitForOptions = {}) =>
      withSvcErrors(session.mask, async () => {
        checkOptions("waitFor", options, waitForOptions);
        const machineNames = textsOf(names, "the name of a machine");
        const conditionTexts = textsOf(conditions, "a condition");
        const settled = await withClient(session, { signal: options.signal }, (call) =>
          waitUntil(session, call, machineNames, conditionTexts, options),
        );
        return Array.isArray(names) ? settled : settled[0];
      }),
    request: (method: unknown, path: unknown, fields?: unknown, options?: CallOptions) =>
      withSvcErrors(session.mask, () => sendRequest(session, method, path, fields, options)),
    described: (group: unknown) => describedGroup(session, group, operationsOnce),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function textsOf(value: unknown, label: string): readonly string[] {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  const invalidText = texts.find((text) => typeof text !== "string" || text.trim() === "");
  if (texts.length > 0 && invalidText === undefined && !texts.includes(undefined))
    return texts as readonly string[];
  throw new Failure(
    "usage",
    `waitFor takes ${label}, or several${texts.length > 0 ? `, not ${typeName(invalidText)}` : ""}`,
  );
}

/** An explicit profile replaces SVC_URL and SVC_API_KEY, an address SVC_URL and SVC_PROFILE, a key only SVC_API_KEY. */
async function openClient(
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
  if (exposesKey(endpoint)) note(`${endpoint.baseUrl} is not encrypted: the API key is sent in clear text`);
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
const debugNote =
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
  return {
    profile: profile ?? (options.url === undefined ? envValue(env, "SVC_PROFILE") : undefined),
    url: options.url ?? (profile === undefined ? envValue(env, "SVC_URL") : undefined),
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

function explicitKeyOf({ key, profile }: ConnectOptions, env: Env): ExplicitKey | undefined {
  if (key !== undefined) return explicitKey(key, "key");
  return profile === undefined ? fromEnv(env, "SVC_API_KEY", explicitKey) : undefined;
}

const parseSignature = (text: string, label: string) => choiceFor(["plaintext", "hmac-sha1"], text, label);
const parseAddressing = (text: string, label: string) => choiceFor(["path", "query"], text, label);

const minTimeoutMs = 1_000;

const parseTimeout = (text: string, name: string) => parseInterval(text, name, minTimeoutMs);

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
