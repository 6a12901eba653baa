import type { Context } from "../../context.ts";
import { systemClock, systemRandom } from "../../core/clock.ts";
import { Failure } from "../../core/failure.ts";
import { rememberSecrets } from "../../core/secrets/text.ts";
import { debugNote, openClient } from "./connection.ts";
import { withSvcErrors } from "./error.ts";
import { groupMembers, methodOf } from "./operation-call.ts";
import {
  aFlag,
  aFunction,
  anObject,
  aString,
  checkOptions,
  kindOf,
  type OptionTypes,
  requestOptions,
  waitOptions,
} from "./options.ts";
import { type Session, withClient } from "./session.ts";
import type { CallOptions, ConnectOptions, SettledMachine, WaitOptions } from "./types.ts";
import { type DescribedGroupMethods, describedGroup, everyOperation, sendRequest } from "./untyped-calls.ts";
import { waitUntil } from "./waits.ts";

type Env = Context["env"];

interface ConnectionMembers {
  readonly url: string;
  waitFor(
    names: string | readonly string[],
    conditions: string | readonly string[],
    options?: WaitOptions & { readonly all?: boolean | undefined },
  ): Promise<SettledMachine | readonly SettledMachine[]>;
  request(
    method: string,
    path: string,
    fields?: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<unknown>;
  described(group: string): DescribedGroupMethods;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The build writes the published declaration from the catalogue, with a type for each operation. */
export type Connection = ConnectionMembers & Readonly<Record<string, unknown>>;

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

const waitForOptions: OptionTypes<WaitOptions & { readonly all?: boolean }> = { ...waitOptions, all: aFlag };

export async function connect(options: ConnectOptions, processEnv: Env): Promise<Connection> {
  const secrets = rememberSecrets();
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

function membersOf(session: Session, close: () => Promise<void>): ConnectionMembers {
  let operations: ReturnType<typeof everyOperation> | undefined;
  const operationsOnce = () => {
    operations ??= everyOperation(session).catch((error: unknown) => {
      operations = undefined;
      throw error;
    });
    return operations;
  };
  return {
    url: session.client.endpoint.baseUrl,
    waitFor: (names, conditions, options = {}) =>
      withSvcErrors(session.mask, async () => {
        checkOptions("waitFor", options, waitForOptions);
        const list = textsOf(names, "the name of a machine");
        const conditionTexts = textsOf(conditions, "a condition");
        const settled = await withClient(session, { signal: options.signal }, (call) =>
          waitUntil(session, call, list, conditionTexts, options),
        );
        return Array.isArray(names) ? settled : (settled[0] as SettledMachine);
      }),
    request: (...args) => withSvcErrors(session.mask, () => sendRequest(session, ...args)),
    described: (group) => describedGroup(session, group, operationsOnce),
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
    `waitFor takes ${label}, or several${texts.length > 0 ? `, not ${kindOf(invalidText)}` : ""}`,
  );
}
