import { sandboxServer } from "../../catalogue/defaults.ts";
import type { Operation } from "../../catalogue/operation.ts";
import { hashIn, markOutdated } from "../../client/description/folder.ts";
import { exposesKey } from "../../client/http/address.ts";
import type { Client, Values } from "../../client/http/call.ts";
import { createClient } from "../../client/http/client.ts";
import {
  type Connection,
  type EffectiveConnection,
  findConnection,
  requireKey,
} from "../../client/profiles/connection.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../core/failure.ts";
import { once } from "../../core/once.ts";
import { noteChanges } from "../names-cache/freshness.ts";
import type { Messages } from "../terminal/report.ts";
import { isInteractive } from "../terminal/streams.ts";
import type { Access, Globals, Run } from "./invocation.ts";

export async function selectConnection(
  context: Context,
  globals: Globals,
  messages: Messages,
  access: Access,
  signal?: AbortSignal,
): Promise<EffectiveConnection> {
  const { connection, warnings } = await findConnection(globals, context, signal);
  for (const warning of warnings) messages.warn(warning);
  if (access === "signed") requireKey(connection);
  if (exposesKey(connection.endpoint))
    messages.warn(`${connection.endpoint.baseUrl} is not encrypted: the API key is sent in clear text`);
  return connection;
}

export async function openClient(
  connection: Connection,
  context: Context,
  globals: Globals,
  messages: Messages,
  run?: Run,
): Promise<Client> {
  const { caCert } = connection;
  warnIfUnverified(connection, context, globals, messages);
  run?.connections?.add(connection);
  const source = sourceOfCertificate(connection, context, globals);
  let hash: string | undefined;
  const changedPaths = new Set<string>();
  const client = createClient({
    endpoint: connection.endpoint,
    clock: context.clock,
    random: context.random,
    env: context.env,
    timeoutMs: globals.timeoutMs,
    retries: globals.retries,
    insecure: connection.insecure,
    caCertPath: caCert,
    note: messages.note,
    conceal: context.conceal,
    noteHeaders: (headers) => {
      hash = hashIn(headers) ?? hash;
      if (headers["server"] === sandboxServer) run?.connections?.delete(connection);
    },
    ...run,
    beforeChange: changeGuard(connection, context, globals),
    ...(caCert === undefined
      ? {}
      : { caCert: await (await import("../../client/http/certificate.ts")).readCertificate(caCert, source) }),
    ...(globals.debug ? { trace: (line) => void context.stderr.write(`${line}\n`) } : {}),
  });
  return {
    ...client,
    call: async (operation, values, options) => {
      if (operation.source === "deployed") await requireOperation(operation, connection, context);
      if (operation.method !== "GET") changedPaths.add(operation.path);
      try {
        return await client.call(operation, values, options);
      } catch (error) {
        throw await explainFailure(error, operation, values, client, connection, context);
      }
    },
    close: async () => {
      await client.close();
      if (changedPaths.size > 0)
        noteChanges(context.env, connection.endpoint, changedPaths, context.clock.now());
      if (hash !== undefined) markOutdated(context.env, connection.endpoint.baseUrl, hash);
    },
  };
}

async function explainFailure(
  error: unknown,
  operation: Operation,
  values: Values,
  client: Client,
  { endpoint, profile }: Connection,
  { env }: Context,
): Promise<unknown> {
  if (!(error instanceof Failure)) return error;
  if (error.kind === "notAuthenticated") return withProfile(error, profile);
  if (error.kind === "invalid" || error.kind === "conflict") {
    const { withSuggestion } = await import("../../client/values/refused-value.ts");
    const { withKnownNames } = await import("./known-names.ts");
    const failureWithSuggestion = withSuggestion(error, operation, values);
    return failureWithSuggestion === error
      ? await withKnownNames(error, operation, values, client)
      : failureWithSuggestion;
  }
  if (error.details.status !== 404 || operation.described === true) return error;
  const { lacksOperation } = await import("../../client/description/cache.ts");
  if (lacksOperation(env, endpoint.baseUrl, operation))
    return error.with({ hint: describeHint }, missingOperationText(operation));
  const isUnknown = operation.parameters === undefined || /\bunknown api endpoint\b/i.test(error.message);
  return operation.source === "deployed" && isUnknown
    ? error.with({ hint: `this service may not have ${operation.path}: 'svc describe' shows what it offers` })
    : error;
}

const describeHint = "'svc describe' shows what it offers";

const missingOperationText = ({ method, path }: Operation): string =>
  `this service does not offer ${method} ${path}`;

async function requireOperation(operation: Operation, { endpoint }: Connection, { env }: Context) {
  const { lacksOperation } = await import("../../client/description/cache.ts");
  if (lacksOperation(env, endpoint.baseUrl, operation))
    throw new Failure("notFound", missingOperationText(operation), {
      hint: describeHint,
      outcome: "not_sent",
    });
}

/** Replaces NAME by the current profile in hints about profile settings. */
function withProfile(failure: Failure, profile: string | undefined): Failure {
  const hint = failure.details.hint?.replace(/, or `svc profiles set NAME ([^`]*)`/, (_, setting: string) =>
    profile === undefined ? "" : `, or \`svc profiles set ${profile} ${setting}\``,
  );
  return failure.with({ hint });
}

const warnedContexts = new WeakSet<Context>();

/** Warns once per run, regardless of the number of clients. */
function warnIfUnverified(
  { endpoint, insecure, profile }: Connection,
  context: Context,
  globals: Globals,
  messages: Messages,
): void {
  if (!insecure || globals.quiet || !endpoint.baseUrl.startsWith("https:") || warnedContexts.has(context))
    return;
  warnedContexts.add(context);
  const cause = globals.insecure || profile === undefined ? "--insecure" : `insecure in profile '${profile}'`;
  messages.warn(
    `the certificate of ${endpoint.baseUrl} is not verified (${cause}): anyone on the network path can read the API key`,
  );
}

function sourceOfCertificate({ caCert, profile }: Connection, { env }: Context, globals: Globals): string {
  if (caCert !== globals.caCert) return `ca-cert of profile '${profile}'`;
  return caCert === env["SVC_CA_CERT"] ? "SVC_CA_CERT" : "--ca-cert";
}

/** Returns the check before a change: it rejects for a read-only profile, and asks once for a protected one. */
export function changeGuard(
  { profile = "", safeguards }: Connection,
  context: Context,
  { yes, namesProfile }: Globals,
): (() => Promise<void>) | undefined {
  if (safeguards?.readOnly === true) return async () => Promise.reject(readOnlyFailure(profile));
  // --yes does not confirm a profile that comes from SVC_PROFILE: the user did not type its name.
  const isName = (word: string) => /^(?:-p|--profile(?:=|$))/.test(word) || word.startsWith(`${profile}/`);
  const isConfirmed = yes && namesProfile === true && context.argv.some(isName);
  if (safeguards?.protected !== true || isConfirmed) return undefined;
  return once(() => confirmProfile(profile, context.promptContext ?? context));
}

export function refuseReadOnly({ profile = "", safeguards }: Connection): void {
  if (safeguards?.readOnly === true) throw readOnlyFailure(profile);
}

const readOnlyFailure = (profile: string): Failure =>
  new Failure("usage", `profile '${profile}' is read-only: nothing was sent`, {
    hint: `svc profiles set ${profile} read-only=false allows changes`,
    outcome: "not_sent",
  });

async function confirmProfile(profile: string, context: Context): Promise<void> {
  const notConfirmed = (message: string) =>
    new Failure("notConfirmed", message, {
      hint: `--profile ${profile} --yes on the command line confirms it; nothing was sent`,
      outcome: "not_sent",
    });
  const mayAsk = isInteractive(context) && context.stdin.isRaw !== true;
  if (!mayAsk) throw notConfirmed(`profile '${profile}' is protected: not confirmed`);
  const question = `profile '${profile}' is protected: make this change there?`;
  const { askForText } = await import("../terminal/prompt.ts");
  if (!(await askForText(context, question, profile)))
    throw notConfirmed(`profile '${profile}' is protected: declined`);
}
