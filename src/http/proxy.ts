import type { Dispatcher as AnyDispatcher } from "undici";
import connect from "undici/lib/api/api-connect.js";
import Dispatcher from "undici/lib/dispatcher/dispatcher.js";
import EnvHttpProxyAgent from "undici/lib/dispatcher/env-http-proxy-agent.js";

/** What every connection is opened with. */
export interface ConnectionSettings {
  readonly connections: number;
  readonly connect: { readonly timeout: number; readonly ca?: string; readonly rejectUnauthorized?: boolean };
}

/**
 * Connections through a proxy, but for the hosts that `noProxy` lists (as in NO_PROXY). Loaded only where the
 * environment names a proxy.
 */
export function createProxyDispatcher(
  proxy: string,
  noProxy: string,
  settings: ConnectionSettings,
): AnyDispatcher {
  // The package's entry, which is not loaded, gives dispatchers this method; tunnels are opened with it.
  Dispatcher.prototype.connect = connect;
  const { timeout: _, ...tls } = settings.connect;
  return new EnvHttpProxyAgent({
    ...settings,
    httpProxy: proxy,
    httpsProxy: proxy,
    noProxy,
    // Plain http is asked for in absolute form: many proxies tunnel to port 443 alone.
    proxyTunnel: false,
    requestTls: tls,
  });
}
