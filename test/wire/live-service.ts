import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { World } from "../../src/sandbox/state/world.ts";
import { sandboxOfTest } from "../sandboxes.ts";
import { runSvc } from "../svc-run.ts";
import { listenForTest } from "./raw-server.ts";

interface LiveService {
  readonly url: string;
  readonly key: string;
  /** Every request in order: `POST /machines/?op=allocate`. */
  readonly requests: string[];
  /** The body of every request, in the same order. */
  readonly bodies: readonly string[];
}

interface LiveCall {
  /** The path segments matched by the `*`s of the route. */
  readonly ids: readonly string[];
  readonly query: URLSearchParams;
}

export interface LiveAnswer {
  readonly status: number;
  readonly type?: string;
  readonly body?: string | Buffer;
  readonly headers?: IncomingHttpHeaders;
}

/** Keys are `METHOD path [op]` with `*` for each identifier: `POST machines/*\/ deploy`. */
export type LiveRoutes = Readonly<Record<string, (call: LiveCall) => LiveAnswer>>;

export interface LiveOptions {
  /** `query`: operations are accepted only as `?op=`, as in older services. */
  readonly addressing?: "both" | "query";
  /** Routes whose answers replace those of the sandbox. */
  readonly routes?: LiveRoutes;
  readonly prepare?: (world: World) => void;
}

export const json = (value: unknown, status = 200): LiveAnswer => ({
  status,
  type: "application/json; charset=utf-8",
  body: JSON.stringify(value),
});

export const text = (status: number, body: string, type = "text/plain; charset=utf-8"): LiveAnswer => ({
  status,
  type,
  body,
});

/** A sandbox with deployed answers and a small site, some of whose answers a test replaces. */
export async function liveService({ prepare, ...options }: LiveOptions = {}) {
  const { liveSite } = await import("./live-site.ts");
  const sandbox = await sandboxOfTest({ copy: liveSite(), answers: "deployed" });
  const { world } = sandbox;
  // Otherwise, answers would have only those members that the snapshot has.
  Object.assign(world.state, { copied: null });
  prepare?.(world);
  const forward = ({ method = "GET", url = "/", headers }: IncomingMessage, body: Buffer) =>
    new Promise<LiveAnswer>((resolve) => {
      const outgoing = request({ host: "127.0.0.1", port: sandbox.port, path: url, method, headers });
      outgoing.on("response", (answer) =>
        buffer(answer).then((bytes) =>
          resolve({ status: answer.statusCode ?? 500, body: bytes, headers: answer.headers }),
        ),
      );
      outgoing.end(body);
    });
  return { ...(await replacedAnswers(options, forward)), key: sandbox.keys.administrator, world };
}

const notFound = text(404, "<html><body><h1>Not Found</h1></body></html>", "text/html");

/** A service that answers only at the routes of the test. */
export async function replacedAnswers(
  { routes = {}, addressing }: Omit<LiveOptions, "prepare">,
  forward: (incoming: IncomingMessage, body: Buffer) => Promise<LiveAnswer> = async () => notFound,
): Promise<LiveService> {
  const requests: string[] = [];
  const bodies: string[] = [];
  function answerOf({ method, url = "/" }: IncomingMessage): LiveAnswer | undefined {
    const { pathname, searchParams: query } = new URL(url, "http://host");
    const [, resource = "", suffix] = /^\/LAB\/api\/2\.0\/(.*?)(?:op-(\w+))?$/s.exec(pathname) ?? [];
    if (suffix !== undefined && addressing === "query") return notFound;
    const op = query.getAll("op").at(-1) ?? suffix;
    for (const [route, answer] of Object.entries(routes)) {
      const [routeMethod, path = "", routeOp] = route.split(" ");
      const ids = matchPath(path, resource.split("/").map(decodeURIComponent));
      if (routeMethod === method && routeOp === op && ids !== undefined) return answer({ ids, query });
    }
    return undefined;
  }
  const server = createServer(async (incoming, response) => {
    const requestBody = await buffer(incoming);
    requests.push(`${incoming.method} ${(incoming.url ?? "").replace(/^\/LAB\/api(\/2\.0)?/, "")}`);
    bodies.push(requestBody.toString("latin1"));
    const { status, type, body, headers } = answerOf(incoming) ?? (await forward(incoming, requestBody));
    response.writeHead(status, headers ?? { "content-type": type ?? "text/plain", "LAB-API-Hash": "0f1e2d" });
    response.end(body);
  });
  const url = `http://127.0.0.1:${await listenForTest(server)}/LAB`;
  return { url, key: "ConsumerKey:TokenKey:TokenSecret", requests, bodies };
}

/** Returns the path segments that match the route's stars, or undefined if the path does not match. */
function matchPath(route: string, path: readonly string[]): readonly string[] | undefined {
  const steps = route.split("/");
  if (steps.length !== path.length) return undefined;
  const isMatch = steps.every((step, index) => (step === "*" ? path[index] !== "" : step === path[index]));
  return isMatch ? path.filter((_, index) => steps[index] === "*") : undefined;
}

/** The text fields of a multipart form. */
export const partsIn = (body: string): readonly (readonly [string, string])[] =>
  [...body.matchAll(/name="([^"]+)"[^\r]*\r\n(?:[^\r]+\r\n)*\r\n([\s\S]*?)\r\n--/g)].map(
    ([, name = "", value = ""]) => [name, value],
  );

/** Runs svc against the service in this process, without any stored profile. */
export const svcAt =
  ({ url, key }: LiveService, addressing: "path" | "query" = "path") =>
  (argv: readonly string[], input: string | Uint8Array = "") =>
    runSvc(argv, {
      env: {
        SVC_URL: url,
        SVC_API_KEY: key,
        SVC_ADDRESSING: addressing,
        SVC_CONFIG_DIR: join(tmpdir(), "svc-live-service-without-profiles"),
      },
      input,
    });
