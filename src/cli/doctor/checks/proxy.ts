import { isLoopback } from "../../../client/http/address.ts";
import { type ProxyChoice, proxyFor } from "../../../client/http/proxy-choice.ts";
import { Failure } from "../../../core/failure.ts";
import { type CheckSpec, failedBy, ok } from "../check.ts";
import { connectionOf } from "../facts.ts";

/** Whether requests go through a proxy, and why. Its user name and password are never shown. */
export const proxyCheck: CheckSpec = {
  name: "proxy",
  needs: ["address"],
  examine(facts) {
    const { env } = facts.subject.context;
    const { origin } = new URL(connectionOf(facts).endpoint.baseUrl);
    const name = origin.startsWith("https:") ? "https_proxy" : "http_proxy";
    const variable = env[name] === undefined ? name.toUpperCase() : name;
    let proxy: ProxyChoice | undefined;
    try {
      proxy = proxyFor(origin, env);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return failedBy(error, `export ${variable}=http://HOST:PORT, or unset ${variable}`);
    }
    facts.proxy = proxy;
    facts.proxyVariable = variable;
    if (proxy !== undefined) {
      const user = proxy.authorization === undefined ? "" : ", with a user name";
      return ok(`through ${proxy.origin} (${variable}${user})`);
    }
    if ((env[variable] ?? "").trim() === "") return ok(`none: ${variable} is not set`);
    if (isLoopback(origin)) return ok(`none: this computer itself is never reached through ${variable}`);
    return ok(`none: NO_PROXY names the host, so ${variable} is not used`);
  },
};
