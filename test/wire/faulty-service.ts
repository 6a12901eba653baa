import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import { buffer } from "node:stream/consumers";
import { closeServer, listen } from "./raw-server.ts";

/**
 * How a changing request fails: it is refused and not carried out, or its outcome is unclear. `half` is an
 * answer that breaks off.
 */
export type Fault =
  | { readonly kind: "refusal"; readonly status: number }
  | { readonly kind: "504" | "reset" | "silence"; readonly isCarriedOut: boolean }
  | { readonly kind: "half"; readonly isCarriedOut: true };

/** A changing request that was received. */
export interface Change {
  /** `METHOD path`, without the API prefix. */
  readonly label: string;
  readonly isCarriedOut: boolean;
  readonly isUnclear: boolean;
}

export interface FaultyService {
  readonly url: string;
  changes: Change[];
  /** Returns the fault for a changing request by its number, counted from 1. */
  faultAt: (count: number) => Fault | undefined;
  close(): Promise<void>;
}

interface ForwardedAnswer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

/** A proxy in front of the service at `targetUrl` that lets single changing requests fail. */
export async function faultyService(targetUrl: string): Promise<FaultyService> {
  const { origin, pathname } = new URL(targetUrl);
  const forward = async (
    { method, url, headers }: IncomingMessage,
    body: Buffer,
  ): Promise<ForwardedAnswer> => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const forwarded = send(`${origin}${url}`, { method, headers, agent: false }, resolve);
      forwarded.on("error", reject).end(body);
    });
    // svc keeps no history of a sandbox, which it knows by this header.
    const { server: _, ...otherHeaders } = answer.headers;
    return { status: answer.statusCode ?? 0, headers: otherHeaders, body: await buffer(answer) };
  };
  const server = createServer((request, response) => {
    answerTo(request, response).catch(() => request.socket.destroy());
  });

  async function answerTo(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const { method = "", url = "" } = request;
    const changes = method !== "GET";
    let count = 0;
    if (changes) {
      // Counted on arrival, since several requests may be in progress.
      count = service.changes.push({ label: "", isCarriedOut: false, isUnclear: true });
    }
    const fault = changes ? service.faultAt(count) : undefined;
    const forwarded = fault === undefined || isCarriedOut(fault) ? await forward(request, body) : undefined;
    if (changes)
      service.changes[count - 1] = {
        label: `${method} ${url.slice(url.indexOf("/2.0") + 4)}`,
        isCarriedOut: forwarded !== undefined && forwarded.status < 300,
        isUnclear: fault !== undefined && fault.kind !== "refusal",
      };
    if (fault === undefined && forwarded !== undefined)
      return void response.writeHead(forwarded.status, forwarded.headers).end(forwarded.body);
    if (fault?.kind === "refusal") return void response.writeHead(fault.status).end("no");
    if (fault?.kind === "504") return void response.writeHead(504).end("gave up");
    if (fault?.kind === "reset") return void request.socket.resetAndDestroy();
    if (fault?.kind !== "half") return;
    const { length } = forwarded?.body ?? { length: 0 };
    response.writeHead(forwarded?.status === 204 ? 200 : (forwarded?.status ?? 200), {
      ...forwarded?.headers,
      "content-length": length + 1,
    });
    response.write(forwarded?.body.subarray(0, length / 2) ?? "", () => request.socket.destroy());
    response.flushHeaders();
    if (length < 2) setImmediate(() => request.socket.destroy());
  }

  const port = await listen(server);
  const service: FaultyService = {
    url: `http://127.0.0.1:${port}${pathname}`,
    changes: [],
    faultAt: () => undefined,
    close: () => closeServer(server),
  };
  return service;
}

const isCarriedOut = (fault: Fault): boolean => fault.kind !== "refusal" && fault.isCarriedOut;
