import { normaliseBaseUrl } from "../../../client/http/address.ts";
import { Failure } from "../../../core/failure.ts";
import { type CheckSpec, type Finding, failed, failedBy, ok, warning } from "../check.ts";
import type { Facts } from "../facts.ts";
import { profileChange } from "../fixes.ts";

/** Whether there is an address, and of which form. */
export const addressCheck: CheckSpec = {
  name: "address",
  needs: [],
  examine(facts) {
    const { connection, subject } = facts;
    if (connection instanceof Failure) return noAddress(connection, facts);
    const { baseUrl } = connection.endpoint;
    const source = subject.sources.url ?? `profile '${connection.profile}'`;
    let normal: string;
    try {
      normal = normaliseBaseUrl(baseUrl);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return failed(
        "usage",
        `${error.message} (${source})`,
        urlFix(connection.profile, "http://host:5240/SVC"),
      );
    }
    if (normal !== baseUrl)
      return warning(
        `${baseUrl} (${source}) has more than a base address`,
        urlFix(connection.profile, normal),
      );
    const segment = new URL(baseUrl).pathname === "/" ? ", without a name segment" : "";
    return ok(`${baseUrl}${segment} (${source})`);
  },
};

const urlFix = (profile: string | undefined, url: string): string =>
  profile === undefined ? `export SVC_URL=${url}` : profileChange(profile, "url", url);

function noAddress(failure: Failure, { stored, usesProfiles }: Facts): Finding {
  const [remark] = stored instanceof Failure ? [] : stored.warnings;
  const isUnread = failure === stored || (usesProfiles && remark?.includes("cannot be read") === true);
  return isUnread
    ? failed(failure.kind, "the profiles cannot be read, and nothing else names an address", "see profiles")
    : failedBy(failure);
}
