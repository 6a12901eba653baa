import { Failure } from "../../failure.ts";
import type { Client, Endpoint } from "../../http/call.ts";
import { isRecord } from "../../json/record.ts";
import type { Connection } from "../../profiles/precedence.ts";
import { maxClockOffsetMs } from "../../profiles/profile.ts";
import { formatDuration } from "../../text/duration.ts";
import type { Invocation } from "../invocation/invocation.ts";

/** What a service turned out to be. */
interface Examined {
  readonly addressing: Endpoint["addressing"];
  /** Zero unless the clocks are so far apart that it matters. */
  readonly clockOffsetMs: number;
  /** Of the API; undefined where the service does not answer it. */
  readonly version: string | undefined;
}

/** A smaller difference of the clocks is left alone, in milliseconds; the service takes up to 300 s. */
const tolerableSkewMs = 60_000;

/**
 * Proves address and key by reading: the version, which needs no key and shows the service's time, then the
 * list of the user's keys, which every user may read, in both addressing forms unless one was asked for.
 * Throws the `Failure` of the first form that was tried where none works.
 */
export async function examineService(connection: Connection, invocation: Invocation): Promise<Examined> {
  const { globals, messages } = invocation;
  const { endpoint } = connection;
  const open = (changed: Partial<Endpoint>) =>
    invocation.open({ ...connection, endpoint: { ...endpoint, ...changed } });
  const anonymous = await open({ credentials: undefined });
  const version = await askVersion(anonymous);
  const skewMs = anonymous.clockSkewMs() ?? 0;
  const clockOffsetMs = Math.abs(skewMs) > tolerableSkewMs ? Math.round(skewMs / 1000) * 1000 : 0;
  if (Math.abs(clockOffsetMs) > maxClockOffsetMs) throw wrongClock(clockOffsetMs, invocation);
  if (clockOffsetMs !== 0) {
    const direction = clockOffsetMs > 0 ? "behind" : "ahead of";
    messages.warn(
      `this computer's clock is ${formatDuration(Math.abs(clockOffsetMs))} ${direction} the service's; requests are signed with ` +
        "the service's time, as the profile's clock-offset says",
    );
  }
  const forms = globals.addressing === undefined ? (["path", "query"] as const) : [globals.addressing];
  let refusal: Failure | undefined;
  for (const addressing of forms) {
    try {
      await listKeys(await open({ addressing, clockOffsetMs }));
      if (addressing !== "path")
        messages.note("the service takes operations as ?op=name; the profile says so");
      return { addressing, clockOffsetMs, version };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.kind === "notAuthenticated") throw error.with({ hint: wrongKeyHint });
      if (!mayBeAddressing(error)) throw error;
      refusal ??= error;
    }
  }
  throw noService(endpoint, refusal);
}

const wrongKeyHint =
  "the service does not take this API key: was it copied whole, and is it of this service? nothing was stored";

/** An offset so large would hide that one of the clocks is wrong, and last until somebody finds it. */
function wrongClock(offsetMs: number, { context }: Invocation): Failure {
  const theirs = new Date(context.clock.now() + offsetMs).toISOString().slice(0, 16).replace("T", " ");
  const days = Math.round(Math.abs(offsetMs) / maxClockOffsetMs);
  const direction = offsetMs > 0 ? "ahead of" : "behind";
  return new Failure(
    "notAuthenticated",
    `the service's clock says ${theirs}Z, ${days} days ${direction} this computer's: nothing was stored`,
    { hint: "set the clock that is wrong; an offset of more than a day is not stored" },
  );
}

/**
 * The failures of a service that does not know an address; all others are about the key, the network or the
 * service's health.
 */
function mayBeAddressing({ kind, details }: Failure): boolean {
  return kind === "notFound" || kind === "other" || (kind === "invalid" && details.status !== 401);
}

function noService({ baseUrl }: Endpoint, refusal: Failure | undefined): Failure {
  return new Failure(refusal?.kind ?? "other", `no service of this API answers at ${baseUrl}`, {
    ...refusal?.details,
    hint: "check the address: the service's name segment is part of it, as in http://host:5240/SVC",
  });
}

/** Undefined where the service does not answer it: it may still serve the rest. */
async function askVersion(client: Client): Promise<string | undefined> {
  const { group } = await import("../../api/groups/version.ts");
  try {
    const answer = await client.call(group.operations["version.get"], {});
    return versionIn(await answer.value());
  } catch (error) {
    if (error instanceof Failure && error.details.status !== undefined) return undefined;
    throw error;
  }
}

async function listKeys(client: Client): Promise<void> {
  const { group } = await import("../../api/groups/tokens.ts");
  const answer = await client.call(group.operations["account.list_authorisation_tokens"], {});
  const keys = await answer.value();
  if (!Array.isArray(keys)) throw new Failure("other", "the service's answer is not a list of API keys");
}

/** Services answer plain text, a JSON scalar, or an object. */
function versionIn(value: unknown): string | undefined {
  if (typeof value === "string" && value.trim() !== "") return value.trim().slice(0, 40);
  if (typeof value === "number") return String(value);
  if (isRecord(value)) return versionIn(value["version"]);
  return undefined;
}
