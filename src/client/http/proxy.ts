import type { Dispatcher as AnyDispatcher, buildConnector } from "undici";
import requestTunnel from "undici/lib/api/api-connect.js";
import Pool from "undici/lib/dispatcher/pool.js";
import ProxyAgent from "undici/lib/dispatcher/proxy-agent.js";
import { errorCode } from "./network-errors.ts";
import type { ProxyChoice } from "./proxy-choice.ts";
import type { TlsSettings } from "./transport.ts";

/**
 * Connections through a proxy, to which `connect` opens sockets; `tls` is the service's. Loaded only where the
 * environment names one.
 */
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
    // Plain http is asked for in absolute form: many proxies tunnel to port 443 alone.
    proxyTunnel: false,
    requestTls: tls,
    clientFactory: (proxy) => openTunnels(new Pool(proxy, { connect })),
    factory: (address, options) =>
      new Pool(address, new URL(address).origin === origin ? { ...options, connect } : options),
  });
}

/**
 * Makes a failure to connect of a proxy that closes the connection before it has answered. After its own error for
 * that, undici would ask for the tunnel again at once, without end.
 */
function openTunnels(pool: Pool): Pool {
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
