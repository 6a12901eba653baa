import type { Dispatcher as AnyDispatcher } from "undici";
import connect from "undici/lib/api/api-connect.js";
import Pool from "undici/lib/dispatcher/pool.js";
import ProxyAgent from "undici/lib/dispatcher/proxy-agent.js";
import { errorCode } from "./network-errors.ts";
import type { ProxyChoice } from "./proxy-choice.ts";

/** What every connection is opened with. */
export interface ConnectionSettings {
  readonly connections: number;
  readonly connect: { readonly timeout: number; readonly ca?: string; readonly rejectUnauthorized?: boolean };
}

/** Connections through a proxy. Loaded only where the environment names one. */
export function createProxyDispatcher(
  { origin, authorization }: ProxyChoice,
  settings: ConnectionSettings,
): AnyDispatcher {
  const { timeout: _, ...tls } = settings.connect;
  return new ProxyAgent({
    ...settings,
    uri: origin,
    ...(authorization === undefined ? {} : { token: authorization }),
    // Plain http is asked for in absolute form: many proxies tunnel to port 443 alone.
    proxyTunnel: false,
    requestTls: tls,
    clientFactory: (proxy, options) => openTunnels(new Pool(proxy, options)),
  });
}

/**
 * A proxy that closes the connection before it has answered is a failure to connect as any other: after undici's
 * own error for it, undici asks for the tunnel again at once and without end.
 */
function openTunnels(pool: Pool): Pool {
  const open = async (options: AnyDispatcher.ConnectOptions): Promise<AnyDispatcher.ConnectData> => {
    try {
      return await connect.call(pool, options);
    } catch (error) {
      const code = errorCode(error);
      if (code !== "UND_ERR_SOCKET" && code !== "UND_ERR_INFO") throw error;
      throw Object.assign(new Error("the proxy closed the connection"), { code: "ECONNRESET", cause: error });
    }
  };
  return Object.assign(pool, { connect: open });
}
