import { createServer } from "node:https";
import type { Socket } from "node:net";
import type { Certified } from "../certificates.ts";
import { listen } from "../wire/raw-server.ts";
import { closing } from "./doctor-fixture.ts";

/** A TLS service that answers what svc doctor requests. Resolves with its port. */
export async function tlsService({ cert, key }: Certified): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer({ cert, key }, (request, answer) => {
    const url = request.url ?? "";
    if (url.includes("/version/")) return answer.writeHead(200, { "content-type": "text/plain" }).end("2.0");
    if (url.includes("authorisation"))
      return answer.writeHead(200, { "content-type": "application/json" }).end("[]");
    return answer.writeHead(404).end("Not Found");
  });
  server.on("connection", (socket: Socket) => sockets.add(socket));
  return await listen(closing(server, sockets));
}
