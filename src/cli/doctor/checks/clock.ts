import { toleratedSkewMs } from "../../../client/http/errors.ts";
import { maxClockOffsetMs, tolerableSkewMs } from "../../../client/profiles/profile.ts";
import { formatAge } from "../../../core/text/duration.ts";
import { type CheckSpec, type Finding, failed, ok, skipped, warning } from "../check.ts";
import { connectionOf, type Facts } from "../facts.ts";
import { profileChange } from "../fixes.ts";

/** This computer's clock beside that of the service: a signature holds its time. */
export const clockCheck: CheckSpec = {
  name: "clock",
  needs: ["service"],
  examine(facts) {
    const skewMs = skewOf(facts);
    if (skewMs === undefined) return skipped("the answers of the service have no date");
    const { endpoint, profile } = connectionOf(facts);
    return judgeClock(skewMs, endpoint.clockOffsetMs, profile);
  },
};

/** The service's clock minus the one that signs, in milliseconds, as answers so far have shown it. */
const skewOf = ({ clients }: Facts): number | undefined =>
  clients.map((client) => client.clockSkewMs()).findLast((each) => each !== undefined);

/** `skewMs` is what is left when the profile's `offsetMs` has been added to this computer's time. */
export function judgeClock(skewMs: number, offsetMs: number, profile: string | undefined): Finding {
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  const direction = skewMs > 0 ? "behind" : "ahead of";
  const corrected = offsetMs === 0 ? "" : ` with the profile's clock-offset of ${offsetMs / 1000} s`;
  if (Math.abs(skewMs) <= tolerableSkewMs)
    return ok(
      seconds <= 1
        ? `in step with the service's${corrected}`
        : `${seconds} s ${direction} the service's${corrected}`,
    );
  const found = `this computer's clock${corrected} is ${formatAge(Math.abs(skewMs))} ${direction} the service's`;
  const fix = clockFix(Math.round((skewMs + offsetMs) / 1000), profile);
  return Math.abs(skewMs) > toleratedSkewMs
    ? failed("notAuthenticated", `${found}; it takes ${toleratedSkewMs / 1000} s`, fix)
    : warning(found, fix);
}

/** `offsetSeconds` is what would have to be added to this computer's time. */
function clockFix(offsetSeconds: number, profile: string | undefined): string {
  const set = "set the clock that is wrong (timedatectl set-ntp true)";
  if (profile === undefined || Math.abs(offsetSeconds) * 1000 > maxClockOffsetMs) return set;
  return `${set}, or ${profileChange(profile, "clock-offset", `${offsetSeconds}s`)}`;
}
