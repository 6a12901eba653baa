import { isIP } from "node:net";
import { Failure } from "../../../core/failure.ts";
import { bounded } from "../bounded.ts";
import { type CheckSpec, failed, ok, skipped } from "../check.ts";
import { explained } from "../explained.ts";
import { type Facts, peerOf } from "../facts.ts";
import { lookUp } from "../probes/names.ts";

/** Every address that the host's name stands for; of the proxy, where there is one. */
export const dnsCheck: CheckSpec = {
  name: "dns",
  needs: ["proxy"],
  async examine(facts) {
    const { host } = peerOf(facts);
    const family = isIP(host);
    if (family !== 0) {
      facts.addresses = [{ address: host, family: family === 6 ? "IPv6" : "IPv4" }];
      return skipped(`${host} is an address in numbers`);
    }
    return await resolve(host, facts);
  },
};

async function resolve(host: string, facts: Facts) {
  const { context, timeoutMs, signal } = facts.subject;
  const startMs = context.clock.monotonic();
  try {
    const addresses = await bounded(context.clock, signal, timeoutMs, () => lookUp(host));
    facts.addresses = addresses;
    const tookMs = Math.round(context.clock.monotonic() - startMs);
    const list = addresses.map(({ address }) => address).join(", ");
    return ok(`${host} is ${list} (${tookMs} ms)`);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof Failure)
      return failed("unreachable", `the name ${host} is not resolved within ${timeoutMs / 1000} s`, dnsHint);
    return explained(error, facts);
  }
}

const dnsHint = "check the network and its DNS servers (/etc/resolv.conf)";
