import { request as overHttp } from "node:http";
import { request as overTls } from "node:https";
import type { Socket } from "node:net";
import type { ProxyChoice } from "../../../client/http/proxy-choice.ts";

/**
 * A connection to a host through a proxy. Rejects with the error of the system, the signal's reason, or an error that
 * names the status of a proxy that refuses.
 */
export function openTunnel(
  { origin, authorization }: ProxyChoice,
  target: { readonly host: string; readonly port: number },
  signal: AbortSignal,
): Promise<Socket> {
  const { hostname, port, protocol } = new URL(origin);
  const name = target.host.includes(":") ? `[${target.host}]` : target.host;
  const path = `${name}:${target.port}`;
  return new Promise((resolve, reject) => {
    const asked = (protocol === "https:" ? overTls : overHttp)({
      host: hostname.replace(/^\[|\]$/g, ""),
      port: port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
      method: "CONNECT",
      path,
      headers: {
        host: path,
        ...(authorization === undefined ? {} : { "proxy-authorization": authorization }),
      },
      agent: false,
      signal,
    });
    asked.once("connect", (answer, socket) => {
      socket.on("error", () => undefined);
      if (answer.statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(refusal(answer.statusCode));
    });
    asked.once("response", (answer) => {
      answer.destroy();
      reject(refusal(answer.statusCode));
    });
    asked.once("error", (error) => reject(signal.aborted ? signal.reason : error));
    asked.end();
  });
}

/** In the words of the client's own errors, which one place explains. */
const refusal = (status = 0) => new Error(`Proxy response (${status}) !== 200 when HTTP Tunneling`);
