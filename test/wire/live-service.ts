import { createServer, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runSvc } from "../svc-run.ts";
import { type LiveAnswer, type LivePart, type LiveRoutes, text } from "./live-call.ts";
import { liveRoutes } from "./live-routes.ts";
import { type LiveState, liveState } from "./live-state.ts";
import { listenForTest } from "./raw-server.ts";

export interface LiveService {
  readonly url: string;
  /** The API key of the administrator amy. */
  readonly key: string;
  readonly state: LiveState;
  /** Every request in order: `POST /machines/?op=allocate`. */
  readonly requests: string[];
  /** The parts of every form, in the order of the requests. */
  readonly forms: (readonly LivePart[])[];
}

export interface LiveOptions {
  /** `query`: operations are accepted only as `?op=`, as in older services. */
  readonly addressing?: "both" | "query";
  /** Routes that are added or that replace the service's own. */
  readonly routes?: LiveRoutes;
  readonly prepare?: (state: LiveState) => void;
}

const key = "AmyConsumerKey0001:AmyTokenKey0000001:AmyTokenSecret000000000000000001";

/**
 * A service that behaves as live ones do where the documents are silent or wrong. It parses requests
 * without any code of svc and is closed when the test ends.
 */
export async function liveService(options: LiveOptions = {}): Promise<LiveService> {
  const state = liveState();
  options.prepare?.(state);
  const routes = Object.entries({ ...liveRoutes, ...options.routes });
  const requests: string[] = [];
  const forms: (readonly LivePart[])[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const answer = answerTo(request, body);
      response.writeHead(answer.status, {
        "content-type": answer.type ?? "text/plain",
        "LAB-API-Hash": "0f1e2d",
        ...answer.headers,
      });
      response.end(answer.body);
    });
  });

  function answerTo(request: IncomingMessage, body: Buffer): LiveAnswer {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://host");
    const method = request.method ?? "";
    requests.push(`${method} ${(request.url ?? "").replace(/^\/LAB\/api(\/2\.0)?/, "")}`);
    const isForm = method === "POST" || method === "PUT";
    const parts = isForm ? readForm(request.headers["content-type"] ?? "", body) : [];
    forms.push(parts);
    if (pathname === "/LAB/api/version/") return text(200, "2.0");
    const under = /^\/LAB\/api\/2\.0\/(.*)$/s.exec(pathname.replace(/\/{2,}/g, "/"))?.[1];
    if (under === undefined) return text(404, "<html><h1>Not Found</h1></html>", "text/html");
    const suffix = /^(.*\/)op-(\w+)$/s.exec(under);
    if (suffix !== null && options.addressing === "query") return notFound;
    const resource = suffix?.[1] ?? under;
    const op =
      searchParams
        .getAll("op")
        .filter((each) => each !== "")
        .at(-1) ?? suffix?.[2];
    const items: readonly LivePart[] = isForm
      ? parts
      : [...searchParams]
          .filter(([name]) => name !== "op")
          .map(([name, value]) => ({ name, bytes: Buffer.from(value) }));
    const user = userOf(request.headers.authorization);
    if (user === undefined && under !== "version/") {
      const isList = method === "GET" && /^(machines|files)\/$/.test(under);
      return isList
        ? text(400, "Unrecognised signature: method=GET op=None")
        : text(401, "Authorization Error: invalid token");
    }
    const path = resource.split("/").map(decodeURIComponent);
    const pathRoutes = routes.filter(([route]) => matchRoute(route.split(" ")[1] ?? "", path) !== undefined);
    if (pathRoutes.length === 0) return notFound;
    const routeKey = `${method} ${op ?? ""}`.trim();
    const match = pathRoutes.find(([route]) => {
      const [verb, , name] = route.split(" ");
      return `${verb} ${name ?? ""}`.trim() === routeKey;
    });
    if (match === undefined) return text(400, `Unrecognised signature: method=${method} op=${op ?? "None"}`);
    const [route, handler] = match;
    const texts = (name: string) =>
      items
        .filter((each) => each.name === name && each.filename === undefined)
        .map(({ bytes }) => String(bytes));
    return handler({
      method,
      path,
      op,
      ids: matchRoute(route.split(" ")[1] ?? "", path) ?? [],
      texts,
      text: (name) => texts(name).at(-1),
      file: (name) => items.find((each) => each.name === name && each.filename !== undefined),
      names: [...new Set(items.map(({ name }) => name))],
      user,
      state,
    });
  }

  const port = await listenForTest(server);
  return { url: `http://127.0.0.1:${port}/LAB`, key, state, requests, forms };
}

const notFound: LiveAnswer = {
  status: 404,
  type: "text/html",
  body: "<html><head><title>404 Not Found</title></head><body><h1>Not Found</h1></body></html>",
};

/** Returns the path segments that match the route's stars, or undefined if the path does not match. */
function matchRoute(route: string, path: readonly string[]): readonly string[] | undefined {
  const steps = route.split("/");
  if (steps.length !== path.length) return undefined;
  const isMatch = steps.every((step, index) => (step === "*" ? path[index] !== "" : step === path[index]));
  return isMatch ? path.filter((_, index) => steps[index] === "*") : undefined;
}

function userOf(authorization: string | undefined): string | undefined {
  if (authorization?.includes('oauth_token="AmyTokenKey0000001"')) return "amy";
  return authorization?.includes('oauth_token="BobTokenKey0000001"') ? "bob" : undefined;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Parses a multipart form. Any other body is ignored. */
function readForm(contentType: string, body: Buffer): readonly LivePart[] {
  const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(contentType)?.[1];
  if (boundary === undefined) return [];
  return body
    .toString("latin1")
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((piece) => {
      const at = piece.indexOf("\r\n\r\n");
      const head = Buffer.from(piece.slice(0, at), "latin1").toString("utf8");
      const filename = /; filename="((?:[^"\\]|\\.)*)"/.exec(head)?.[1];
      return {
        name: /; name="((?:[^"\\]|\\.)*)"/.exec(head)?.[1] ?? "",
        bytes: Buffer.from(piece.slice(at + 4, -2), "latin1"),
        ...(filename === undefined ? {} : { filename }),
      };
    });
}

/** Runs svc against the service in this process, without any stored profile. */
export const svcAt =
  ({ url, key: apiKey }: LiveService, addressing: "path" | "query" = "path") =>
  (argv: readonly string[], input: string | Uint8Array = "") =>
    runSvc(argv, {
      env: {
        SVC_URL: url,
        SVC_API_KEY: apiKey,
        SVC_ADDRESSING: addressing,
        SVC_CONFIG_DIR: join(tmpdir(), "svc-live-service-without-profiles"),
      },
      input,
    });
