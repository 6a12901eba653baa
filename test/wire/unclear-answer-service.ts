import { createServer } from "node:http";
import { listenForTest } from "./raw-server.ts";

/** What the service does with a changing request: it answers, closes the connection, or does nothing. */
export type Reaction =
  | number
  | "page"
  | "reset"
  | "stall"
  | "machine"
  | "empty"
  /** Asks to wait before the request is sent again. */
  | "busy"
  | { readonly status: number; readonly body: string; readonly type?: string };

export interface DoubtfulService {
  readonly url: string;
  /** `METHOD path` of each changing request. */
  readonly changes: readonly string[];
  /** Variables with which svc uses the service, and no profiles. */
  readonly env: Readonly<Record<string, string>>;
}

const machine = (system_id: string, hostname: string, status = 4, status_name = "Ready") => ({
  system_id,
  hostname,
  fqdn: hostname,
  status,
  status_name,
  owner: "me",
  locked: false,
  interface_set: [],
});

/**
 * A service that finds a machine for every name and handles every changing request with `reaction`. `onChange` is
 * called when a changing request has been read.
 */
export async function doubtfulService(
  reaction: Reaction | ((request: string, count: number) => Reaction),
  onChange: (request: string, count: number) => void = () => undefined,
  /** True for each reading request, by its number, that is never answered. */
  isStalled: (count: number) => boolean = () => false,
): Promise<DoubtfulService> {
  const changes: string[] = [];
  let requests = 0;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://service");
    request.resume();
    request.on("error", () => undefined);
    const json = (value: unknown) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(value));
    };
    request.on("end", () => {
      requests += 1;
      if (request.method === "GET" && isStalled(requests)) return;
      const one = /\/(?:machines|devices|nodes)\/([^/]+)\//.exec(pathname)?.[1] ?? "aaaaaa";
      if (request.method === "GET") {
        if (!/\/(machines|devices|nodes)\/$/.test(pathname)) return json(machine(one, one));
        const names = [...searchParams.getAll("hostname"), ...searchParams.getAll("id")];
        return json([...new Set(names)].map((name) => machine(idOf(name), name)));
      }
      const label = `${request.method} ${pathname.slice(pathname.indexOf("/2.0") + 4)}`;
      changes.push(label);
      const current = typeof reaction === "function" ? reaction(label, changes.length) : reaction;
      onChange(label, changes.length);
      switch (current) {
        case "stall":
          return;
        case "reset":
          request.socket.resetAndDestroy();
          return;
        case "page":
          response.setHeader("content-type", "text/html");
          response.end("<html><title>Sign in</title></html>");
          return;
        case "machine":
          json(machine(one, one, 9, "Deploying"));
          return;
        case "busy":
          response.writeHead(503, { "retry-after": "50" }).end("busy");
          return;
        case "empty":
          response.writeHead(204).end();
          return;
        default:
          if (typeof current === "number") response.writeHead(current).end("gave up");
          else {
            const { status, body, type = "application/json" } = current;
            response.writeHead(status, { "content-type": type }).end(body);
          }
      }
    });
  });
  const port = await listenForTest(server);
  const url = `http://127.0.0.1:${port}/SVC`;
  const env = { SVC_URL: url, SVC_API_KEY: "a:b:c", SVC_CONFIG_DIR: "/nonexistent" };
  return { url, changes, env };
}

/** Returns a name that looks like a system_id unchanged, and otherwise derives a system_id from it. */
const idOf = (name: string): string =>
  /^[a-z0-9]{6}$/.test(name) ? name : Buffer.from(name).toString("hex").slice(-6);
