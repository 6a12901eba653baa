import type { Endpoint } from "../../client/http/call.ts";
import type { Connection } from "../../client/profiles/precedence.ts";
import { maxClockOffsetMs, tolerableSkewMs } from "../../client/profiles/profile.ts";
import { findForm, formsFrom, mayBeAddressing, noService } from "../../client/service/keys.ts";
import { askVersion } from "../../client/service/version.ts";
import { Failure } from "../../core/failure.ts";
import { formatDuration } from "../../core/text/duration.ts";
import type { Invocation } from "../invocation/invocation.ts";

/** What a service turned out to be. */
interface Examined {
  readonly addressing: Endpoint["addressing"];
  /** Zero unless the clocks are so far apart that it matters. */
  readonly clockOffsetMs: number;
  /** Of the API; undefined where the service does not answer it. */
  readonly version: string | undefined;
}

/**
 * Proves address and key by reading: the version, which needs no key and shows the service's time, then the
 * list of the user's keys, which every user may read, in both addressing forms unless one was asked for.
 * Throws the `Failure` of the first form that was tried where none works.
 */
export async function examineService(connection: Connection, invocation: Invocation): Promise<Examined> {
  try {
    return await askService(connection, invocation);
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== "unreachable") throw error;
    throw error.with({ hint: unreachableHint(error, connection.endpoint) });
  }
}

/** The address stands on the line; nothing is stored that could be shown or examined. */
function unreachableHint({ details }: Failure, { baseUrl }: Endpoint): string {
  const cause = details.hint?.replace(/check the address: .*/, "check the address");
  return [
    ...(cause === undefined ? [] : [cause]),
    "nothing was stored",
    `svc doctor --url ${baseUrl} looks for the cause`,
  ].join("; ");
}

async function askService(connection: Connection, invocation: Invocation): Promise<Examined> {
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
  const forms = globals.addressing === undefined ? formsFrom("path") : [globals.addressing];
  try {
    const addressing = await findForm(forms, (form) => open({ addressing: form, clockOffsetMs }));
    if (addressing !== "path")
      messages.note("the service expects operations as ?op=name; this is stored in the profile");
    return { addressing, clockOffsetMs, version };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.kind === "notAuthenticated") throw error.with({ hint: wrongKeyHint });
    throw mayBeAddressing(error) ? noService(endpoint, error) : error;
  }
}

const wrongKeyHint =
  "the service does not accept this API key: is it complete, and does it belong to this service? nothing was stored";

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
