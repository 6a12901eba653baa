import type { IncomingMessage } from "node:http";
import type { Faults } from "../simulation/faults.ts";
import type { User } from "../state/users.ts";
import { usesDeployedStyle, type World } from "../state/world.ts";
import { type Answer, HttpError, indentedJson, restoreSiteAnswer, withoutContentType } from "./answers.ts";
import {
  type Authenticator,
  isCredential,
  parameterCredentials,
  type SignedRequest,
} from "./authentication.ts";
import { type Limits, readBody } from "./bodies.ts";
import {
  type AnonymousCall,
  allowsAnonymous,
  type Call,
  type Handler,
  keyIgnoringOperations,
  type Pair,
} from "./call.ts";
import type { ExchangeNotes } from "./exchange-log.ts";
import { type Form, noForm, parseForm, parsePairs, watchParameters } from "./form.ts";
import { checkLengths } from "./form-reader.ts";
import {
  type LocateTarget,
  type Route,
  readPath,
  requirePermission,
  type Target,
  unknownEndpoint,
} from "./router.ts";

export interface RequestOptions {
  readonly locateTarget: LocateTarget;
  readonly handlers: Readonly<Record<string, Handler>>;
  readonly limits: Limits;
}

interface RequestContext {
  readonly world: World;
  readonly request: IncomingMessage;
  readonly nowMs: number;
  readonly notes: ExchangeNotes;
  readonly onRouted: () => void;
  readonly applyFaults: (request: Parameters<Faults["apply"]>[0]) => Promise<Answer | undefined>;
}

type LocatedRequest = ReturnType<typeof locateRequest>;
type RequestWithContent = Awaited<ReturnType<typeof readContent>>;
type AuthorizedRequest = ReturnType<typeof authorize>;

export async function answerRequest(
  options: RequestOptions,
  authenticator: Authenticator,
  context: RequestContext,
): Promise<Answer> {
  const location = locateRequest(options, context);
  const earlyRequest = needsForm(context.request, location)
    ? await readContent(options, context, location)
    : undefined;
  const user = authenticate(authenticator, context, location, earlyRequest?.form ?? noForm);
  const requestWithContent = earlyRequest ?? (await readContent(options, context, location));
  const authorizedRequest = authorize(context, requestWithContent, user);
  const { line, match } = authorizedRequest;
  const answer = await context.applyFaults({
    operation: match.route.id,
    method: line.method,
    path: pathOf(authorizedRequest),
    user: user?.username,
  });
  return answer ?? (await handle(options, context, authorizedRequest));
}

function pathOf({ line, queryOp, form }: AuthorizedRequest): string {
  const path = readPath(line.path).replace(/^\/[^/]+\/api\/(?:2\.0\/)?/, "");
  const op = queryOp ?? lastValueOf(form.pairs, "op");
  return op === undefined ? path : `${path}op-${op}`;
}

function locateRequest(
  { locateTarget, limits }: RequestOptions,
  { request, notes, onRouted }: RequestContext,
) {
  const line = readRequestLine(request, limits);
  notes.query = line.pairs;
  const target = locateTarget(line.method, readPath(line.path));
  const queryOp = lastValueOf(line.pairs, "op");
  const hasRawBody = target.routes.some(({ operation }) =>
    operation.fields?.some((each) => each.in === "body"),
  );
  const hasForm = line.method === "POST" || line.method === "PUT";
  const bodyKind = hasRawBody ? "raw" : hasForm ? "form" : "none";
  // Unless the form may name the operation, refuse the request before the body is read.
  const match = queryOp !== undefined || bodyKind !== "form" ? target.choose(queryOp) : undefined;
  onRouted();
  return { line, target, queryOp, bodyKind, match };
}

async function readContent(
  { limits }: RequestOptions,
  { request, notes }: RequestContext,
  location: LocatedRequest,
): Promise<LocatedRequest & { readonly form: Form; readonly body: Uint8Array }> {
  const { bodyKind } = location;
  const body = await readBody(request, bodyKind === "raw" ? limits.chunkBytes : limits.bodyBytes);
  if (bodyKind === "raw") return { ...location, form: noForm, body };
  notes.unparsedBody = body;
  notes.secretFields = location.target.routes.flatMap(secretFieldsOf);
  const form = readForm(request, bodyKind === "form", body);
  notes.unparsedBody = undefined;
  notes.form = form;
  return { ...location, form, body: new Uint8Array() };
}

function authenticate(
  authenticator: Authenticator,
  { world, request, nowMs, notes }: RequestContext,
  { line, target, queryOp, match }: LocatedRequest,
  form: Form,
): User | undefined {
  const acceptsFutureTimestamp = usesDeployedStyle(world, "future-timestamp");
  const signedFields = { ...signedRequest(request, line, form), acceptsFutureTimestamp };
  const isKeyless = match !== undefined && keyIgnoringOperations.includes(match.route.id);
  const user = isKeyless ? undefined : authenticator.authenticate(signedFields, world.state.users, nowMs);
  notes.user = user?.username;
  const asDeployed = usesDeployedStyle(world, "anonymous-callers");
  if (match !== undefined) requirePermission(match.route, user, queryOp ?? target.pathOp, asDeployed);
  else if (user === undefined) requireAnonymous(target, asDeployed);
  return user;
}

function authorize(
  { world, notes }: RequestContext,
  requestWithContent: RequestWithContent,
  user: User | undefined,
) {
  const { line, target, queryOp, form } = requestWithContent;
  const op = queryOp ?? lastValueOf(form.pairs, "op");
  const match = requestWithContent.match ?? target.choose(op);
  notes.operation = match.route.id;
  notes.secretFields = secretFieldsOf(match.route);
  if (op === undefined && usesDeployedStyle(world, "partition-operations"))
    requireAcceptedSuffix(match.route, line);
  requirePermission(match.route, user, op ?? target.pathOp, usesDeployedStyle(world, "anonymous-callers"));
  if (match.route.operation.unsigned === true && user !== undefined)
    throw unknownEndpoint(readPath(line.path));
  return { ...requestWithContent, user, match };
}

async function handle(
  { handlers }: RequestOptions,
  { world, request, notes }: RequestContext,
  { line, user, match, queryOp, form, body }: AuthorizedRequest,
): Promise<Answer> {
  const { id, operation } = match.route;
  const handler = handlers[id];
  if (handler === undefined) throw new Error(`no handler for ${id}`);
  const query = watchParameters(operation, "query", line.pairs.filter(isOperationParameter));
  const fields = watchParameters(operation, "form", form.pairs.filter(isOperationParameter), form.files);
  notes.unread = () => [...query.unread(), ...fields.unread()];
  const call: AnonymousCall = {
    world,
    user,
    operation,
    origin: `${schemeOf(request)}://${request.headers.host ?? localHost(request)}`,
    path: match.path,
    addressing: queryOp === undefined ? "path" : "query",
    query: query.parameters,
    form: fields.parameters,
    body,
  };
  checkLengths(operation, call);
  // `authorize` has refused requests without a user, except those for handlers that need none.
  const answer = restoreSiteAnswer(world, await handler(call as Call));
  const format = lastValueOf(line.pairs, "format");
  // Live services refuse another format only after the operation has run.
  if (format !== undefined && format !== "json")
    throw new HttpError(400, `Invalid output format specified '${format}'.`);
  // The API documentation describes these answers as 204, but lists 200.
  const isDocumentedEmpty = operation.success === 200 && operation.result === "none";
  if (isDocumentedEmpty && !usesDeployedStyle(world, "untyped-answers"))
    return { ...withoutContentType(answer), status: operation.success };
  return formatAnswer(world, answer);
}

const localHost = ({ socket: { localAddress = "127.0.0.1", localPort } }: IncomingMessage): string =>
  `${localAddress.includes(":") ? `[${localAddress}]` : localAddress}:${localPort ?? 80}`;

const secretFieldsOf = ({ operation: { fields = [] } }: Route): readonly string[] =>
  fields.filter(({ secret }) => secret === true).map(({ name }) => name);

const isOperationParameter = ([name]: Pair) => name !== "op" && !isCredential(name);

const lastValueOf = (pairs: readonly Pair[], name: string): string | undefined =>
  pairs.findLast(([key]) => key === name)?.[1] || undefined;

/** Live services do not accept `/op-<name>` on resources whose path has no final slash. */
function requireAcceptedSuffix({ operation }: Route, { method, path }: RequestLine): void {
  if (!/[^/]op-[a-z_]+$/.test(operation.path)) return;
  if (/(?:\/|%2f)op-[a-z_]+$/i.test(path)) throw unknownEndpoint(readPath(path));
  throw new HttpError(400, `Unrecognised signature: method=${method} op=None`);
}

function requireAnonymous({ routes, choose, pathOp }: Target, asDeployed: boolean): void {
  if (routes.some((each) => allowsAnonymous(each, asDeployed))) return;
  // Any of the routes may be requested, and all give the same refusal.
  requirePermission(routes[0] ?? choose(undefined).route, undefined, pathOp, asDeployed);
}

/** A form that is signed or contains credentials must be read before authentication. */
function needsForm({ headers }: IncomingMessage, { line, target, bodyKind }: LocatedRequest): boolean {
  if (bodyKind !== "form") return false;
  const { authorization } = headers;
  const credentials = parameterCredentials(line.pairs);
  if (authorization === undefined && credentials === undefined)
    return (
      /urlencoded/i.test(headers["content-type"] ?? "") || target.routes.some((each) => allowsAnonymous(each))
    );
  return /HMAC-SHA1/i.test(authorization ?? credentials?.get("oauth_signature_method") ?? "");
}

function readForm({ headers, method }: IncomingMessage, hasForm: boolean, body: Buffer): Form {
  if (body.length === 0 || method === "DELETE") return noForm;
  if (!hasForm)
    throw new HttpError(400, `A ${method} takes its parameters in the query: its body cannot be read.`);
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding !== "identity" && encoding !== "")
    throw new HttpError(415, `The Content-Encoding '${encoding.slice(0, 40)}' is not supported.`);
  return parseForm(headers["content-type"], body);
}

/** In live services, a signature covers the first value of a repeated query parameter, and the texts of every POST form. */
function signedRequest(request: IncomingMessage, line: RequestLine, form: Form): SignedRequest {
  const { headers } = request;
  const scheme = schemeOf(request);
  const defaultPort = scheme === "http" ? /:80$/ : /:443$/;
  const { method, path, pairs } = line;
  return {
    method,
    url: `${scheme}://${(headers.host ?? "").toLowerCase().replace(defaultPort, "")}${path}`,
    parameters: form.isUrlEncoded ? [...pairs, ...form.pairs] : pairs,
    deployedParameters: [...new Map([...pairs].reverse()), ...(method === "POST" ? form.pairs : [])],
    authorization: headers.authorization,
  };
}

const schemeOf = ({ socket }: IncomingMessage) => ("encrypted" in socket ? "https" : "http");

type RequestLine = ReturnType<typeof readRequestLine>;

function readRequestLine(request: IncomingMessage, { requestLineBytes }: Limits) {
  const method = request.method ?? "GET";
  // RFC 9112, 3.2.2: the request line may contain an absolute URL.
  const url = (request.url ?? "/").replace(/^https?:\/\/[^/?]*/i, "");
  if (method.length + url.length + " HTTP/1.1 ".length > requestLineBytes)
    throw new HttpError(414, "The request line is too long.", { Connection: "close" });
  const queryAt = url.indexOf("?");
  return {
    method,
    path: queryAt < 0 ? url : url.slice(0, queryAt),
    pairs: parsePairs(queryAt < 0 ? "" : url.slice(queryAt + 1)),
  };
}

function formatAnswer(world: World, answer: Answer): Answer {
  const { body, contentType = "" } = answer;
  const isJson = contentType.startsWith("application/json") && !(body instanceof Uint8Array);
  if (!isJson || answer.status >= 400 || !usesDeployedStyle(world, "json-layout")) return answer;
  if (typeof body !== "string") return { ...answer, body: indentedJson(body) };
  return { ...answer, body: [...indentedJson([body])].join("") };
}
