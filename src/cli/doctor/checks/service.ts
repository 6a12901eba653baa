import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DescribedGroup } from "../../../catalogue/group.ts";
import { readCatalogue } from "../../../client/description/cache.ts";
import { cacheFolder, descriptionFolder, hashFile } from "../../../client/description/folder.ts";
import { normalizeBaseUrl } from "../../../client/http/address.ts";
import { maxSignatureSkewMs } from "../../../client/http/errors.ts";
import { errorCode, isProxyRefusal } from "../../../client/http/network-errors.ts";
import { maxClockOffsetMs, maxIgnoredSkewMs } from "../../../client/profiles/profile.ts";
import {
  mayBeWrongAddressing,
  noService,
  readDescription,
  readVersion,
  readVersionDetails,
  versionIn,
} from "../../../client/service/facts.ts";
import { attempt, Failure } from "../../../core/failure.ts";
import { isRecord } from "../../../core/json-record.ts";
import { redactUrl } from "../../../core/secrets/text.ts";
import { formatAge } from "../../../core/text/units.ts";
import { type CheckResult, type Checks, failed, failedBy, ok, skipped, warning } from "../check.ts";
import {
  connectionOf,
  type Facts,
  findWorkingAddressing,
  openClient,
  profileSettingFix,
  settingFix,
} from "../facts.ts";
import { proxyFix, resultOfError } from "./network.ts";

export const serviceChecks = {
  service: {
    needs: ["tls"],
    async examine(facts) {
      const client = openClient(facts, { credentials: undefined });
      try {
        const answer = await readVersion(client);
        facts.version = versionIn(answer);
        if (facts.version === undefined)
          return await examineWithoutVersion(facts, new Failure("other", "its version cannot be read"));
        const details = isRecord(answer) ? answer : await readVersionDetails(client);
        return ok(versionText(facts.version, details));
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        return mayServeOtherRequests(error)
          ? await examineWithoutVersion(facts, error)
          : failedBy(error, fixFor(error, facts));
      }
    },
  },
  clock: {
    needs: ["service"],
    examine(facts) {
      const skewMs = skewOf(facts);
      if (skewMs === undefined) return skipped("the service's answers have no date");
      const { endpoint, profile } = connectionOf(facts);
      return judgeClock(skewMs, endpoint.clockOffsetMs, profile);
    },
  },
  addressing: {
    needs: ["service"],
    async examine(facts) {
      const { endpoint } = connectionOf(facts);
      if (endpoint.credentials === undefined) return skipped("a key is needed to find out");
      const result = await findWorkingAddressing(facts);
      if (result === endpoint.addressing) return ok(addressingTexts[result]);
      if (!(result instanceof Failure))
        return failed(
          "notFound",
          `the service expects ${addressingTexts[result]}, but the addressing is set to ${endpoint.addressing}`,
          settingFix(facts, "addressing", result),
        );
      return mayBeWrongAddressing(result)
        ? failedBy(noService(endpoint, result))
        : ok(`the service understands ${addressingTexts[endpoint.addressing]}, but refuses the request`);
    },
  },
  description: {
    needs: ["service"],
    async examine(facts) {
      const { env, clock } = facts.inputs.context;
      const { baseUrl } = connectionOf(facts).endpoint;
      const cache = cacheFolder(env);
      const folder = cache === undefined ? undefined : descriptionFolder(cache, baseUrl);
      const catalogue = folder === undefined ? undefined : readCatalogue(folder, baseUrl);
      if (folder === undefined || catalogue === undefined || catalogue.isAbsent)
        return await examineDescription(facts);
      return judgeCachedDescription({
        ...catalogue,
        ageMs: clock.now() - catalogue.fetchedAtMs,
        hash: readHash(folder),
        currentHash: facts.descriptionHash,
      });
    },
  },
  speed: {
    needs: ["service"],
    async examine(facts) {
      if (facts.version === undefined) return skipped("the service does not report its version");
      const { clock } = facts.inputs.context;
      const client = openClient(facts, { credentials: undefined });
      const endMs = clock.monotonic() + facts.inputs.timeoutMs;
      const timesMs: number[] = [];
      try {
        await readVersion(client);
        while (timesMs.length < timedRequestCount && clock.monotonic() < endMs) {
          const startMs = clock.monotonic();
          await readVersion(client);
          timesMs.push(clock.monotonic() - startMs);
        }
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        if (error.details.status !== 429) return failedBy(error);
        return warning(
          `the service limits the number of requests: ${error.message}${limitText(facts)}`,
          "--parallel 1 sends them one after another; --retries 10 keeps trying longer",
        );
      }
      return judgeTimes(timesMs, limitText(facts));
    },
  },
} satisfies Checks;

const mayServeOtherRequests = ({ kind, details }: Failure): boolean =>
  details.status !== undefined && kind !== "unreachable" && kind !== "serverError";

function versionText(version: string, details: Readonly<Record<string, unknown>> | undefined): string {
  const serviceVersion = versionIn(details);
  const capabilities = details?.["capabilities"];
  return [
    `API ${version}`,
    ...(serviceVersion === undefined || serviceVersion === version ? [] : [`version ${serviceVersion}`]),
    ...(Array.isArray(capabilities) ? [`${capabilities.length} capabilities`] : []),
  ].join(", ");
}

/** If the version cannot be read, lists the user's keys to see whether the API answers. */
async function examineWithoutVersion(facts: Facts, refusal: Failure): Promise<CheckResult> {
  const { endpoint } = connectionOf(facts);
  const result = endpoint.credentials === undefined ? refusal : await findWorkingAddressing(facts);
  if (!(result instanceof Failure) || result.kind === "notAuthenticated" || result.kind === "forbidden")
    return ok(`it answers, but does not report its version (${refusal.message}${statusOf(refusal)})`);
  if (result.kind === "unreachable" || result.kind === "serverError") return failedBy(result);
  const failure = noService(endpoint, refusal);
  return failed(
    failure.kind,
    `${failure.message}${statusOf(refusal)}${redirectText(facts)}`,
    addressFix(facts),
  );
}

const redirectText = ({ location }: Facts): string =>
  location === undefined ? "" : ` to ${redactUrl(location).slice(0, 100)}`;

/** Uses the address of a redirect if it has the same host and an API path. */
function addressFix(facts: Facts): string {
  const { baseUrl } = connectionOf(facts).endpoint;
  const redirectAddress = addressOfRedirect(baseUrl, facts.location);
  if (redirectAddress !== undefined) return settingFix(facts, "url", redirectAddress);
  return `correct the address; the service's name segment is part of it: ${settingFix(facts, "url", "http://host:5240/SVC")}`;
}

export function addressOfRedirect(baseUrl: string, location: string | undefined): string | undefined {
  if (location === undefined || !URL.canParse(location, baseUrl)) return undefined;
  const to = new URL(location, baseUrl);
  const isApiAddress = to.pathname.includes("/api/") && to.hostname === new URL(baseUrl).hostname;
  if (!isApiAddress || to.username !== "" || !/^[\w/.~-]+$/.test(to.pathname)) return undefined;
  const address = normalizeBaseUrl(`${to.origin}${to.pathname}`);
  return address === baseUrl ? undefined : address;
}

function fixFor({ kind, details }: Failure, facts: Facts): string | undefined {
  const { baseUrl } = connectionOf(facts).endpoint;
  if (details.status === 407) return proxyFix(true, facts);
  if (isProxyRefusal(details.cause)) return resultOfError(details.cause, facts).fix;
  const code = errorCode(details.cause) ?? "";
  if (baseUrl.startsWith("http:") && facts.proxy === undefined && notHttpCodes.test(code))
    return `if this port uses TLS: ${settingFix(facts, "url", baseUrl.replace(/^http:/, "https:"))}`;
  if (kind === "serverError" && details.hint === undefined)
    return "look at the logs of the service, and of the gateway in front of it";
  return details.hint;
}

/** Errors of servers that do not speak HTTP or do not answer. */
const notHttpCodes = /^HPE|^UND_ERR_SOCKET$|^ECONNRESET$/;

const statusOf = ({ details: { status } }: Failure): string => (status === undefined ? "" : ` (${status})`);

/** The service's clock minus the signing clock in milliseconds, according to the latest answer. */
const skewOf = ({ clients }: Facts): number | undefined =>
  clients.map((client) => client.clockSkewMs()).findLast((each) => each !== undefined);

export function judgeClock(skewMs: number, offsetMs: number, profile: string | undefined): CheckResult {
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  const direction = skewMs > 0 ? "behind" : "ahead of";
  const offsetText = offsetMs === 0 ? "" : ` with the profile's clock-offset of ${offsetMs / 1000} s`;
  if (Math.abs(skewMs) <= maxIgnoredSkewMs)
    return ok(
      seconds <= 1
        ? `matches the service's clock${offsetText}`
        : `${seconds} s ${direction} the service's${offsetText}`,
    );
  const text = `this computer's clock${offsetText} is ${formatAge(Math.abs(skewMs))} ${direction} the service's`;
  const fix = clockFix(Math.round((skewMs + offsetMs) / 1000), profile);
  return Math.abs(skewMs) > maxSignatureSkewMs
    ? failed("notAuthenticated", `${text}; the service accepts at most ${maxSignatureSkewMs / 1000} s`, fix)
    : warning(text, fix);
}

function clockFix(offsetSeconds: number, profile: string | undefined): string {
  const clockText = "correct the clock that is wrong (timedatectl set-ntp true)";
  if (profile === undefined || Math.abs(offsetSeconds) * 1000 > maxClockOffsetMs) return clockText;
  return `${clockText}, or ${profileSettingFix(profile, "clock-offset", `${offsetSeconds}s`)}`;
}

const addressingTexts = { path: "operations as /op-name", query: "operations as ?op=name" } as const;

const timedRequestCount = 5;

/** Milliseconds; longer medians cause a warning. */
const slowMs = 2_000;

function limitText({ rateLimits }: Facts): string {
  const all = [...rateLimits].map(([name, value]) => `${name}: ${value}`);
  return all.length === 0 ? "" : ` (${all.join(", ")})`;
}

export function judgeTimes(timesMs: readonly number[], limits: string): CheckResult {
  const sorted = [...timesMs].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  if (median === undefined)
    return warning(`an answer takes longer than this check allows${limits}`, slowText);
  const duration = median < 10 ? median.toFixed(1) : String(Math.round(median));
  const text = `an answer takes ${duration} ms (median of ${timesMs.length})${limits}`;
  return median > slowMs ? warning(text, slowText) : ok(text);
}

const slowText = "the network or the service is slow: --timeout gives requests more time (default 60 s)";

async function examineDescription(facts: Facts): Promise<CheckResult> {
  const value = await readDescription(openClient(facts, { credentials: undefined }));
  if (value === undefined)
    return ok("the service has no description: svc offers only the documented commands");
  const resources = isRecord(value) ? value["resources"] : undefined;
  if (!Array.isArray(resources))
    return warning(
      "the service's description cannot be read",
      "svc offers only the documented commands; svc api sends any other request",
    );
  const hash = isRecord(value) && typeof value["hash"] === "string" ? value["hash"] : facts.descriptionHash;
  return ok(`${resources.length} resources${hashText(hash)}; to add commands for them: svc describe`);
}

interface CachedDescription {
  readonly groups: readonly Pick<DescribedGroup, "operations">[];
  readonly isOutdated: boolean;
  readonly ageMs: number;
  readonly hash: string | undefined;
  readonly currentHash: string | undefined;
}

export function judgeCachedDescription({
  groups,
  isOutdated,
  ageMs,
  hash,
  currentHash,
}: CachedDescription): CheckResult {
  const count = groups.reduce((sum, { operations }) => sum + Object.keys(operations).length, 0);
  const age = formatAge(ageMs);
  const text = `${count} more commands in ${groups.length} groups, read ${age} ago`;
  const hasOtherHash = currentHash !== undefined && hash !== undefined && currentHash !== hash;
  return isOutdated || hasOtherHash
    ? warning(`${text}; the service's description has changed since`, "svc describe --refresh")
    : ok(`${text}${hashText(hash)}`);
}

const hashText = (hash: string | undefined): string =>
  hash === undefined ? "" : `, hash ${hash.slice(0, 12)}`;

const readHash = (folder: string): string | undefined =>
  attempt(() => readFileSync(join(folder, hashFile), "utf8").slice(0, 128));
