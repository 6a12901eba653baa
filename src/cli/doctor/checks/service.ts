import { normaliseBaseUrl } from "../../../client/http/address.ts";
import { errorCode, isProxyRefusal } from "../../../client/http/network-errors.ts";
import { noService } from "../../../client/service/keys.ts";
import { readVersion, readVersionDetails, versionIn } from "../../../client/service/version.ts";
import { Failure } from "../../../core/failure.ts";
import { isRecord } from "../../../core/json-record.ts";
import { redactUrl } from "../../../core/secrets/text.ts";
import { type CheckSpec, type Finding, failed, failedBy, ok } from "../check.ts";
import { explained, proxyFix } from "../explained.ts";
import { connectionOf, type Facts, openClient } from "../facts.ts";
import { changeOf } from "../fixes.ts";
import { askKeys } from "../keys.ts";

/** Whether what answers is the service, and which. The question for the version needs no key. */
export const serviceCheck: CheckSpec = {
  name: "service",
  needs: ["tls"],
  async examine(facts) {
    const client = openClient(facts, { credentials: undefined });
    try {
      const answer = await readVersion(client);
      facts.version = versionIn(answer);
      if (facts.version !== undefined) {
        const details = isRecord(answer) ? answer : await readVersionDetails(client);
        return ok(versionText(facts.version, details));
      }
      facts.versionFailure = new Failure("other", "its version cannot be read");
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (!mayServeRest(error)) return failedBy(error, fixFor(error, facts));
      facts.versionFailure = error;
    }
    return await withoutVersion(facts, facts.versionFailure);
  },
};

/** An answer of a server that may be the service, or another one. */
const mayServeRest = ({ kind, details }: Failure): boolean =>
  details.status !== undefined && kind !== "unreachable" && kind !== "serverError";

function versionText(version: string, details: Readonly<Record<string, unknown>> | undefined): string {
  const own = versionIn(details);
  const capabilities = details?.["capabilities"];
  return [
    `API ${version}`,
    ...(own === undefined || own === version ? [] : [`version ${own}`]),
    ...(Array.isArray(capabilities) ? [`${capabilities.length} capabilities`] : []),
  ].join(", ");
}

/** The version is not answered: the list of the user's keys decides whether it is the service. */
async function withoutVersion(facts: Facts, refusal: Failure): Promise<Finding> {
  const { endpoint } = connectionOf(facts);
  const keys = endpoint.credentials === undefined ? refusal : await askKeys(facts);
  if (!(keys instanceof Failure)) return ok(`it answers, but not which version it has (${said(refusal)})`);
  if (keys.kind === "notAuthenticated" || keys.kind === "forbidden")
    return ok(`it answers, but not which version it has (${said(refusal)})`);
  if (keys.kind === "unreachable" || keys.kind === "serverError") return failedBy(keys);
  const failure = noService(endpoint, refusal);
  return failed(failure.kind, `${failure.message}${statusOf(refusal)}${pointer(facts)}`, addressFix(facts));
}

const pointer = ({ location }: Facts): string =>
  location === undefined ? "" : ` to ${redactUrl(location).slice(0, 100)}`;

/** The address that a redirect names, where it leads to the same path of the API at the same host; else how to correct it. */
function addressFix(facts: Facts): string {
  const { baseUrl } = connectionOf(facts).endpoint;
  const moved = movedAddress(baseUrl, facts.location);
  if (moved !== undefined) return changeOf(facts, "url", moved);
  return `correct the address; the service's name segment is part of it: ${changeOf(facts, "url", "http://host:5240/SVC")}`;
}

export function movedAddress(baseUrl: string, location: string | undefined): string | undefined {
  if (location === undefined || !URL.canParse(location, baseUrl)) return undefined;
  const to = new URL(location, baseUrl);
  const isOfApi = to.pathname.includes("/api/") && to.hostname === new URL(baseUrl).hostname;
  if (!isOfApi || to.username !== "" || !/^[\w/.~-]+$/.test(to.pathname)) return undefined;
  const address = normaliseBaseUrl(`${to.origin}${to.pathname}`);
  return address === baseUrl ? undefined : address;
}

/** What to do about an answer that does not come from the service. */
function fixFor({ kind, details }: Failure, facts: Facts): string | undefined {
  const { baseUrl } = connectionOf(facts).endpoint;
  if (details.status === 407) return proxyFix(true, facts);
  if (isProxyRefusal(details.cause)) return explained(details.cause, facts).fix;
  const code = errorCode(details.cause) ?? "";
  if (baseUrl.startsWith("http:") && facts.proxy === undefined && notHttpCodes.test(code))
    return `where this port speaks TLS: ${changeOf(facts, "url", baseUrl.replace(/^http:/, "https:"))}`;
  if (kind === "serverError" && details.hint === undefined)
    return "look at the logs of the service, and of the gateway before it";
  return details.hint;
}

/** Of a server that answers something else than HTTP, or nothing. */
const notHttpCodes = /^HPE|^UND_ERR_SOCKET$|^ECONNRESET$/;

/** An answer in short: its text, and its status. */
const said = (failure: Failure): string => `${failure.message}${statusOf(failure)}`;

const statusOf = ({ details: { status } }: Failure): string => (status === undefined ? "" : ` (${status})`);
