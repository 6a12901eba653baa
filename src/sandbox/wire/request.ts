import type { IncomingMessage } from "node:http";
import type { World } from "../state/world.ts";
import type { Answer } from "./answers.ts";
import type { Authenticator, Pair, SignedRequest } from "./authentication.ts";
import type { Call, Handler, OpenCall, Parameters } from "./call.ts";
import { makeParameters, noParameters, parseForm, parsePairs } from "./form.ts";
import { HttpError } from "./http-error.ts";
import { type Limits, readBody } from "./limits.ts";
import { requirePermission } from "./permissions.ts";
import type { Router } from "./router.ts";

/** What answers requests. */
export interface Service {
  readonly router: Router;
  readonly handlers: Readonly<Record<string, Handler>>;
  readonly limits: Limits;
}

/**
 * Routes, authenticates and authorizes a request, and has it answered by the handler of its operation.
 * `onRouted` is called when the operation is known, before anything of it is refused.
 */
export async function answerRequest(
  { router, handlers, limits }: Service,
  world: World,
  authenticator: Authenticator,
  request: IncomingMessage,
  nowMs: number,
  onRouted: () => void,
): Promise<Answer> {
  const { method, path, pairs } = readRequestLine(request, limits);
  const query = makeParameters(pairs);
  const op = query.get("op");
  const { route, path: names } = router.match(method, path, op);
  onRouted();
  const takesRawBody = route.operation.fields?.some((field) => field.in === "body") === true;
  const contentType = request.headers["content-type"];
  const readWhole = () => readBody(request, takesRawBody ? limits.chunkBytes : limits.bodyBytes);

  // A signature covers a urlencoded body (RFC 5849, section 3.4.1.3) and, at deployed services, the text fields
  // of a POST's form: all other bodies are read when their sender is known and may send them.
  const encoded = isUrlEncoded(contentType) ? await readWhole() : undefined;
  const isSignedForm = method === "POST" && /HMAC-SHA1/.test(request.headers.authorization ?? "");
  const early = encoded ?? (isSignedForm && !takesRawBody ? await readWhole() : undefined);
  const earlyForm = early === undefined ? noParameters : await parseForm(contentType, early);
  const signed = signedRequest(request, path, pairs, encoded, earlyForm);
  const user = authenticator.authenticate(signed, world.state.users, nowMs);
  requirePermission(route, user, op);
  const body = early ?? (await readWhole());
  const handler = handlers[route.id];
  if (handler === undefined) throw new Error(`no handler for ${route.id}`);
  const call: OpenCall = {
    world,
    user,
    operation: route.operation,
    origin: `http://${request.headers.host ?? localHost(request)}`,
    path: names,
    query,
    form: takesRawBody ? noParameters : await parseForm(contentType, body),
    body: takesRawBody ? body : new Uint8Array(),
  };
  // Its permission was checked: only handlers of anonymous operations get a call without a user.
  return handler(call as Call);
}

/** The address that the request came to, for a client that does not name it. */
const localHost = ({ socket: { localAddress = "127.0.0.1", localPort } }: IncomingMessage): string =>
  `${localAddress.includes(":") ? `[${localAddress}]` : localAddress}:${localPort ?? 80}`;

/** What the signature of a request may cover. */
function signedRequest(
  { method = "GET", headers }: IncomingMessage,
  path: string,
  pairs: readonly Pair[],
  encoded: Buffer | undefined,
  form: Parameters,
): SignedRequest {
  const fields = form.names.flatMap((name) => form.all(name).map((value): Pair => [name, value]));
  return {
    method,
    url: `http://${(headers.host ?? "").toLowerCase().replace(/:80$/, "")}${path}`,
    parameters: encoded === undefined ? pairs : [...pairs, ...parsePairs(encoded.toString("latin1"))],
    deployedParameters: [...new Map([...pairs].reverse()), ...fields],
    authorization: headers.authorization,
  };
}

function readRequestLine(request: IncomingMessage, { requestLineBytes }: Limits) {
  const method = request.method ?? "GET";
  // RFC 9112, section 3.2.2: a request line may hold a whole address.
  const url = (request.url ?? "/").replace(/^https?:\/\/[^/?]*/i, "");
  if (method.length + url.length + " HTTP/1.1 ".length > requestLineBytes)
    throw new HttpError(414, "The request line is too long.", { Connection: "close" });
  const mark = url.indexOf("?");
  return {
    method,
    path: mark < 0 ? url : url.slice(0, mark),
    pairs: parsePairs(mark < 0 ? "" : url.slice(mark + 1)),
  };
}

const isUrlEncoded = (contentType: string | undefined) =>
  contentType !== undefined && /^application\/x-www-form-urlencoded\b/i.test(contentType);
