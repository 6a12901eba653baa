import type { Dispatcher as AnyDispatcher, buildConnector } from "undici";
import requestTunnel from "undici/lib/api/api-connect.js";
import Pool from "undici/lib/dispatcher/pool.js";
import ProxyAgent from "undici/lib/dispatcher/proxy-agent.js";
import type { TlsSettings } from "./call.ts";
import { errorCode } from "./network-errors.ts";
import type { ProxyChoice } from "./proxy-choice.ts";

/** `connect` opens sockets to the proxy; `tls` is for the service. This module is loaded only if a proxy is set. */
export function createProxyDispatcher(
  { origin, authorization }: ProxyChoice,
  connections: number,
  connect: buildConnector.connector,
  tls: TlsSettings,
): AnyDispatcher {
  return new ProxyAgent({
    connections,
    uri: origin,
    ...(authorization === undefined ? {} : { token: authorization }),
    // Many proxies tunnel only to port 443, so plain http uses the absolute form.
    proxyTunnel: false,
    requestTls: tls,
    clientFactory: (proxy) => withoutEndlessRetries(new Pool(proxy, { connect })),
    factory: (address, options) =>
      new Pool(address, new URL(address).origin === origin ? { ...options, connect } : options),
  });
}

/** The pool's `connect` rejects if a proxy closes the connection before it answers; undici would retry endlessly. */
function withoutEndlessRetries(pool: Pool): Pool {
  const open = async (options: AnyDispatcher.ConnectOptions): Promise<AnyDispatcher.ConnectData> => {
    try {
      return await requestTunnel.call(pool, options);
    } catch (error) {
      const code = errorCode(error);
      if (code !== "UND_ERR_SOCKET" && code !== "UND_ERR_INFO") throw error;
      throw Object.assign(new Error("the proxy closed the connection"), { code: "ECONNRESET", cause: error });
    }
  };
  return Object.assign(pool, { connect: open });
}
