import { readVersion } from "../../../client/service/version.ts";
import { Failure } from "../../../core/failure.ts";
import { type CheckSpec, type Finding, failedBy, ok, skipped, warning } from "../check.ts";
import { type Facts, openClient } from "../facts.ts";

/** So many requests are timed, as many as come to their end in the time of a check. */
const requestCount = 5;

/** A slower answer is warned of, in milliseconds. */
const slowMs = 2_000;

/** How long an answer takes, over a connection that is open already, and whether the service limits requests. */
export const speedCheck: CheckSpec = {
  name: "speed",
  needs: ["service"],
  async examine(facts) {
    if (facts.version === undefined) return skipped("the service does not answer its version");
    const { clock } = facts.subject.context;
    const client = openClient(facts, { credentials: undefined });
    const endMs = clock.monotonic() + facts.subject.timeoutMs;
    const times: number[] = [];
    try {
      await readVersion(client);
      while (times.length < requestCount && clock.monotonic() < endMs) {
        const startMs = clock.monotonic();
        await readVersion(client);
        times.push(clock.monotonic() - startMs);
      }
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.details.status !== 429) return failedBy(error);
      return warning(
        `the service limits how many requests it answers: ${error.message}${limitText(facts)}`,
        "--parallel 1 sends them one after another, --retries 10 tries them again for longer",
      );
    }
    return judgeTimes(times, limitText(facts));
  },
};

function limitText({ limits }: Facts): string {
  const all = [...limits].map(([name, value]) => `${name}: ${value}`);
  return all.length === 0 ? "" : ` (${all.join(", ")})`;
}

export function judgeTimes(times: readonly number[], limits: string): Finding {
  const sorted = [...times].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  if (median === undefined)
    return warning(`an answer takes longer than the time of this check${limits}`, slow);
  const shown = median < 10 ? median.toFixed(1) : String(Math.round(median));
  const found = `an answer takes ${shown} ms (median of ${times.length})${limits}`;
  return median > slowMs ? warning(found, slow) : ok(found);
}

const slow = "the network or the service is slow: --timeout gives requests longer, 60 s when omitted";
